/** Reads what source files import, from their syntax, and looks for cycles. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseSync, Visitor } from 'vite';

export type ImportKind = 'static' | 'type' | 'dynamic';

export interface Import {
  /** The importing file. */
  from: string;
  /** As written: a package, or a path relative to `from`. */
  specifier: string;
  kind: ImportKind;
}

export interface Edge {
  from: string;
  to: string;
}

/** TypeScript files below `folder`, tests included. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

export const isTest = (file: string) => /\.test\.tsx?$/.test(file);

export const importsOf = (file: string) => parseImports(file, readFileSync(file, 'utf8'));

/** Syntax trees are slow to build, so only modules that may hold such an import get one. */
const OTHER_FORMS = /\b(import\s*\(|import\.meta|import\s[\w\s]+=|require|vi\.)/;
const MODULE_CALL = /^(import\.meta\.glob|require|vi\.(do)?[mM]ock|vi\.import\w+)$/;

/**
 * Every import of a module: static ones and re-exports, those of types in all their forms, and
 * dynamic ones, to which the globs of Vite, workers, and mocked modules of tests count. Throws an
 * error if the module cannot be parsed, or imports something that is not written in the code.
 */
export function parseImports(from: string, text: string): Import[] {
  const parsed = parseSync(from, text);
  if (parsed.errors[0]) throw new Error(`${from}: ${parsed.errors[0].message}`);
  const { staticImports, staticExports } = parsed.module;
  const found = [
    ...staticImports.map(({ moduleRequest, entries }) => ({ moduleRequest, entries })),
    ...staticExports.flatMap(({ entries }) =>
      entries.map((entry) => ({ moduleRequest: entry.moduleRequest, entries: [entry] })),
    ),
  ].flatMap(({ moduleRequest, entries }): Import[] => {
    const isType = entries.length > 0 && entries.every((entry) => entry.isType);
    const kind = isType ? 'type' : 'static';
    return moduleRequest ? [{ from, specifier: moduleRequest.value, kind }] : [];
  });
  if (!OTHER_FORMS.test(text)) return found;

  const add = (kind: ImportKind, source: unknown) => {
    found.push({ from, specifier: literal(from, source), kind });
  };
  const source = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  new Visitor({
    ImportExpression: (node) => add('dynamic', node.source),
    TSImportType: (node) => add('type', node.source),
    TSImportEqualsDeclaration({ importKind, moduleReference }) {
      if (moduleReference.type === 'TSExternalModuleReference')
        add(importKind === 'type' ? 'type' : 'static', moduleReference.expression);
    },
    CallExpression({ callee, arguments: [first] }) {
      if (!first || !MODULE_CALL.test(source(callee))) return;
      for (const each of first.type === 'ArrayExpression' ? first.elements : [first])
        if (each?.type !== 'ImportExpression') add('dynamic', each);
    },
    NewExpression({ callee, arguments: [path, base] }) {
      const ofModule = base && source(base) === 'import.meta.url' && source(callee) === 'URL';
      if (ofModule && path?.type !== 'Identifier') add('dynamic', path);
    },
  }).visit(parsed.program);
  return found;
}

function literal(from: string, source: unknown): string {
  const { type, value, quasis } = source as {
    type: string;
    value?: unknown;
    quasis?: { value: { cooked: string } }[];
  };
  if (type === 'Literal') return String(value);
  const [text, ...more] = quasis ?? [];
  if (!text || more.length > 0) throw new Error(`${from}: imports what the code does not name.`);
  return text.value.cooked;
}

/**
 * The file that an import leads to, or undefined for a package or a glob. `aliases` are packages that are
 * files of this repository. Throws an error if there is no such file.
 */
export function targetOf(
  { from, specifier }: Import,
  aliases: Readonly<Record<string, string>> = {},
): string | undefined {
  if (aliases[specifier]) return aliases[specifier];
  if (!specifier.startsWith('.') || specifier.includes('*')) return undefined;
  const base = resolve(dirname(from), specifier.replace(/\?.*$/, ''));
  const found = [
    base,
    `${base}.ts`,
    `${base}.tsx`,
    join(base, 'index.ts'),
    join(base, 'index.tsx'),
  ];
  const file = found.find((path) => /\.\w+$/.test(path) && existsSync(path));
  if (!file) throw new Error(`${from}: imports ${specifier}, which does not exist.`);
  return file;
}

/** Cycles of a graph, each as the path from a node back to itself. Empty if there are none. */
export function cycles(edges: readonly Edge[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const state = new Map<string, 'open' | 'done'>();
  const found: string[][] = [];
  const visit = (node: string, path: readonly string[]) => {
    if (state.get(node) === 'open') found.push([...path.slice(path.indexOf(node)), node]);
    if (state.has(node)) return;
    state.set(node, 'open');
    for (const to of next.get(node) ?? []) visit(to, [...path, node]);
    state.set(node, 'done');
  };
  for (const node of next.keys()) visit(node, []);
  return found;
}
