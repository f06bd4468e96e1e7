/**
 * What the page has to know of a LogQL query: whether it asks for lines, its selector, where
 * filters go.
 */
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

const PARSERS = new Set([
  'LabelParser',
  'LogfmtParser',
  'LogfmtExpressionParser',
  'JsonExpressionParser',
]);
const AFTER = new Set(['LabelFilter', 'LineFormatExpr', 'LabelFormatExpr', ...PARSERS]);

/**
 * Adds a filter to every part of the query. A label of the stream becomes a matcher of its
 * selector; one that was parsed, or that belongs to the line, a label filter behind the last stage
 * that could make it. A field the page read from the line itself gets its `parser`, where the query
 * has none.
 */
export function withFilter(
  query: LokiQuery,
  { key, operator, value, ...rest }: AdHocFilter,
): LokiQuery {
  const { labelType, parser: stage } = rest;
  const isParsed = labelType === 'P';
  const filter = `${isParsed ? parsedName(key) : key}${operator}${quoted(value)}`;
  const isOfStream = labelType === undefined || labelType === 'I';
  const parserStage = stage === 'json' || stage === 'logfmt' ? stage : undefined;
  const insert = isOfStream
    ? matcherPlace
    : (...place: PlaceOf) => stagePlace(...place, parserStage);
  const places: { at: number; text: string }[] = [];
  treeOf(query.expr).iterate({
    enter: ({ name, node }) => {
      if (name === 'Selector') places.push(insert(query.expr, node, filter));
    },
  });
  return {
    ...query,
    expr: places.reduceRight(
      (expr, { at, text }) => expr.slice(0, at) + text + expr.slice(at),
      query.expr,
    ),
  };
}

/** Parsers write what a label cannot hold as an underscore. */
function parsedName(key: string): string {
  return key.replace(/^(?=\d)|[^A-Za-z0-9_]/g, '_');
}

function quoted(value: string): string {
  const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  return `"${value.replace(/["\\]/g, '\\$&').replace(/[\n\r\t]/g, (space) => escapes[space] ?? space)}"`;
}

type PlaceOf = [expr: string, selector: SyntaxNode, filter: string];

function matcherPlace(...[expr, selector, filter]: PlaceOf) {
  const inside = expr.slice(selector.from + 1, selector.to - 1);
  if (inside.includes(filter)) return { at: selector.to, text: '' };
  const text = inside.trim() === '' ? filter : `, ${filter}`;
  return { at: selector.from + 1 + inside.trimEnd().length, text };
}

function stagePlace(expr: string, selector: SyntaxNode, filter: string, parserStage?: string) {
  const stages = stagesAfter(selector);
  const last =
    stages.findLast((stage) => AFTER.has(stage.lastChild?.name ?? '')) ?? stages.at(-1) ?? selector;
  const isParsed = stages.some((stage) => PARSERS.has(stage.lastChild?.name ?? ''));
  const place = isParsed ? last : (stages.at(-1) ?? selector);
  const text = ` | ${filter}`;
  if (expr.includes(text.trim())) return { at: place.to, text: '' };
  return { at: place.to, text: parserStage && !isParsed ? ` | ${parserStage}${text}` : text };
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
