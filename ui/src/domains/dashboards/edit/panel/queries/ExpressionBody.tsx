/** A calculation over other queries of the panel. */
import type { ReactNode } from 'react';
import type { PanelModel, Target } from '../../../../../data';
import { Select } from '../../../../../design';
import { ExpressionEditor } from '../../../../../sdk/editor/expressions/ExpressionEditor';
import {
  EXPRESSION_NAMES,
  expressionText,
  inputsOf,
  newExpression,
  type ExpressionKind,
  type ExpressionModel,
} from '../../../../../sdk/editor/expressions/expressions';
import { EXPRESSION } from '../../../../../querying/sources';
import { changeQuery } from '../../draft/commands/query';
import { useDraftStore } from '../../draft/context';

/** Classic conditions are for alert rules alone. */
const KINDS = (['math', 'reduce', 'resample', 'threshold', 'sql'] as const).map((value) => ({
  value: value as ExpressionKind,
  label: EXPRESSION_NAMES[value],
}));

interface ExpressionProps {
  panel: PanelModel;
  target: Target;
}

export function expressionTarget(model: ExpressionModel): Target {
  return { ...model, datasource: { type: EXPRESSION, uid: EXPRESSION } };
}

const modelOf = (target: Target): ExpressionModel => ({
  ...target,
  type: (target['type'] ?? 'math') as ExpressionKind,
});

export const summaryOf = (target: Target): string => expressionText(modelOf(target));

const namesIn = (panel: PanelModel, except: string): string[] =>
  (panel.targets ?? []).map(({ refId }) => refId).filter((refId) => refId !== except);

export function ExpressionKindSelect({ panel, target }: ExpressionProps): ReactNode {
  const store = useDraftStore();
  const { refId } = target;
  const model = modelOf(target);
  const known = KINDS.some(({ value }) => value === model.type)
    ? KINDS
    : [...KINDS, { value: model.type, label: EXPRESSION_NAMES[model.type] ?? model.type }];
  const choose = (kind: ExpressionKind) => {
    const names = namesIn(panel, refId);
    const [input = names[0] ?? ''] = inputsOf(model, names);
    store.run(changeQuery(panel, refId, expressionTarget(newExpression(kind, refId, input))));
  };
  return (
    <Select
      label={`Type of expression ${refId}`}
      size="sm"
      value={model.type}
      options={known}
      onChange={choose}
    />
  );
}

export function ExpressionBody({ panel, target }: ExpressionProps): ReactNode {
  const store = useDraftStore();
  return (
    <ExpressionEditor
      model={modelOf(target)}
      inputs={namesIn(panel, target.refId)}
      onChange={(next) => store.run(changeQuery(panel, target.refId, { ...target, ...next }))}
    />
  );
}
