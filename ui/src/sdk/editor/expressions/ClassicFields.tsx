/** Classic conditions: several conditions in one expression, with a result without labels. */
import type { ReactNode } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import { Button, Field, IconButton, Select } from '../../../design';
import { CLASSIC_REDUCERS, EVALUATORS, newClassic, type ClassicCondition } from './expressions';
import { EvaluatorFields } from './EvaluatorFields';
import type { ExpressionFieldsProps } from './ExpressionFields';
import styles from './Expressions.module.css';

const OPERATORS = [
  { value: 'and', label: 'and' },
  { value: 'or', label: 'or' },
  { value: 'logic-or', label: 'OR, decides alone' },
];
const CHOICES = [...EVALUATORS, { value: 'no_value', label: 'has no value' }];

export function ClassicFields({ model, inputs, onChange }: ExpressionFieldsProps): ReactNode {
  const conditions = (model.conditions ?? []) as ClassicCondition[];
  const set = (next: ClassicCondition[]) => onChange({ ...model, conditions: next });
  const change = (at: number, patch: Partial<ClassicCondition>) =>
    set(conditions.map((each, index) => (index === at ? { ...each, ...patch } : each)));
  const names = inputs.map((name) => ({ value: name, label: name }));
  return (
    <>
      {conditions.map((condition, index) => (
        <div
          key={index}
          role="group"
          aria-label={`Condition ${index + 1}`}
          className={styles.fields}
        >
          {index > 0 && (
            <Field label="Operator">
              <Select
                value={condition.operator.type}
                options={OPERATORS}
                onChange={(type) => change(index, { operator: { type } })}
              />
            </Field>
          )}
          <Field label="Function">
            <Select
              value={condition.reducer.type}
              options={CLASSIC_REDUCERS}
              onChange={(type) => change(index, { reducer: { type, params: [] } })}
            />
          </Field>
          <Field label="Query">
            <Select
              value={condition.query.params[0] ?? ''}
              options={names}
              onChange={(name) => change(index, { query: { params: [name] } })}
            />
          </Field>
          <EvaluatorFields
            choices={CHOICES}
            evaluator={condition.evaluator}
            onChange={(evaluator) => change(index, { evaluator })}
          />
          {conditions.length > 1 && (
            <IconButton
              icon={Trash2}
              label={`Remove condition ${index + 1}`}
              onClick={() => set(conditions.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      <Button
        size="sm"
        icon={Plus}
        onClick={() => set([...conditions, newClassic(inputs[0] ?? '')])}
      >
        Add condition
      </Button>
    </>
  );
}
