// @vitest-environment happy-dom
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PanelManifest } from '../src/plugins/panelTypes';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const PANELS = 'src/vedette_plugins/panels';
const copy = mkdtempSync(join(tmpdir(), 'vedette-panel-'));
let vite: ViteDevServer;

const manifestOf = (folder: string): PanelManifest =>
  JSON.parse(readFileSync(join(folder, 'plugin.json'), 'utf8'));

const panelFolders = readdirSync(join(REPOSITORY, PANELS))
  .map((name) => join(REPOSITORY, PANELS, name))
  .filter((folder) => existsSync(join(folder, 'plugin.json')));

/** Follows the recipe of a panel in CONTRIBUTING.md, in a copy of the sources. */
beforeAll(async () => {
  const shared = readdirSync(join(REPOSITORY, 'src/vedette'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join('src/vedette', name));
  for (const path of ['ui/src', 'ui/tsconfig.json', PANELS, ...shared])
    cpSync(join(REPOSITORY, path), join(copy, path), { recursive: true });
  for (const path of ['node_modules', 'ui/node_modules'])
    symlinkSync(join(REPOSITORY, 'ui/node_modules'), join(copy, path));

  const panel = join(copy, PANELS, 'thermometer');
  cpSync(join(copy, PANELS, 'gauge'), panel, { recursive: true });
  const manifest = { ...manifestOf(panel), id: 'acme-thermometer', name: 'Thermometer' };
  writeFileSync(join(panel, 'plugin.json'), JSON.stringify(manifest));

  vite = await createServer({
    root: join(copy, 'ui'),
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    resolve: { alias: { '@vedette/sdk': join(copy, 'ui/src/sdk/index.ts') } },
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null, fs: { strict: false } },
  });
}, 60_000);

afterAll(async () => {
  await vite?.close();
  rmSync(copy, { recursive: true });
});

test('a panel is added as one folder: its type, name and code are found', async () => {
  const { panelTypes } = await vite.ssrLoadModule('/src/plugins/panelTypes.ts');
  expect(panelTypes.get('acme-thermometer')).toMatchObject({ name: 'Thermometer', light: true });
  const { pluginKind, loadPlugin } = await vite.ssrLoadModule('/src/plugins/panels.ts');
  expect(pluginKind('acme-thermometer')).toBe('available');
  expect(await loadPlugin('acme-thermometer')).toMatchObject({
    api: 1,
    Panel: expect.any(Function),
  });
}, 60_000);

test('neither server nor user interface keeps a list of panel types', () => {
  const types = panelFolders.map((folder) => manifestOf(folder).id).join('|');
  const list = new RegExp(`(['"](${types})['"],\\s*){2}|['"](${types})['"],\\s*['"](${types})['"]`);
  const sources = ['ui/src', 'src/vedette'].flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|py)$/.test(name) && !/\.test\.|apiTypes/.test(name))
      .map((name) => join(folder, name)),
  );
  const listing = sources.filter((file) => list.test(readFileSync(join(REPOSITORY, file), 'utf8')));
  expect(listing).toEqual([]);
});

test('manifests of panels have no keys that nothing reads', () => {
  const known = [
    ...['id', 'kind', 'name', 'description', 'version', 'sdk', 'ui'],
    ...['light', 'colors', 'narrow'],
  ];
  const unknown = panelFolders.flatMap((folder) =>
    Object.keys(manifestOf(folder))
      .filter((key) => !known.includes(key))
      .map((key) => `${basename(folder)}: ${key}`),
  );
  expect(unknown).toEqual([]);
});
