/** The fields of reduce, math and resample expressions. */
import type { ReactNode } from 'react';
import { Field, Input, Select, TextArea } from '../../../design';
import { REDUCE_MODES, REDUCERS, UPSAMPLERS, type ExpressionModel } from './expressions';
import { NumberInput } from './NumberInput';
import styles from './Expressions.module.css';

export interface ExpressionFieldsProps {
  model: ExpressionModel;
  /** The RefIds that the expression can use. */
  inputs: readonly string[];
  onChange: (model: ExpressionModel) => void;
}

export function InputField({ model, inputs, onChange }: ExpressionFieldsProps): ReactNode {
  const value = (model.expression ?? '').replace(/^\$\{?|\}$/g, '');
  const known = inputs.includes(value) ? inputs : [value, ...inputs];
  return (
    <Field label="Input">
      <Select
        value={value}
        options={known.map((name) => ({ value: name, label: name || 'Choose…' }))}
        onChange={(expression) => onChange({ ...model, expression })}
      />
    </Field>
  );
}

export function ReduceFields(props: ExpressionFieldsProps): ReactNode {
  const { model, onChange } = props;
  const { mode = '', replaceWithValue } = model.settings ?? {};
  const setMode = (next: string) =>
    onChange({
      ...model,
      settings: {
        mode: next,
        ...(next === 'replaceNN' ? { replaceWithValue: replaceWithValue ?? 0 } : {}),
      },
    });
  return (
    <div className={styles.fields}>
      <InputField {...props} />
      <Field label="Function">
        <Select
          value={model.reducer ?? 'last'}
          options={REDUCERS}
          onChange={(reducer) => onChange({ ...model, reducer })}
        />
      </Field>
      <Field label="Missing values">
        <Select value={mode} options={REDUCE_MODES} onChange={setMode} />
      </Field>
      {mode === 'replaceNN' && (
        <Field label="Replacement value">
          <NumberInput
            value={replaceWithValue ?? NaN}
            onChange={(value) =>
              onChange({ ...model, settings: { mode, replaceWithValue: value } })
            }
          />
        </Field>
      )}
    </div>
  );
}

export function ResampleFields(props: ExpressionFieldsProps): ReactNode {
  const { model, onChange } = props;
  return (
    <div className={styles.fields}>
      <InputField {...props} />
      <Field label="Resample interval">
        <Input
          mono
          value={model.window ?? ''}
          placeholder="10s"
          onChange={(window) => onChange({ ...model, window })}
        />
      </Field>
      <Field label="Downsample with">
        <Select
          value={model.downsampler ?? 'mean'}
          options={REDUCERS}
          onChange={(downsampler) => onChange({ ...model, downsampler })}
        />
      </Field>
      <Field label="Upsample with">
        <Select
          value={model.upsampler ?? 'fillna'}
          options={UPSAMPLERS}
          onChange={(upsampler) => onChange({ ...model, upsampler })}
        />
      </Field>
    </div>
  );
}

export function MathFields({ model, inputs, onChange }: ExpressionFieldsProps): ReactNode {
  return (
    <Field
      label="Formula"
      hint={`Inputs: ${inputs.map((name) => `$${name}`).join(', ') || 'none yet'}. Comparisons return 1 or 0, for example $A > 10 && $B < 3.`}
    >
      <TextArea
        mono
        rows={2}
        value={model.expression ?? ''}
        placeholder="$A / $B * 100"
        onChange={(expression) => onChange({ ...model, expression })}
      />
    </Field>
  );
}

export function SqlFields({ model, inputs, onChange }: ExpressionFieldsProps): ReactNode {
  return (
    <Field
      label="SELECT"
      hint={`Tables: ${inputs.join(', ') || 'none yet'}. Return one number column. Text columns become labels.`}
    >
      <TextArea
        mono
        rows={4}
        value={model.expression ?? ''}
        onChange={(expression) => onChange({ ...model, expression })}
      />
    </Field>
  );
}
