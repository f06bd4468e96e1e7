import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Plugin folders live beside the server's code; their packages are the ones installed for the UI. */
function resolvePluginImports(): Plugin {
  return {
    name: 'vedette-plugin-imports',
    enforce: 'pre',
    async resolveId(id, importer) {
      const bare = /^[a-z@]/i.test(id) && !id.startsWith('@vedette/');
      if (!bare || !importer?.includes('/vedette_plugins/')) return null;
      return this.resolve(id, here('./src/main.tsx'), { skipSelf: true });
    },
  };
}

export default defineConfig({
  plugins: [resolvePluginImports(), react()],
  resolve: {
    alias: { '@vedette/sdk': here('./src/sdk/index.ts') },
    dedupe: ['react', 'react-dom'],
  },
  base: './',
  // The server puts a fresh nonce into every page it sends.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: here('../src/vedette/server/static'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: [here('..')] },
    proxy: { '/api': 'http://127.0.0.1:3000', '/login': 'http://127.0.0.1:3000', '/logout': 'http://127.0.0.1:3000' },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}', '../src/vedette_plugins/**/ui/**/*.test.{ts,tsx}'],
  },
});
