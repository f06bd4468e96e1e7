/** A calculation over queries and other expressions. */
import type { ReactNode } from 'react';
import { Select } from '../../../design';
import { changedQuery } from '../model/edits';
import {
  EXPRESSION_NAMES,
  inputsOf,
  newExpression,
  type ExpressionKind,
  type ExpressionModel,
} from '../../../sdk/editor/expressions/expressions';
import { expressionOf, expressionQuery } from '../model/expressions';
import type { RuleQuery } from '../model/rules';
import type { Preview } from '../preview/usePreview';
import { ExpressionEditor } from '../../../sdk/editor/expressions/ExpressionEditor';
import type { ExpressionFieldsProps } from '../../../sdk/editor/expressions/ExpressionFields';
import type { LogicPart } from './part';
import { RowFrame } from './RowFrame';

const KINDS = Object.entries(EXPRESSION_NAMES).map(([value, label]) => ({
  value: value as ExpressionKind,
  label,
}));

export interface ExpressionRowProps extends LogicPart {
  query: RuleQuery;
  preview: Preview;
}

export function ExpressionRow(props: ExpressionRowProps): ReactNode {
  const { query, draft, change } = props;
  const { refId } = query;
  const model = expressionOf(query);
  const names = draft.data.map((each) => each.refId);
  const set = (next: ExpressionModel) => change(changedQuery(draft, refId, expressionQuery(next)));
  const switchKind = (kind: ExpressionKind) => {
    const [input = names.find((name) => name !== refId) ?? ''] = inputsOf(model, names);
    set(newExpression(kind, refId, input));
  };
  const fields: ExpressionFieldsProps = {
    model,
    inputs: names.filter((name) => name !== refId),
    onChange: set,
  };
  return (
    <RowFrame
      {...props}
      refId={refId}
      what="expression"
      head={
        <Select
          label={`Type of expression ${refId}`}
          value={model.type}
          options={KINDS}
          onChange={switchKind}
        />
      }
    >
      <ExpressionEditor {...fields} />
    </RowFrame>
  );
}
