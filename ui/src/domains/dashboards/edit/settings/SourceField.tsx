/** Chooses a data source, or a variable that names one. */
import type { ReactNode } from 'react';
import type { DataSourceRef } from '../../../../data';
import { Combobox, Field } from '../../../../design';
import { useDashboard, useDashboardValues } from '../../session/context';
import { useDraft } from '../draft/context';

export interface SourceFieldProps {
  value: DataSourceRef | null | undefined;
  onChange: (ref: DataSourceRef) => void;
  /** Name of the variable that is edited, which cannot name its own source. */
  except?: string;
}

export function SourceField({ value, onChange, except }: SourceFieldProps): ReactNode {
  const { sources } = useDashboard();
  const { sourceOf } = useDashboardValues();
  const list = useDraft(({ model }) => model.templating.list);
  const variables = list.filter(({ type, name }) => type === 'datasource' && name !== except);
  const options = [
    ...variables.map(({ name, query }) => ({
      value: `\${${name}}`,
      label: `$${name}`,
      description: typeof query === 'string' ? query : '',
    })),
    ...sources.list.map(({ uid, name, type, meta }) => ({
      value: uid,
      label: name,
      description: meta?.name ?? type,
    })),
  ];
  const uid = value?.uid?.replace(/^\$(\w+)$/, '${$1}');
  const shown = options.some((option) => option.value === uid) ? uid : sourceOf(value)?.uid;
  const choose = (next: string) => {
    const named = variables.find(({ name }) => next === `\${${name}}`);
    const type = named ? String(named.query ?? '') : sources.byKey.get(next)?.type;
    onChange({ ...(type && { type }), uid: next });
  };
  return (
    <Field label="Data source">
      <Combobox
        label="Data source"
        options={options}
        value={shown ? [shown] : []}
        onChange={([next]) => next && choose(next)}
        placeholder="Choose a data source"
      />
    </Field>
  );
}
