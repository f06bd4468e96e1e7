import type { ReactNode } from 'react';
import { Field, Input, Select } from '../../../../design';
import { boot, type DataSourceSummary } from '../../../../kernel/boot';
import type { NeededInput } from './importModel';

export interface ImportInputsProps {
  inputs: readonly NeededInput[];
  values: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
}

/** Asks for every data source and constant the dashboard was exported without. */
export function ImportInputs({ inputs, values, onChange }: ImportInputsProps): ReactNode {
  return inputs.map((input) => (
    <Field key={input.name} label={input.label} hint={input.description} error={noSource(input)}>
      {input.kind === 'datasource' ? (
        <Select
          value={values[input.name] ?? ''}
          options={[
            { value: '', label: `Choose a ${input.pluginId || 'data source'}…` },
            ...suitable(input).map(({ uid, name }) => ({ value: uid, label: name })),
          ]}
          onChange={(value) => onChange(input.name, value)}
        />
      ) : (
        <Input value={values[input.name] ?? ''} onChange={(value) => onChange(input.name, value)} />
      )}
    </Field>
  ));
}

/** The preset of a constant; for a data source the default one, or the only one of its kind. */
export function firstChoice(input: NeededInput): string {
  if (input.kind === 'constant') return input.value;
  const sources = suitable(input);
  const preset =
    sources.find(({ isDefault }) => isDefault) ?? (sources.length === 1 ? sources[0] : undefined);
  return preset?.uid ?? '';
}

function suitable({ pluginId }: NeededInput): DataSourceSummary[] {
  const all = Object.values(boot().settings.datasources).filter(({ uid }) => !uid.startsWith('-'));
  return pluginId ? all.filter(({ type }) => type === pluginId) : all;
}

function noSource(input: NeededInput): string | null {
  if (input.kind !== 'datasource' || suitable(input).length > 0) return null;
  return `No data source of type ${input.pluginId}. Add one first.`;
}
