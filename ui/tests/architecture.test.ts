// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../src');
const PLUGINS = resolve(import.meta.dirname, '../../src/vedette_plugins');

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

/** Packages a plugin may use besides React and the SDK. */
const EDITOR = /^@(codemirror|lezer)\/(autocomplete|language|lint|state|view|common|highlight)$/;
const PLUGIN_PACKAGES: Record<string, readonly RegExp[]> = {
  text: [/^(marked|dompurify)$/],
  table: [/^@tanstack\/react-(table|virtual)$/],
  prometheus: [EDITOR, /^@prometheus-io\/(codemirror|lezer)-promql$/],
  loki: [EDITOR, /^@grafana\/lezer-logql$/],
  tempo: [EDITOR, /^@grafana\/lezer-traceql$/],
  postgres: [EDITOR, /^@codemirror\/lang-sql$/],
  mysql: [EDITOR, /^@codemirror\/lang-sql$/],
  sqlite: [EDITOR, /^@codemirror\/lang-sql$/],
  duckdb: [EDITOR, /^@codemirror\/lang-sql$/],
};

interface Import {
  from: string;
  specifier: string;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$/.test(name))
    .map((name) => join(folder, name));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const found = [...text.matchAll(/(?:from\s+|import\s*\(\s*|^import\s+)'([^']+)'/gm)];
  return found.map((match) => ({ from: file, specifier: match[1] ?? '' }));
}

function target({ from, specifier }: Import): string | null {
  if (!specifier.startsWith('.')) return null;
  const base = resolve(dirname(from), specifier);
  return (
    [base, `${base}.ts`, `${base}.tsx`, join(base, 'index.ts')].find(
      (path) => /\.\w+$/.test(path) && existsSync(path),
    ) ?? null
  );
}

const room = (file: string) => relative(ROOT, file).split('/')[0] ?? '';
const label = (file: string) => relative(ROOT, file);

const files = sourceFiles(ROOT);
const imports = files.flatMap(importsOf);
/** Imports of source files; a table that the server shares as JSON has no place in the order. */
const edges = imports.flatMap((one) => {
  const to = target(one);
  return to && !to.endsWith('.json') ? [{ from: one.from, to }] : [];
});

test('the order of the folders holds: nothing imports what lies above it', () => {
  const wrong = edges
    .filter(
      ({ from, to }) =>
        room(from) !== room(to) && !((RANK[room(to)] ?? 99) < (RANK[room(from)] ?? -1)),
    )
    .map(({ from, to }) => `${label(from)} -> ${label(to)}`);
  expect(wrong).toEqual([]);
});

test('domains meet only in the app', () => {
  const domain = (file: string) => label(file).split('/')[1];
  const wrong = edges
    .filter(
      ({ from, to }) =>
        room(from) === 'domains' && room(to) === 'domains' && domain(from) !== domain(to),
    )
    .map(({ from, to }) => `${label(from)} -> ${label(to)}`);
  expect(wrong).toEqual([]);
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
    'domains/alerting/model/expressions.ts',
    'sdk/sql/language.ts',
    'datasources/tempo/ui/completion.ts',
    'panels/logs/ui/highlight.ts',
    'panels/logs/ui/level.ts',
    'panels/logs/ui/search.ts',
    'panels/text/ui/styles.ts',
  ];
  const compiling = [...files, ...sourceFiles(PLUGINS)].filter((file) =>
    /\bRegExp\(|extends RegExp/.test(readFileSync(file, 'utf8')),
  );
  const place = (file: string) => (file.startsWith(ROOT) ? label(file) : relative(PLUGINS, file));
  expect(compiling.map(place).toSorted()).toEqual(known.toSorted());
});

test('data knows neither React nor the page, charts do not know React', () => {
  const isReact = /^(react|react-dom|wouter|lucide-react|@tanstack\/react-.*)(\/|$)/;
  const wrong = imports
    .filter(
      ({ from, specifier }) => ['data', 'charts'].includes(room(from)) && isReact.test(specifier),
    )
    .map(({ from, specifier }) => `${label(from)} -> ${specifier}`);
  const dom = files
    .filter(
      (file) =>
        room(file) === 'data' &&
        /\b(document|window)\./.test(
          readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
        ),
    )
    .map(label);
  expect({ wrong, dom }).toEqual({ wrong: [], dom: [] });
});

test('no module imports itself, not even in a circle', () => {
  const state = new Map<string, 'open' | 'done'>();
  const circles: string[] = [];
  const visit = (file: string, path: string[]) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      circles.push([...path.slice(path.indexOf(file)), file].map(label).join(' -> '));
      return;
    }
    state.set(file, 'open');
    for (const { from, to } of edges) if (from === file) visit(to, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

test('plugins import the SDK, React and what they were granted, nothing of the product', () => {
  const wrong = sourceFiles(PLUGINS)
    .flatMap(importsOf)
    .filter(({ from, specifier }) => {
      const [, plugin = ''] = relative(PLUGINS, from).split('/');
      const folder = join(PLUGINS, ...relative(PLUGINS, from).split('/').slice(0, 2));
      if (specifier.startsWith('.'))
        return !resolve(dirname(from), specifier).startsWith(`${folder}/`);
      return (
        !/^(react|react\/jsx-runtime|@vedette\/sdk)$/.test(specifier) &&
        !PLUGIN_PACKAGES[plugin]?.some((allowed) => allowed.test(specifier))
      );
    })
    .map(({ from, specifier }) => `${relative(PLUGINS, from)} -> ${specifier}`);
  expect(wrong).toEqual([]);
});

const GENERATED = 'kernel/apiTypes.ts';

test('modules stay small enough to read at once', () => {
  const long = files
    .filter((file) => label(file) !== GENERATED)
    .map((file) => ({ file: label(file), lines: readFileSync(file, 'utf8').split('\n').length }))
    .filter(({ lines }) => lines > 400);
  expect(long).toEqual([]);
});
