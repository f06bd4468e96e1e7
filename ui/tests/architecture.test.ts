// @vitest-environment node
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { cycles, importsOf, isTest, parseImports, sourceFiles, targetOf } from './imports';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const ROOT = resolve(REPOSITORY, 'ui/src');
const PLUGINS = resolve(REPOSITORY, 'src/vedette_plugins');
const SDK = resolve(ROOT, 'sdk/index.ts');

/**
 * A folder may import itself and those with a lower number. `charts` and `design` do not know each
 * other.
 */
const RANK: Record<string, number> = {
  kernel: 0,
  data: 1,
  charts: 2,
  design: 2,
  sdk: 3,
  timepicker: 4,
  plugins: 4,
  querying: 5,
  inspect: 6,
  domains: 7,
  app: 8,
  'main.tsx': 9,
};

/** Packages that a plugin can import in addition to React and the SDK. */
const EDITOR = /^@(codemirror|lezer)\/(autocomplete|language|lint|state|common|highlight)$/;
const PLUGIN_PACKAGES: Record<string, readonly RegExp[]> = {
  'datasources/loki': [EDITOR, /^@grafana\/lezer-logql$/],
  'datasources/prometheus': [EDITOR, /^@prometheus-io\/(codemirror|lezer)-promql$/],
  'datasources/tempo': [EDITOR, /^@grafana\/lezer-traceql$/],
  'panels/text': [/^(marked|dompurify)$/],
};
const PLUGIN_IMPORTS = /^(react|react\/jsx-runtime|@vedette\/sdk)$/;
const TEST_IMPORTS =
  /^(vitest|react-dom|react-dom\/client|@testing-library\/react|axe-core|node:url)$/;

const all = [...sourceFiles(ROOT), ...sourceFiles(PLUGINS)];
const files = sourceFiles(ROOT).filter((file) => !isTest(file));
const imports = all.flatMap(importsOf).map((one) => ({
  ...one,
  to: targetOf(one, { '@vedette/sdk': SDK }),
}));
/** Imports of source files; a table that the server shares as JSON has no place in the order. */
const edges = imports.flatMap(({ to, ...one }) =>
  to && !to.endsWith('.json') ? [{ ...one, to }] : [],
);

const inside = (folder: string) => (file: string) => file.startsWith(`${folder}/`);
const inProduct = inside(ROOT);
const inPlugins = inside(PLUGINS);
const label = (file: string) => relative(inProduct(file) ? ROOT : PLUGINS, file);
const layer = (file: string) => (inProduct(file) ? (label(file).split('/')[0] ?? '') : 'outside');
const plugin = (file: string) => label(file).split('/').slice(0, 2).join('/');
const arrow = ({ from, specifier }: { from: string; specifier: string }) =>
  `${label(from)} -> ${specifier}`;

test('every way to import a module is seen', () => {
  const text = `
    import a, { type B } from './value';
    import type { C } from './type';
    import { type D, type E } from "./types";
    import './effect';
    import f = require('./equals');
    export * from './all';
    export type * from './all-types';
    export { type G } from './re-exported-type';
    export { h } from './re-export';
    type I = import('./import-type').I;
    type J = typeof import('./typeof');
    const k = () => import('./dynamic');
    const l = () => import(\`./template\`);
    const m = import.meta.glob(['./glob/*', './other/*']);
    const n = new Worker(new URL('./worker.ts', import.meta.url));
    vi.mock('./mocked', () => vi.importActual<typeof import('./actual-type')>('./actual'));
    // import './comment';
    const o = "import './text'";
  `;
  const found = parseImports('module.ts', text).map(
    ({ kind, specifier }) => `${kind} ${specifier}`,
  );
  expect(found.toSorted()).toEqual(
    [
      ...['value', 'effect', 'equals', 'all', 're-export'].map((name) => `static ./${name}`),
      ...['type', 'types', 'all-types', 're-exported-type'].map((name) => `type ./${name}`),
      ...['import-type', 'typeof', 'actual-type'].map((name) => `type ./${name}`),
      ...['dynamic', 'template', 'glob/*', 'other/*', 'worker.ts'].map((to) => `dynamic ./${to}`),
      ...['mocked', 'actual'].map((name) => `dynamic ./${name}`),
    ].toSorted(),
  );
  expect(() => parseImports('module.ts', 'import(path)')).toThrow('does not name');
  expect(() => targetOf({ from: SDK, specifier: './nowhere', kind: 'type' })).toThrow('exist');
});

test('a cycle is found, however long', () => {
  const edge = (from: string, to: string) => ({ from, to });
  expect(cycles([edge('a', 'b'), edge('b', 'c'), edge('a', 'c')])).toEqual([]);
  expect(cycles([edge('a', 'b'), edge('b', 'c'), edge('c', 'b')])).toEqual([['b', 'c', 'b']]);
  expect(cycles([edge('a', 'a')])).toEqual([['a', 'a']]);
});

