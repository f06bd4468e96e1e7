/**
 * From PromQL to what the builder can show; undefined where the builder has no place for a part of
 * it.
 */
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';
import { maskVariables } from '@vedette/sdk';
import {
  kindOfOperation,
  type BuilderQuery,
  type MatchFilter,
  type MatchOperator,
  type Operation,
} from './query';

export function fromPromql(expr: string): BuilderQuery | undefined {
  if (expr.trim() === '') return { metric: '', filters: [], operations: [] };
  const tree = parser.parse(maskVariables(expr));
  let broken = false;
  tree.iterate({ enter: (node) => void (broken ||= node.type.isError) });
  const top = tree.topNode.firstChild;
  return broken || !top || top.nextSibling ? undefined : read(top, expr);
}

function read(node: SyntaxNode, expr: string): BuilderQuery | undefined {
  switch (node.name) {
    case 'ParenExpr':
      return node.firstChild ? read(node.firstChild, expr) : undefined;
    case 'VectorSelector':
      return readSelector(node, expr);
    case 'FunctionCall':
      return readCall(node, expr, node.getChild('FunctionIdentifier'));
    case 'AggregateExpr':
      return readCall(node, expr, node.getChild('AggregateOp'), node.getChild('AggregateModifier'));
    case 'BinaryExpr':
      return readBinary(node, expr);
    default:
      return undefined;
  }
}

function readSelector(node: SyntaxNode, expr: string): BuilderQuery | undefined {
  const name = node.getChild('Identifier');
  const matchers = node.getChild('LabelMatchers');
  const filters: MatchFilter[] = [];
  let metric = name ? text(name, expr) : '';
  for (let matcher = matchers?.firstChild; matcher; matcher = matcher.nextSibling) {
    if (matcher.name === 'QuotedLabelName') {
      metric = unquoted(text(matcher, expr));
      continue;
    }
    const [label, operator, value] = children(matcher);
    if (!label || !operator || !value) return undefined;
    const labelText = text(label, expr);
    filters.push({
      label: label.name === 'LabelName' ? labelText : unquoted(labelText),
      operator: text(operator, expr) as MatchOperator,
      value: unquoted(text(value, expr)),
    });
  }
  return { metric, filters, operations: [] };
}

function readCall(
  node: SyntaxNode,
  expr: string,
  name: SyntaxNode | null,
  modifier: SyntaxNode | null = null,
): BuilderQuery | undefined {
  const body = node.getChild('FunctionCallBody');
  const id = name ? text(name, expr).toLowerCase() : '';
  const kind = kindOfOperation(id);
  const args = body ? children(body) : [];
  const last = args.pop();
  if (!kind || kind.isBinary || !last) return undefined;
  if (kind.isRange) {
    const [inner, range] = last.name === 'MatrixSelector' ? children(last) : [];
    const found = inner && range && args.length === 0 ? read(inner, expr) : undefined;
    return found && range && added(found, { id, params: [text(range, expr)] });
  }
  if (
    args.length !== kind.params.length ||
    !args.every((arg) => arg.name === 'NumberDurationLiteral' || isVariable(arg, expr))
  )
    return undefined;
  const inner = read(last, expr);
  const grouping = modifier ? readGrouping(modifier, expr) : undefined;
  return (
    inner &&
    added(inner, {
      id,
      params: args.map((arg) => text(arg, expr)),
      ...(grouping ? { grouping } : {}),
    })
  );
}

function readGrouping(modifier: SyntaxNode, expr: string): Operation['grouping'] {
  const labels = modifier.getChild('GroupingLabels');
  return {
    kind: modifier.getChild('Without') ? 'without' : 'by',
    labels: labels ? children(labels).map((label) => text(label, expr)) : [],
  };
}

function readBinary(node: SyntaxNode, expr: string): BuilderQuery | undefined {
  const [left, operator, right, ...more] = children(node);
  if (!left || !operator || !right || more.length > 0) return undefined;
  const id = text(operator, expr);
  const isNumber = right.name === 'NumberDurationLiteral' || isVariable(right, expr);
  const inner = isNumber && kindOfOperation(id)?.isBinary ? read(left, expr) : undefined;
  return inner && added(inner, { id, params: [text(right, expr)] });
}

const added = (query: BuilderQuery, operation: Operation): BuilderQuery => ({
  ...query,
  operations: [...query.operations, operation],
});

const text = (node: SyntaxNode, expr: string): string => expr.slice(node.from, node.to);
const isVariable = (node: SyntaxNode, expr: string): boolean =>
  /^\$\{?\w+\}?$/.test(text(node, expr));

function children(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (child.name !== 'Comment') found.push(child);
  return found;
}

function unquoted(literal: string): string {
  const inside = literal.slice(1, -1);
  if (literal.startsWith('`')) return inside;
  return inside.replace(/\\(.)/gs, (_whole, sign: string) =>
    sign === 'n' ? '\n' : sign === 't' ? '\t' : sign,
  );
}
