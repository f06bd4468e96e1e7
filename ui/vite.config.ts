import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vitest/config';

const SERVER = 'http://127.0.0.1:3000';
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Plugin folders live beside the server's code; their packages are the ones installed for the UI.
 */
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

/**
 * The server draws the pictures of messages with the font of the pages, which it can read as TTF
 * alone.
 */
function copyFonts(): Plugin {
  const font = here('./node_modules/@expo-google-fonts/geist/');
  const copies = {
    'Geist-Regular.ttf': '400Regular/Geist_400Regular.ttf',
    'Geist-SemiBold.ttf': '600SemiBold/Geist_600SemiBold.ttf',
    LICENSE: 'LICENSE_FONT',
  };
  return {
    name: 'vedette-fonts',
    apply: 'build',
    generateBundle() {
      for (const [name, path] of Object.entries(copies)) {
        this.emitFile({ type: 'asset', fileName: `fonts/${name}`, source: readFileSync(font + path) });
      }
    },
  };
}

const tests = (ending: string) =>
  ['src', 'tests', '../src/vedette_plugins'].map((folder) => `${folder}/**/*.test.${ending}`);

/**
 * What every page starts with, what dashboards draw numbers with, what charts and forms are made
 * of, and what opens over a page come as one file each: many small ones pack badly.
 */
const firstParts = [
  {
    name: 'base',
    test: /node_modules\/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack\/(query-core|react-query)(?!.*[iI]nfiniteQuery(Observer)?\.js)|lucide-react\/dist\/esm\/(?!icons))\/?|ui\/src\/kernel\//,
  },
  {
    name: 'first',
    test: /ui\/src\/(data\/(?!index|pattern\/linear|transform|upgrade\/(?!current|json)|format\/catalogue|testing)|querying\/(?!correlations|live)|plugins\/(datasources|panels|panelTypes|fieldConfig|usePatternEngine|useSize|crosshair|PanelBoundary|PanelFrame)|timepicker\/(?!TimePanel|ZonePicker|editing|recentRanges)|sdk\/(panel|options|typeChange|parts\/(EmptyState|OpenQuery|customEditors|optionGroups|DataLinks|contrast))\.|domains\/dashboards\/api\.|design\/components\/(Button|Kbd|Menu|Popover|States|Toggle|deferred|overlays)\.)|vedette_plugins\/panels\/[\w-]+\/plugin\.json|lucide-react\/dist\/esm\/icons\/(star|ellipsis|triangle-exclamation-point|inbox|copy|rotate-ccw|search|x|chevron-right)\./,
  },
  {
    name: 'overlays',
    test: /ui\/src\/design\/components\/(MenuBox|Floating|TooltipLayer|placement)\./,
  },
  {
    name: 'tiles',
    test: /ui\/src\/(sdk\/parts\/(barFill|scale|Sparkline|textFit|tiling)|charts\/(arc|sparkline))\./,
  },
  {
    name: 'legends',
    test: /ui\/src\/sdk\/parts\/(ChartLayout|ColorSwatch|Legend|legendItems|TooltipBox|chartOptionGroups|useHiddenSeries)\.(?!test)/,
  },
  {
    name: 'charts',
    test: /node_modules\/uplot\/|ui\/src\/(charts\/(align|annotations|plot\w*|labelWidth|stack|gaps|valueAxis|timeAxis|theme|timeseries\/.*)|sdk\/parts\/(AnnotationTooltip|useChart))\.(?!test)/,
  },
  {
    name: 'forms',
    test: /ui\/src\/design\/components\/(Combobox|Dialog|Field|Input|OptionPicker|Pager|Table|Tabs)\./,
  },
];

export default defineConfig({
  plugins: [resolvePluginImports(), copyFonts(), react()],
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
    rolldownOptions: { output: { codeSplitting: { groups: firstParts } } },
  },
  server: {
    fs: { allow: [here('..')] },
    proxy: {
      '/api': SERVER,
      '/logout': SERVER,
      // The page behind the form is ours; only what the form sends goes to the server.
      '/login': { target: SERVER, bypass: ({ method }) => (method === 'GET' ? '/index.html' : undefined) },
    },
  },
  test: {
    testTimeout: 20_000,
    maxWorkers: '100%',
    pool: 'threads',
    projects: [
      // Most tests are of pure functions: they share their workers and have no document.
      { extends: true, test: { name: 'logic', environment: 'node', isolate: false, include: tests('ts') } },
      { extends: true, test: { name: 'components', environment: 'happy-dom', include: tests('tsx') } },
    ],
  },
});
