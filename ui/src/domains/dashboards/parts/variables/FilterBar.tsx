/** Ad hoc filters: conditions added to every query of one data source. */
import { memo, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { Button, Combobox, IconButton, Popover, Select } from '../../../../design';
import { loadSourceUi } from '../../../../plugins/datasources';
import { pluginOf } from '../../../../querying/sources';
import type { AdHocRule } from '../../../../querying/targets';
import type { SourceInfo } from '../../../../sdk/datasource';
import { askResource } from '../../../../sdk/resources';
import { useDashboard, useDashboardTime, useDashboardValues } from '../../session/context';
import type { VariableState } from '../../session/variableStore';
import styles from './Variables.module.css';

const OPERATORS = ['=', '!=', '=~', '!~', '<', '>'].map((value) => ({ value, label: value }));
const NEW: AdHocRule = { key: '', operator: '=', value: '' };

export const FilterBar = memo(function FilterBar({ state }: { state: VariableState }): ReactNode {
  const { setFilters } = useDashboard();
  const { sourceOf } = useDashboardValues();
  const { model, filters } = state;
  const source = sourceOf(model.datasource);
  const change = (next: readonly AdHocRule[]) => setFilters(model.name, next);
  return (
    <span className={styles.filters} role="group" aria-label={model.label || model.name}>
      {model.hide !== 1 && <b>{model.label || model.name}</b>}
      {filters.map((rule, index) => (
        <span key={`${rule.key}${index}`} className={styles.filter}>
          <Popover
            label={`Filter ${rule.key}`}
            trigger={
              <button type="button" className={styles.rule}>
                {rule.key} {rule.operator} {rule.value}
              </button>
            }
          >
            {(close) => (
              <FilterForm
                source={source}
                rule={rule}
                onApply={(next) => {
                  change(filters.map((old, at) => (at === index ? next : old)));
                  close();
                }}
              />
            )}
          </Popover>
          <button
            type="button"
            aria-label={`Remove filter ${rule.key}`}
            onClick={() => change(filters.filter((_, at) => at !== index))}
          >
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      <Popover label="Add filter" trigger={<IconButton icon={Plus} label="Add filter" />}>
        {(close) => (
          <FilterForm
            source={source}
            rule={NEW}
            onApply={(rule) => {
              change([...filters, rule]);
              close();
            }}
          />
        )}
      </Popover>
    </span>
  );
});

interface FilterFormProps {
  source: SourceInfo | undefined;
  rule: AdHocRule;
  onApply: (rule: AdHocRule) => void;
}

/** Keys and values on offer are what the kind of source knows; others may be typed. */
function FilterForm({ source, rule, onApply }: FilterFormProps): ReactNode {
  const [draft, setDraft] = useState(rule);
  const keys = useOffered(source);
  const values = useOffered(source, draft.key);
  return (
    <form
      className={styles.filterForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.key) onApply(draft);
      }}
    >
      <Combobox
        label="Label"
        allowCustom
        {...keys}
        value={draft.key ? [draft.key] : []}
        onChange={([key = '']) => setDraft({ ...draft, key, value: '' })}
      />
      <Select
        label="Operator"
        value={draft.operator}
        options={OPERATORS}
        onChange={(operator) => setDraft({ ...draft, operator })}
      />
      <Combobox
        label="Value"
        allowCustom
        {...values}
        value={draft.value ? [draft.value] : []}
        onChange={([value = '']) => setDraft({ ...draft, value })}
      />
      <Button type="submit" variant="primary" disabled={!draft.key}>
        Apply
      </Button>
    </form>
  );
}

/** The keys of a source, or the values of one of them. */
function useOffered(source: SourceInfo | undefined, key?: string) {
  const { range } = useDashboardTime();
  const { data = [], isFetching } = useQuery({
    queryKey: [`/api/datasources/uid/${source?.uid}/filters`, key],
    queryFn: async ({ signal }) => {
      if (!source) return [];
      const ui = await loadSourceUi(pluginOf(source));
      const ask = askResource(source.uid, signal);
      const found =
        key === undefined ? ui?.filterKeys?.(ask, range) : ui?.filterValues?.(ask, key, range);
      return (await found) ?? [];
    },
    enabled: source !== undefined && key !== '',
    staleTime: 60_000,
  });
  return { options: data.map((value) => ({ value, label: value })), loading: isFetching };
}
