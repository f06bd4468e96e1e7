/** A threshold, with an optional recovery threshold. */
import type { ReactNode } from 'react';
import { Switch } from '../../../design';
import type { Evaluator } from './expressions';
import type { ThresholdCondition } from './expressions';
import { EvaluatorFields } from './EvaluatorFields';
import { InputField, type ExpressionFieldsProps } from './ExpressionFields';
import styles from './Expressions.module.css';

/** The default recovery evaluator: the opposite of the evaluator that fires. */
const OPPOSITE: Record<string, string> = {
  gt: 'lt',
  gte: 'lt',
  lt: 'gt',
  lte: 'gt',
  eq: 'ne',
  ne: 'eq',
  within_range: 'outside_range',
  within_range_included: 'outside_range',
  outside_range: 'within_range',
  outside_range_included: 'within_range',
};

export function opposite({ type, params = [] }: Evaluator): Evaluator {
  return { type: OPPOSITE[type] ?? 'lt', params: [...params] };
}

export function ThresholdFields(props: ExpressionFieldsProps): ReactNode {
  const { model, onChange } = props;
  const [condition = { evaluator: { type: 'gt', params: [0] } }] = (model.conditions ??
    []) as ThresholdCondition[];
  const { evaluator, unloadEvaluator } = condition;
  const set = (patch: Partial<ThresholdCondition>) =>
    onChange({ ...model, conditions: [{ ...condition, ...patch }] });
  const toggle = (isOn: boolean) => {
    if (isOn) {
      set({ unloadEvaluator: opposite(evaluator) });
      return;
    }
    const { unloadEvaluator: _ended, ...rest } = condition;
    onChange({ ...model, conditions: [rest] });
  };
  return (
    <>
      <div className={styles.fields}>
        <InputField {...props} />
        <EvaluatorFields evaluator={evaluator} onChange={(next) => set({ evaluator: next })} />
      </div>
      <div className={styles.recovery}>
        <Switch
          label="Custom recovery threshold, to prevent flapping"
          checked={unloadEvaluator !== undefined}
          onChange={toggle}
        />
        {unloadEvaluator && (
          <div className={styles.fields}>
            <EvaluatorFields
              label="Recovers when value"
              evaluator={unloadEvaluator}
              onChange={(next) => set({ unloadEvaluator: next })}
            />
          </div>
        )}
      </div>
    </>
  );
}
