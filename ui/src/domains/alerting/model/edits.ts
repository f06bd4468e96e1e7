/** Changes of the queries and levels of a rule, as patches of its draft. Pure. */
import type { RuleDraft, RuleLogic } from './draft';
import { freeRefId, newExpression, withRenamed } from '../../../sdk/editor/expressions/expressions';
import { expressionOf, expressionQuery, isExpression } from './expressions';
import type { RuleQuery } from './rules';

export function changedQuery(
  draft: RuleLogic,
  refId: string,
  query: RuleQuery,
): Partial<RuleDraft> {
  return { data: draft.data.map((each) => (each.refId === refId ? query : each)) };
}

/** Gives a query another name, in everything that reads it too. */
export function renamed(draft: RuleLogic, from: string, to: string): Partial<RuleDraft> {
  const data = draft.data.map((query) => {
    if (query.refId === from) return { ...query, refId: to, model: { ...query.model, refId: to } };
    return isExpression(query)
      ? { ...query, model: { ...withRenamed(expressionOf(query), from, to) } }
      : query;
  });
  const named = (refId: string) => (refId === from ? to : refId);
  const levels = draft.thresholds?.levels.map((level) => ({
    ...level,
    evaluator: level.evaluator.from
      ? { ...level.evaluator, from: named(level.evaluator.from) }
      : level.evaluator,
  }));
  return {
    data,
    condition: named(draft.condition),
    ...(draft.thresholds
      ? { thresholds: { of: named(draft.thresholds.of), levels: levels ?? [] } }
      : {}),
  };
}

export function withoutQuery(draft: RuleLogic, refId: string): Partial<RuleDraft> {
  const data = draft.data.filter((query) => query.refId !== refId);
  return {
    data,
    condition: draft.condition === refId ? (data.at(-1)?.refId ?? '') : draft.condition,
  };
}

/** Several severities begin with what the threshold expression of the condition said. */
export function withLevels(draft: RuleLogic): Partial<RuleDraft> {
  const decisive = draft.data.find(({ refId }) => refId === draft.condition);
  const model = decisive && isExpression(decisive) ? expressionOf(decisive) : undefined;
  const isThreshold = model?.type === 'threshold';
  const of = isThreshold ? (model.expression ?? '') : draft.condition;
  const [first] = (isThreshold ? model.conditions : undefined) ?? [];
  const evaluator = first?.evaluator ?? { type: 'gt', params: [0] };
  const data = isThreshold
    ? draft.data.filter(({ refId }) => refId !== draft.condition)
    : draft.data;
  return {
    data,
    condition: of,
    thresholds: {
      of,
      levels: [
        { labels: { severity: 'critical' }, evaluator: { ...evaluator } },
        { labels: { severity: 'warning' }, evaluator: { ...evaluator } },
      ],
    },
  };
}

/** Back to one threshold: the severest one stays. */
export function withoutLevels(draft: RuleLogic): Partial<RuleDraft> {
  const { thresholds } = draft;
  if (!thresholds) return {};
  const refId = freeRefId(draft.data);
  const evaluator = thresholds.levels[0]?.evaluator ?? { type: 'gt', params: [0] };
  const threshold = expressionQuery({
    ...newExpression('threshold', refId, thresholds.of),
    conditions: [{ evaluator }],
  });
  return { thresholds: undefined, data: [...draft.data, threshold], condition: refId };
}
