import { Combobox, Input, useOptions } from '@vedette/sdk';
import type { ReactNode } from 'react';
import type { TempoClient } from '../client';
import type { TempoQuery } from '../model';
import styles from '../QueryEditor.module.css';
import {
  attributeName,
  filtersTraceql,
  OWN_PLACES,
  otherFilters,
  valuesOf,
  withValues,
  type SearchFilter,
} from './filters';
import { TagFilters } from './TagFilters';

interface Props {
  query: TempoQuery;
  client: TempoClient;
  onChange: (query: TempoQuery) => void;
}

/**
 * A search by filters. It is stored as it was filled in; the TraceQL below is what will be asked.
 */
export function SearchForm({ query, client, onChange }: Props): ReactNode {
  const filters = query.filters ?? [];
  const store = (next: SearchFilter[]) =>
    onChange({ ...query, queryType: 'traceqlSearch', filters: next });
  const set = (place: SearchFilter) => (values: string[]) =>
    store(withValues(filters, place, values));
  const picker = (label: string, place: SearchFilter, fixed?: readonly string[]) => (
    <ValuePicker
      label={label}
      place={place}
      client={client}
      fixed={fixed}
      values={valuesOf(filters, place)}
      onChange={set(place)}
    />
  );
  const duration = (label: string, place: SearchFilter, placeholder: string) => (
    <label className={styles.field}>
      {label}
      <Input
        mono
        placeholder={placeholder}
        value={valuesOf(filters, place)[0] ?? ''}
        onChange={(text) => set(place)([text.trim()])}
      />
    </label>
  );
  return (
    <>
      <div className={styles.fields}>
        {picker('Service', OWN_PLACES.service)}
        {picker('Span name', OWN_PLACES.span)}
        {picker('Status', OWN_PLACES.status, ['error', 'ok', 'unset'])}
        {duration('Min duration', OWN_PLACES.shortest, '100ms')}
        {duration('Max duration', OWN_PLACES.longest, '5s')}
      </div>
      <TagFilters
        filters={otherFilters(filters)}
        client={client}
        onChange={(tags) =>
          store([...filters.filter((one) => !otherFilters([one]).length), ...tags])
        }
      />
      <p className={styles.preview}>{filtersTraceql(filters)}</p>
    </>
  );
}

interface ValuePickerProps {
  label: string;
  place: SearchFilter;
  client: TempoClient;
  fixed?: readonly string[];
  values: string[];
  onChange: (values: string[]) => void;
}

export function ValuePicker({
  label,
  place,
  client,
  fixed,
  values,
  onChange,
}: ValuePickerProps): ReactNode {
  const name = place.tag ? attributeName(place.tag, place.scope) : '';
  const known = useOptions(async () => {
    if (fixed) return fixed;
    return name ? (await client.values(name)).map(({ value }) => value) : [];
  }, name);
  return (
    <div className={styles.field}>
      {label}
      <Combobox
        label={label}
        options={known.options}
        loading={known.loading}
        multi
        allowCustom
        placeholder="Any"
        value={values}
        onChange={onChange}
      />
    </div>
  );
}
