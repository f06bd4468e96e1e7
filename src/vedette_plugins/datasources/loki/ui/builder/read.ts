/**
 * From LogQL to what the builder can show; undefined where the builder has no place for a part of
 * it.
 */
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@grafana/lezer-logql';
import { maskVariables, type BuilderOperation } from '@vedette/sdk';
import { kindOfOperation, type BuilderQuery, type MatchFilter } from './query';

export function fromLogql(expr: string): BuilderQuery | undefined {
  if (expr.trim() === '') return { filters: [], operations: [] };
  const tree = parser.parse(maskVariables(expr));
  let broken = false;
  tree.iterate({
    enter: ({ type, node }) => void (broken ||= type.isError && node.parent?.name !== 'Selector'),
  });
  const top = tree.topNode.firstChild?.firstChild;
  return broken || !top ? undefined : read(top, expr);
}

function read(node: SyntaxNode, expr: string): BuilderQuery | undefined {
  switch (node.name) {
    case 'LogExpr':
    case 'LogRangeExpr':
      return readLines(node, expr);
    case 'MetricExpr':
    case 'Expr':
      return node.firstChild ? read(node.firstChild, expr) : undefined;
    case 'RangeAggregationExpr':
      return readRange(node, expr);
    case 'VectorAggregationExpr':
      return readAggregation(node, expr);
    default:
      return undefined;
  }
}

function readLines(node: SyntaxNode, expr: string): BuilderQuery | undefined {
  const selector = node.getChild('Selector');
  if (!selector) return undefined;
  const filters: MatchFilter[] = [];
  selector.cursor().iterate(({ name, node: matcher }) => {
    if (name === 'Matcher') filters.push(matcherOf(matcher, expr));
  });
  const operations: BuilderOperation[] = [];
  for (const stage of stagesOf(node)) {
    const found = readStage(stage, expr);
    if (!found) return undefined;
    operations.push(...found);
  }
  return { filters, operations };
}

/** Stages of the pipeline in their order; an `unwrap` stands beside them in the grammar. */
function stagesOf(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  node.cursor().iterate(({ name, node: stage }) => {
    if (name !== 'PipelineStage' && name !== 'UnwrapExpr') return true;
    found.push(stage);
    return false;
  });
  return found.sort((a, b) => a.from - b.from);
}

function readStage(stage: SyntaxNode, expr: string): BuilderOperation[] | undefined {
  if (stage.name === 'UnwrapExpr') return readUnwrap(stage, expr);
  const inner = stage.lastChild;
  if (!inner) return undefined;
  if (inner.name === 'LineFilters') return readLineFilters(inner, expr);
  const whole = text(stage, expr)
    .replace(/^\|\s*/, '')
    .trim();
  if (inner.name === 'LabelFilter') return readLabelFilter(inner, expr);
  const [, keyword = '', rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(whole) ?? [];
  const kind = kindOfOperation(keyword);
  if (!kind || kind.form !== 'stage') return undefined;
  if (kind.params.length === 0) return rest === '' ? [{ id: keyword, params: [] }] : undefined;
  return isString(rest) ? [{ id: keyword, params: [unquoted(rest)] }] : undefined;
}

function readLineFilters(node: SyntaxNode, expr: string): BuilderOperation[] | undefined {
  const found: { from: number; operation: BuilderOperation }[] = [];
  let isSimple = true;
  node.cursor().iterate(({ name, node: filter }) => {
    if (name !== 'LineFilter') return;
    const [operator, value, ...more] = children(filter);
    const id = `line ${operator ? text(operator, expr) : ''}`;
    if (!value || value.name !== 'String' || more.length > 0 || !kindOfOperation(id))
      isSimple = false;
    else
      found.push({ from: filter.from, operation: { id, params: [unquoted(text(value, expr))] } });
  });
  return isSimple
    ? found.sort((a, b) => a.from - b.from).map(({ operation }) => operation)
    : undefined;
}

function readLabelFilter(node: SyntaxNode, expr: string): BuilderOperation[] | undefined {
  if (node.getChild('LabelFilter')) return undefined;
  const match = /^([\w.]+)\s*(==|=~|!~|!=|>=|<=|=|>|<)\s*([\s\S]+)$/.exec(text(node, expr));
  if (!match) return undefined;
  const [, label = '', operator = '', value = ''] = match;
  const isText = isString(value);
  if (!isText && !/^[\d.]+\s*[a-zA-Z]*$/.test(value)) return undefined;
  if (!isText && !/[<>]/.test(operator)) return undefined;
  return [{ id: 'label filter', params: [label, operator, isText ? unquoted(value) : value] }];
}

function readUnwrap(node: SyntaxNode, expr: string): BuilderOperation[] | undefined {
  const label = /^\|\s*unwrap\s+([\w.]+)$/.exec(text(node, expr).trim())?.[1];
  return label ? [{ id: 'unwrap', params: [label] }] : undefined;
}

function readRange(node: SyntaxNode, expr: string): BuilderQuery | undefined {
  const lines = node.getChild('LogRangeExpr');
  const duration = lines?.getChild('Range')?.getChild('Duration');
  const id = text(node.getChild('RangeOp'), expr);
  if (
    !lines ||
    !duration ||
    !kindOfOperation(id) ||
    node.getChild('Grouping') ||
    node.getChild('Number') ||
    lines.getChild('OffsetExpr')
  )
    return undefined;
  const inner = readLines(lines, expr);
  return inner && added(inner, { id, params: [text(duration, expr)] });
}

function readAggregation(node: SyntaxNode, expr: string): BuilderQuery | undefined {
  const id = text(node.getChild('VectorOp'), expr);
  const kind = kindOfOperation(id);
  const metric = node.getChild('MetricExpr');
  const number = node.getChild('Number');
  if (!kind || !metric || kind.params.length !== (number ? 1 : 0)) return undefined;
  const inner = read(metric, expr);
  const grouping = node.getChild('Grouping');
  const group = grouping
    ? {
        kind: grouping.getChild('Without') ? ('without' as const) : ('by' as const),
        labels: labelsOf(grouping, expr),
      }
    : undefined;
  return (
    inner &&
    added(inner, {
      id,
      params: number ? [text(number, expr)] : [],
      ...(group ? { grouping: group } : {}),
    })
  );
}

function labelsOf(grouping: SyntaxNode, expr: string): string[] {
  const found: string[] = [];
  grouping.cursor().iterate(({ name, from, to }) => {
    if (name === 'Identifier') found.push(expr.slice(from, to));
  });
  return found;
}

function matcherOf(node: SyntaxNode, expr: string): MatchFilter {
  const [label, operator, value] = children(node);
  return {
    label: text(label, expr),
    operator: text(operator, expr) as MatchFilter['operator'],
    value: unquoted(text(value, expr)),
  };
}

const added = (query: BuilderQuery, operation: BuilderOperation): BuilderQuery => ({
  ...query,
  operations: [...query.operations, operation],
});
const text = (node: SyntaxNode | null | undefined, expr: string): string =>
  node ? expr.slice(node.from, node.to) : '';
const isString = (literal: string) => /^("(?:\\.|[^"\\])*"|`[^`]*`)$/.test(literal);

function children(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child);
  return found;
}

function unquoted(literal: string): string {
  const inside = literal.slice(1, -1);
  if (literal.startsWith('`')) return inside;
  return inside.replace(/\\(.)/gs, (_whole, sign: string) =>
    sign === 'n' ? '\n' : sign === 't' ? '\t' : sign,
  );
}
