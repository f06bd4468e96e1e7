/** The queries of a rule that are expressions. */
import {
  inputsOf,
  type ExpressionKind,
  type ExpressionModel,
} from '../../../sdk/editor/expressions/expressions';
import { EXPRESSION_UID, isExpressionUid, type RuleQuery } from './rules';

export function isExpression(query: Pick<RuleQuery, 'datasourceUid'>): boolean {
  return isExpressionUid(query.datasourceUid);
}

export function expressionOf(query: RuleQuery): ExpressionModel {
  return {
    ...query.model,
    refId: query.refId,
    type: (query.model['type'] ?? 'math') as ExpressionKind,
  };
}

export function expressionQuery(model: ExpressionModel): RuleQuery {
  const datasource = { type: EXPRESSION_UID, uid: EXPRESSION_UID };
  return {
    refId: model.refId,
    datasourceUid: EXPRESSION_UID,
    queryType: '',
    relativeTimeRange: { from: 0, to: 0 },
    model: { ...model, datasource },
  };
}

/** Everything `refId` is made of, itself included. A circle ends where it began. */
export function upstream(data: readonly RuleQuery[], refId: string): Set<string> {
  const names = data.map((query) => query.refId);
  const found = new Set<string>();
  const visit = (name: string) => {
    const query = data.find((each) => each.refId === name);
    if (!query || found.has(name)) return;
    found.add(name);
    if (isExpression(query)) inputsOf(expressionOf(query), names).forEach(visit);
  };
  visit(refId);
  return found;
}
