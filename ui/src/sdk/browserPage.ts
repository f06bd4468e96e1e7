/**
 * A page in Chromium for tests of what only a real browser decides: how markup is parsed, what a
 * policy forbids.
 */
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { build, type Rollup } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const ENTRY = '\0page';

export interface BrowserPage {
  page: Page;
  /** Errors and dialogs of the page. */
  complaints: string[];
  close(): Promise<void>;
}

/**
 * Bundles `source` (a module that may import panels by path) and runs it in a page with a `main`
 * element.
 */
export async function openBrowserPage(source: string, policy: string): Promise<BrowserPage> {
  const script = await bundle(source);
  const browser = await chromium.launch({
    executablePath: process.env['VEDETTE_TEST_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(dialog.message());
    void dialog.dismiss();
  });
  const html =
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<main></main><script nonce="test">${script}</script>`;
  // Nothing leaves the machine: the page is the only address that answers.
  await page.route('**/*', (route) => {
    const isPage = new URL(route.request().url()).pathname === '/page';
    return isPage ? route.fulfill({ body: html, contentType: 'text/html' }) : route.abort();
  });
  await page.goto('https://vedette.test/page');
  return { page, complaints, close: () => browser.close() };
}

async function bundle(source: string): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    root: here('../..'),
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    resolve: { alias: { '@vedette/sdk': here('./index.ts') } },
    plugins: [
      {
        name: 'page',
        enforce: 'pre',
        async resolveId(id, importer) {
          if (id === ENTRY) return id;
          const isBare = /^[a-z@]/i.test(id) && !id.startsWith('@vedette/');
          const isOutside = importer === ENTRY || importer?.includes('/vedette_plugins/');
          return isBare && isOutside
            ? this.resolve(id, here('./index.ts'), { skipSelf: true })
            : null;
        },
        load: (id) => (id === ENTRY ? source : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: ENTRY, output: { format: 'iife' } },
    },
  })) as Rollup.RollupOutput;
  const script = result.output.find((file) => file.type === 'chunk');
  return (script?.type === 'chunk' ? script.code : '').replaceAll('</script', '<\\/script');
}
