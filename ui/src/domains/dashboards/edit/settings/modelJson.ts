/** The text of the JSON page: what is wrong with it, and where. */
import { jsonLanguage } from '@codemirror/lang-json';
import { isCurrent, loadUpgrade, type DashboardModel, type Json } from '../../../../data';
import { checkModel, type Problem } from './checkModel';

export interface PlacedProblem extends Problem {
  /** Offsets in the text. */
  from: number;
  to: number;
  /** From 1. */
  line: number;
}

type Node = NonNullable<ReturnType<typeof jsonLanguage.parser.parse>['topNode']>;

/** Text that is no JSON has one problem, where reading it ends. */
export function problemsOf(text: string): PlacedProblem[] {
  const tree = jsonLanguage.parser.parse(text);
  const place = (problem: Problem, from: number, to: number): PlacedProblem => ({
    ...problem,
    from,
    to,
    line: text.slice(0, from).split('\n').length,
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const at = firstMistake(tree.topNode, text.length);
    const reason = error instanceof Error ? error.message : String(error);
    const message = `This is not valid JSON: ${reason}`;
    return [place({ path: '', message, severity: 'error' }, at, Math.min(at + 1, text.length))];
  }
  return checkModel(value).map((problem) => {
    const node = nodeAt(tree.topNode.firstChild ?? tree.topNode, problem.path, text);
    // Only the bracket of what is large: the whole text underlined shows nothing.
    const isLarge = node.name === 'Object' || node.name === 'Array';
    return place(problem, node.from, isLarge ? node.from + 1 : node.to);
  });
}

function firstMistake(top: Node, end: number): number {
  let found = end;
  top.cursor().iterate(({ type, from }) => {
    if (type.isError) found = Math.min(found, from);
    return undefined;
  });
  return Math.max(0, Math.min(found, end - 1));
}

const keysOf = (path: string) => path.split(/[.[\]]+/).filter(Boolean);

/** The value at `path`, or the deepest one on the way that is there. */
function nodeAt(root: Node, path: string, text: string): Node {
  let node = root;
  for (const key of keysOf(path)) {
    const next =
      node.name === 'Array'
        ? childrenOf(node).filter(({ name }) => /^[A-Z]/.test(name))[Number(key)]
        : valueOf(node, key, text);
    if (!next) return node;
    node = next;
  }
  return node;
}

/** The last one where a key is there twice, as `JSON.parse` reads it. */
function valueOf(node: Node, key: string, text: string): Node | undefined {
  const property = childrenOf(node).findLast((child) => {
    const name = child.getChild('PropertyName');
    return name && JSON.parse(text.slice(name.from, name.to)) === key;
  });
  return property?.lastChild ?? undefined;
}

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

/** The model in the current form; text without errors only. */
export async function readModel(text: string): Promise<DashboardModel> {
  const model = JSON.parse(text) as unknown;
  if (isCurrent(model)) return model;
  const upgradeDashboard = await loadUpgrade();
  return upgradeDashboard(model as Json).model;
}
