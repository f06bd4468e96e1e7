/** Rows of label, operator and value, as the builders of PromQL and LogQL have them. */
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Combobox, IconButton, Select } from '../../design';
import styles from './builder.module.css';
import { useOptions } from './useOptions';

export interface LabelFilter<O extends string = string> {
  label: string;
  operator: O;
  value: string;
}

export interface LabelFiltersProps<O extends string> {
  filters: readonly LabelFilter<O>[];
  operators: readonly O[];
  onChange: (filters: LabelFilter<O>[]) => void;
  /** Label names that go with the other filters. */
  names: () => Promise<readonly string[]>;
  values: (label: string) => Promise<readonly string[]>;
  /** Stands for all that the names and values depend on. */
  scope: string;
}

export function LabelFilters<O extends string>(props: LabelFiltersProps<O>): ReactNode {
  const { filters, operators, onChange, names, scope } = props;
  const known = useOptions(names, scope);
  const replace = (index: number, change: Partial<LabelFilter<O>>) =>
    onChange(filters.map((filter, place) => (place === index ? { ...filter, ...change } : filter)));
  return (
    <div className={styles.filters} role="group" aria-label="Label filters">
      {filters.map((filter, index) => (
        <div key={index} className={styles.filter}>
          <Combobox
            label="Label"
            options={known.options}
            loading={known.loading}
            allowCustom
            value={filter.label ? [filter.label] : []}
            onChange={([label = '']) => replace(index, { label, value: '' })}
          />
          <Select
            label="Operator"
            value={filter.operator}
            options={operators.map((operator) => ({ value: operator, label: operator }))}
            onChange={(operator) => replace(index, { operator })}
          />
          <ValuePicker {...props} filter={filter} onValue={(value) => replace(index, { value })} />
          <IconButton
            icon={X}
            label="Remove filter"
            size="sm"
            onClick={() => onChange(filters.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      <Button
        size="sm"
        icon={Plus}
        onClick={() =>
          onChange([...filters, { label: '', operator: operators[0] as O, value: '' }])
        }
      >
        Filter
      </Button>
    </div>
  );
}

interface ValuePickerProps<O extends string> extends LabelFiltersProps<O> {
  filter: LabelFilter<O>;
  onValue: (value: string) => void;
}

/** With `=~` several values are chosen: they become alternatives of the expression. */
function ValuePicker<O extends string>({
  filter,
  values,
  scope,
  onValue,
}: ValuePickerProps<O>): ReactNode {
  const { label, operator, value } = filter;
  const known = useOptions(
    () => (label ? values(label) : Promise.resolve([])),
    `${label}|${scope}`,
  );
  const isPattern = operator === '=~' || operator === '!~';
  const chosen = value === '' ? [] : isPattern ? value.split('|') : [value];
  return (
    <Combobox
      label="Value"
      options={known.options}
      loading={known.loading}
      allowCustom
      multi={isPattern}
      value={chosen}
      onChange={(next) => onValue(isPattern ? next.join('|') : (next[0] ?? ''))}
    />
  );
}
