import { FormField, FormFields, Input, Select, Switch, type CustomEditorProps } from '@vedette/sdk';
import type { CellStored } from '../stored';

const TYPES = [
  { value: 'auto', label: 'Auto' },
  { value: 'color-text', label: 'Colored text' },
  { value: 'color-background', label: 'Colored background' },
  { value: 'gauge', label: 'Gauge' },
  { value: 'sparkline', label: 'Sparkline' },
  { value: 'json-view', label: 'JSON' },
  { value: 'image', label: 'Image' },
  { value: 'data-links', label: 'Data links' },
  { value: 'pill', label: 'Pills' },
  { value: 'markdown', label: 'Text' },
];

const GAUGES = [
  { value: 'basic', label: 'Basic' },
  { value: 'gradient', label: 'Gradient' },
  { value: 'lcd', label: 'Retro LCD' },
];
const BACKGROUNDS = GAUGES.slice(0, 2);

const GAUGE_VALUES = [
  { value: 'color', label: 'Value color' },
  { value: 'text', label: 'Text color' },
  { value: 'hidden', label: 'Hidden' },
];

/** The type of the cells of a column, and what that type can do. Other keys are kept. */
export function CellOptionsEditor({
  value,
  onChange,
  label = 'Cell',
}: CustomEditorProps<CellStored>) {
  const type = value.type ?? 'auto';
  const set = (key: string) => (next: unknown) => onChange({ ...value, [key]: next });
  return (
    <FormFields>
      <Select
        label={label}
        value={type}
        options={TYPES}
        onChange={(next) => onChange({ type: next })}
      />
      {type === 'color-background' && <BackgroundFields {...{ value, set }} />}
      {type === 'gauge' && <GaugeFields {...{ value, set }} />}
      {type === 'sparkline' && (
        <Switch label="Hide value" checked={value.hideValue === true} onChange={set('hideValue')} />
      )}
      {type === 'image' && <ImageFields {...{ value, set }} />}
    </FormFields>
  );
}

interface PartProps {
  value: CellStored;
  set: (key: string) => (next: unknown) => void;
}

function BackgroundFields({ value, set }: PartProps) {
  return (
    <>
      <FormField label="Background">
        <Select
          value={String(value.mode ?? 'gradient')}
          options={BACKGROUNDS}
          onChange={set('mode')}
        />
      </FormField>
      <Switch
        label="Apply to the whole row"
        checked={value.applyToRow === true}
        onChange={set('applyToRow')}
      />
    </>
  );
}

function GaugeFields({ value, set }: PartProps) {
  return (
    <>
      <FormField label="Gauge">
        <Select value={String(value.mode ?? 'gradient')} options={GAUGES} onChange={set('mode')} />
      </FormField>
      <FormField label="Value">
        <Select
          value={String(value.valueDisplayMode ?? 'color')}
          options={GAUGE_VALUES}
          onChange={set('valueDisplayMode')}
        />
      </FormField>
    </>
  );
}

function ImageFields({ value, set }: PartProps) {
  return (
    <>
      {(['alt', 'title'] as const).map((key) => (
        <FormField key={key} label={key === 'alt' ? 'Alternative text' : 'Title'}>
          <Input value={String(value[key] ?? '')} onChange={set(key)} />
        </FormField>
      ))}
    </>
  );
}
