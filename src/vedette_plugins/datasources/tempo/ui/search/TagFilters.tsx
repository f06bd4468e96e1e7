import { Button, Combobox, Select, useOptions } from '@vedette/sdk';
import type { ReactNode } from 'react';
import type { AttributeValue, TempoClient } from '../client';
import styles from '../QueryEditor.module.css';
import { attributeName, OPERATORS, type SearchFilter } from './filters';

interface Props {
  filters: readonly SearchFilter[];
  client: TempoClient;
  onChange: (filters: SearchFilter[]) => void;
}

const operators = OPERATORS.map((value) => ({ value, label: value }));

/** Filters on any attribute the store knows, or that one types. */
export function TagFilters({ filters, client, onChange }: Props): ReactNode {
  const names = useOptions(async () => {
    const known = await client.attributes();
    return known.map(({ scope, tag }) => attributeName(tag, scope));
  }, 'attributes');
  const replace = (index: number, change: Partial<SearchFilter>) =>
    onChange(filters.map((filter, place) => (place === index ? { ...filter, ...change } : filter)));
  return (
    <div className={styles.tags} role="group" aria-label="Attributes">
      {filters.map((filter, index) => (
        <div key={filter.id} className={styles.tag}>
          <Combobox
            label="Attribute"
            options={names.options}
            loading={names.loading}
            allowCustom
            value={filter.tag ? [attributeName(filter.tag, filter.scope)] : []}
            onChange={([name = '']) => replace(index, { ...named(name), value: [] })}
          />
          <Select
            label="Operator"
            value={filter.operator ?? '='}
            options={operators}
            onChange={(operator) => replace(index, { operator })}
          />
          <TagValue filter={filter} client={client} onChange={(change) => replace(index, change)} />
          <Button
            size="sm"
            aria-label={`Remove filter ${index + 1}`}
            onClick={() => onChange(filters.filter((_, place) => place !== index))}
          >
            ×
          </Button>
        </div>
      ))}
      <Button
        size="sm"
        onClick={() =>
          onChange([...filters, { id: freshId(filters), operator: '=', scope: 'span', value: [] }])
        }
      >
        Add attribute
      </Button>
    </div>
  );
}

function TagValue({
  filter,
  client,
  onChange,
}: {
  filter: SearchFilter;
  client: TempoClient;
  onChange: (change: Partial<SearchFilter>) => void;
}): ReactNode {
  const name = filter.tag ? attributeName(filter.tag, filter.scope) : '';
  const known = useOptions(
    async () => (name ? (await client.values(name)).map(({ value }) => value) : []),
    name,
  );
  const choose = async (value: string[]) => {
    const values = name ? await client.values(name).catch((): AttributeValue[] => []) : [];
    // Numbers and keywords stand without quotes: the store knows which values are such.
    onChange({
      value,
      valueType: values.find((one) => value.includes(one.value))?.type ?? typeOfText(value),
    });
  };
  return (
    <Combobox
      label="Value"
      options={known.options}
      loading={known.loading}
      multi
      allowCustom
      value={[filter.value ?? []].flat()}
      onChange={(value) => void choose(value)}
    />
  );
}

function typeOfText(values: readonly string[]): string {
  return values.length > 0 && values.every((value) => /^-?\d+(\.\d+)?$/.test(value))
    ? 'float'
    : 'string';
}

/** `resource.service.name`, `.http.method`, or the name of an intrinsic. */
export function named(name: string): Pick<SearchFilter, 'tag' | 'scope'> {
  const match = /^(resource|span|event|link|instrumentation|parent)?\.(.+)$/.exec(name);
  if (!match) return { tag: name, scope: 'intrinsic' };
  return { tag: (match[2] ?? '').replace(/^"(.*)"$/, '$1'), scope: match[1] ?? 'unscoped' };
}

function freshId(filters: readonly SearchFilter[]): string {
  let number = filters.length + 1;
  while (filters.some(({ id }) => id === `attribute-${number}`)) number += 1;
  return `attribute-${number}`;
}
