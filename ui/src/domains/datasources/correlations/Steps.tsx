import type { ReactNode } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import { Button, Field, Fields, IconButton, Input, Select } from '../../../design';
import type { CorrelationStep } from '../../../querying/correlations';
import styles from './Correlations.module.css';

const types = [
  { value: 'regex' as const, label: 'Regular expression' },
  { value: 'logfmt' as const, label: 'Key=value pairs (logfmt)' },
];

export interface StepsProps {
  steps: readonly CorrelationStep[];
  problems: readonly (string | undefined)[];
  onChange: (steps: CorrelationStep[]) => void;
}

/** How parts of a value become variables, one step after the other. */
export function Steps({ steps, problems, onChange }: StepsProps): ReactNode {
  const set = (index: number, patch: Partial<CorrelationStep>) =>
    onChange(steps.map((step, at) => (at === index ? { ...step, ...patch } : step)));
  return (
    <>
      {steps.map((step, index) => (
        <div
          key={index}
          role="group"
          aria-label={`Transformation ${index + 1}`}
          className={styles.step}
        >
          <Fields columns={2}>
            <Field label="Type">
              <Select value={step.type} options={types} onChange={(type) => set(index, { type })} />
            </Field>
            <Field
              label="Source field"
              optional
              hint="Field that the transformation reads, if not the field above."
            >
              <Input
                mono
                value={step.field ?? ''}
                placeholder="same as above"
                onChange={(field) => set(index, { field })}
              />
            </Field>
            {step.type === 'regex' && (
              <>
                <Field
                  label="Expression"
                  hint="Named groups become variables, for example (?<traceID>\w+)"
                  error={problems[index]}
                >
                  <Input
                    mono
                    value={step.expression ?? ''}
                    placeholder="traceID=(?<traceID>\w+)"
                    onChange={(expression) => set(index, { expression })}
                  />
                </Field>
                <Field
                  label="Variable"
                  optional
                  hint="Variable name if the expression has no named groups."
                >
                  <Input
                    mono
                    value={step.mapValue ?? ''}
                    onChange={(mapValue) => set(index, { mapValue })}
                  />
                </Field>
              </>
            )}
          </Fields>
          <IconButton
            icon={Trash2}
            label={`Remove transformation ${index + 1}`}
            onClick={() => onChange(steps.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button icon={Plus} onClick={() => onChange([...steps, { type: 'regex', expression: '' }])}>
        Add transformation
      </Button>
    </>
  );
}
