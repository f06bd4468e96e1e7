/** What the page has to know of a LogQL query: whether it asks for lines, its selector, where filters go. */
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@grafana/lezer-logql';
import { maskVariables, type AdHocFilter } from '@vedette/sdk';
import type { LokiQuery } from './model';

function treeOf(expr: string) {
  return parser.parse(maskVariables(expr));
}

/** Lines, as opposed to numbers counted from them. */
export function isLogQuery(expr: string): boolean {
  const top = treeOf(expr).topNode.firstChild?.firstChild;
  return top?.name === 'LogExpr';
}

/** Text of the first stream selector with its braces; the empty text where there is none. */
export function selectorOf(expr: string): string {
  let found = '';
  treeOf(expr).iterate({
    enter: ({ name, from, to }) => {
      if (name === 'Selector' && !found) found = expr.slice(from, to);
    },
  });
  return found;
}

const PARSERS = new Set(['LabelParser', 'LogfmtParser', 'LogfmtExpressionParser', 'JsonExpressionParser']);
const AFTER = new Set(['LabelFilter', 'LineFormatExpr', 'LabelFormatExpr', ...PARSERS]);

/**
 * Adds a filter to every part of the query. A label of the stream becomes a matcher of its selector; one that was
 * parsed, or that belongs to the line, a label filter behind the last stage that could make it.
 */
export function withFilter(query: LokiQuery, { key, operator, value, ...rest }: AdHocFilter): LokiQuery {
  const quoted = `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  const filter = `${key}${operator}${quoted}`;
  const isOfStream = rest['labelType'] === undefined || rest['labelType'] === 'I';
  const insert = isOfStream ? matcherPlace : stagePlace;
  const places: { at: number; text: string }[] = [];
  treeOf(query.expr).iterate({
    enter: ({ name, node }) => {
      if (name === 'Selector') places.push(insert(query.expr, node, filter));
    },
  });
  return { ...query, expr: places.reduceRight((expr, { at, text }) => expr.slice(0, at) + text + expr.slice(at), query.expr) };
}

function matcherPlace(expr: string, selector: SyntaxNode, filter: string) {
  const inside = expr.slice(selector.from + 1, selector.to - 1);
  if (inside.includes(filter)) return { at: selector.to, text: '' };
  const text = inside.trim() === '' ? filter : `, ${filter}`;
  return { at: selector.from + 1 + inside.trimEnd().length, text };
}

function stagePlace(expr: string, selector: SyntaxNode, filter: string) {
  const stages = stagesAfter(selector);
  const last = stages.findLast((stage) => AFTER.has(stage.lastChild?.name ?? '')) ?? stages.at(-1) ?? selector;
  const place = stages.some((stage) => PARSERS.has(stage.lastChild?.name ?? '')) ? last : (stages.at(-1) ?? selector);
  const text = ` | ${filter}`;
  return { at: place.to, text: expr.includes(text.trim()) ? '' : text };
}

/** The pipeline stages that belong to a selector, in their order. */
function stagesAfter(selector: SyntaxNode): SyntaxNode[] {
  const around = selector.parent;
  const found: SyntaxNode[] = [];
  around?.cursor().iterate(({ name, node }) => {
    if (name === 'PipelineStage') found.push(node);
  });
  return found.sort((a, b) => a.from - b.from);
}
