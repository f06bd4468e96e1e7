/** Ad hoc filters: conditions added to every query of one data source. */
import { useState, type ReactNode } from 'react';
import { Plus, X } from 'lucide-react';
import { Button, Combobox, IconButton, Popover, Select } from '../../../../design';
import { useApi } from '../../../../kernel/query';
import type { AdHocRule } from '../../../../querying/targets';
import { useDashboard } from '../../session/context';
import type { VariableState } from '../../session/variableStore';
import styles from './Variables.module.css';

const OPERATORS = ['=', '!=', '=~', '!~', '<', '>'].map((value) => ({ value, label: value }));
const NEW: AdHocRule = { key: '', operator: '=', value: '' };

export function FilterBar({ state }: { state: VariableState }): ReactNode {
  const { setFilters, sourceOf } = useDashboard();
  const { model, filters } = state;
  const uid = sourceOf(model.datasource)?.uid;
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
                uid={uid}
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
            uid={uid}
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
}

interface FilterFormProps {
  uid: string | undefined;
  rule: AdHocRule;
  onApply: (rule: AdHocRule) => void;
}

/** Keys and values on offer are the label names and values of the data source; others may be typed. */
function FilterForm({ uid, rule, onApply }: FilterFormProps): ReactNode {
  const [draft, setDraft] = useState(rule);
  const keys = useLabels(uid, 'labels');
  const values = useLabels(draft.key ? uid : undefined, `label/${encodeURIComponent(draft.key)}/values`);
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
        options={keys}
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
        options={values}
        value={draft.value ? [draft.value] : []}
        onChange={([value = '']) => setDraft({ ...draft, value })}
      />
      <Button type="submit" variant="primary" disabled={!draft.key}>
        Apply
      </Button>
    </form>
  );
}

function useLabels(uid: string | undefined, path: string) {
  const { data } = useApi<{ data?: string[] }>(
    `/api/datasources/uid/${encodeURIComponent(uid ?? '')}/resources/api/v1/${path}`,
    {
      enabled: uid !== undefined,
      staleTime: 60_000,
    },
  );
  return (data?.data ?? []).map((value) => ({ value, label: value }));
}
