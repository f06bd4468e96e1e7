/** The evaluator of a threshold, such as `is above 5` or `is within 1 and 2`. */
import type { ReactNode } from 'react';
import { Field, Select } from '../../../design';
import type { Evaluator } from './expressions';
import { EVALUATORS, isRange } from './expressions';
import { NumberInput } from './NumberInput';

export interface EvaluatorFieldsProps {
  evaluator: Evaluator;
  onChange: (evaluator: Evaluator) => void;
  label?: string;
  /** The evaluators to select from. */
  choices?: typeof EVALUATORS;
}

export function EvaluatorFields({
  evaluator,
  onChange,
  label = 'Fires when value',
  choices = EVALUATORS,
}: EvaluatorFieldsProps): ReactNode {
  const { type, params = [] } = evaluator;
  const [first = NaN, second = NaN] = params;
  const isTwo = isRange(type);
  const setType = (next: string) =>
    onChange({
      ...evaluator,
      type: next,
      params: isRange(next) ? [first, Number.isFinite(second) ? second : first] : [first],
    });
  return (
    <>
      <Field label={label}>
        <Select value={type} options={choices} onChange={setType} />
      </Field>
      {type !== 'no_value' && (
        <Field label={isTwo ? 'From' : 'Threshold'}>
          <NumberInput
            value={first}
            onChange={(value) =>
              onChange({ ...evaluator, params: isTwo ? [value, second] : [value] })
            }
          />
        </Field>
      )}
      {isTwo && (
        <Field label="To">
          <NumberInput
            value={second}
            onChange={(value) => onChange({ ...evaluator, params: [first, value] })}
          />
        </Field>
      )}
    </>
  );
}