test('the order of the layers holds: nothing imports what lies above it', () => {
  const wrong = edges.filter(
    ({ from, to }) =>
      inProduct(from) &&
      inProduct(to) &&
      layer(from) !== layer(to) &&
      !((RANK[layer(to)] ?? 99) < (RANK[layer(from)] ?? -1)),
  );
  expect(wrong.map(arrow)).toEqual([]);
});

test('only the layer that loads plugins knows them, and never statically', () => {
  const wrong = imports.filter(
    ({ from, specifier, kind }) =>
      inProduct(from) &&
      inPlugins(resolve(from, '..', specifier)) &&
      !(layer(from) === 'plugins' && kind === 'dynamic'),
  );
  expect(wrong.map(arrow)).toEqual([]);
});

test('the product imports its own modules by their paths, not by the name of the SDK', () => {
  const wrong = imports.filter(
    ({ from, specifier }) => inProduct(from) && specifier.startsWith('@vedette/'),
  );
  expect(wrong.map(arrow)).toEqual([]);
});

test('domains meet only in the app', () => {
  const domain = (file: string) => label(file).split('/')[1];
  const wrong = edges.filter(
    ({ from, to }) =>
      layer(from) === 'domains' && layer(to) === 'domains' && domain(from) !== domain(to),
  );
  expect(wrong.map(arrow)).toEqual([]);
});

test('T55: only one module compiles regular expressions that are not written in the code', () => {
  /**
   * What these put into an expression is written in the code, or escaped; the search in logs runs
   * in a worker with a limit of time.
   */
  const known = [
    'data/pattern/index.ts',
    'data/time/date-math.ts',
    'data/time/parse-pattern.ts',
    'data/upgrade/current.ts',
    'sdk/editor/expressions/expressions.ts',
    'sdk/sql/language.ts',
    'datasources/tempo/ui/completion.ts',
    'panels/logs/ui/highlight.ts',
    'panels/logs/ui/level.ts',
    'panels/logs/ui/search.ts',
    'panels/text/ui/styles.ts',
  ];
  const compiling = all.filter(
    (file) => !isTest(file) && /\bRegExp\(|extends RegExp/.test(readFileSync(file, 'utf8')),
  );
  expect(compiling.map(label).toSorted()).toEqual(known.toSorted());
});

test('data knows neither React nor the page, charts do not know React', () => {
  const isReact = /^(react|react-dom|wouter|lucide-react|@tanstack\/react-.*)(\/|$)/;
  const wrong = imports
    .filter(
      ({ from, specifier }) => ['data', 'charts'].includes(layer(from)) && isReact.test(specifier),
    )
    .map(arrow);
  const dom = files
    .filter(
      (file) =>
        layer(file) === 'data' &&
        /\b(document|window)\./.test(
          readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
        ),
    )
    .map(label);
  expect({ wrong, dom }).toEqual({ wrong: [], dom: [] });
});

test('no module imports itself, not even for a type, by way of others, or in a plugin', () => {
  expect(cycles(edges).map((path) => path.map(label).join(' -> '))).toEqual([]);
});

test('plugins import the SDK, React and what they were granted, nothing of the product', () => {
  const wrong = imports.filter(({ from, specifier, to }) => {
    if (!inPlugins(from) || isTest(from)) return false;
    if (specifier.startsWith('.')) return !to || !inside(`${PLUGINS}/${plugin(from)}`)(to);
    const granted = [PLUGIN_IMPORTS, ...(PLUGIN_PACKAGES[plugin(from)] ?? [])];
    return !granted.some((allowed) => allowed.test(specifier));
  });
  expect(wrong.map(arrow)).toEqual([]);
});

test('tests of plugins know the product only by its SDK', () => {
  const wrong = imports.filter(({ from, specifier, to }) => {
    if (!inPlugins(from) || !isTest(from)) return false;
    if (specifier.startsWith('.'))
      return !to || ![`${ROOT}/sdk`, `${PLUGINS}/${plugin(from)}`].some((own) => inside(own)(to));
    return ![PLUGIN_IMPORTS, TEST_IMPORTS].some((allowed) => allowed.test(specifier));
  });
  expect(wrong.map(arrow)).toEqual([]);
});

test('no plugin keeps a grant that it does not use', () => {
  const unused = Object.entries(PLUGIN_PACKAGES).flatMap(([name, granted]) =>
    granted
      .filter(
        (grant) =>
          !imports.some(
            ({ from, specifier }) =>
              inPlugins(from) && plugin(from) === name && grant.test(specifier),
          ),
      )
      .map((grant) => `${name}: ${grant.source}`),
  );
  expect(unused).toEqual([]);
});

const GENERATED = 'kernel/apiTypes.ts';

test('modules stay small enough to read at once', () => {
  const long = files
    .filter((file) => label(file) !== GENERATED)
    .map((file) => ({ file: label(file), lines: readFileSync(file, 'utf8').split('\n').length }))
    .filter(({ lines }) => lines > 400);
  expect(long).toEqual([]);
});
