/** The fields that only one type of variable has. */
import type { ReactNode } from 'react';
import type { VariableModel } from '../../../../../data';
import {
  Field,
  Fields,
  Input,
  NumberField,
  Segmented,
  Select,
  Switch,
  TextArea,
} from '../../../../../design';
import { pluginOf } from '../../../../../querying/sources';
import { useDashboard, useDashboardValues } from '../../../session/context';
import { SourceField } from '../SourceField';
import type { SetValue } from './types';

interface TypeFieldsProps {
  variable: VariableModel;
  set: SetValue;
}

const REFRESH = [
  { value: '1', label: 'Dashboard load' },
  { value: '2', label: 'Time range' },
];

const SORTS = [
  'As found',
  'Alphabetical, ascending',
  'Alphabetical, descending',
  'Numerical, ascending',
  'Numerical, descending',
  'Alphabetical without case, ascending',
  'Alphabetical without case, descending',
  'Natural, ascending',
  'Natural, descending',
].map((label, index) => ({ value: String(index), label }));

export function TypeFields({ variable, set }: TypeFieldsProps): ReactNode {
  const text = typeof variable.query === 'string' ? variable.query : '';
  const setQuery = (query: string) => set(['query'], query);
  switch (variable.type) {
    case 'query':
      return <QueryFields variable={variable} set={set} />;
    case 'custom':
      return (
        <Field label="Values" hint="Separated by commas; “text : value” gives a value a text.">
          <TextArea mono rows={2} value={text} onChange={setQuery} />
        </Field>
      );
    case 'textbox':
      return (
        <Field label="Default value" optional>
          <Input value={text} onChange={setQuery} />
        </Field>
      );
    case 'constant':
      return (
        <Field label="Value">
          <Input value={text} onChange={setQuery} />
        </Field>
      );
    case 'datasource':
      return <DataSourceFields variable={variable} set={set} />;
    case 'interval':
      return (
        <>
          <Field label="Intervals" hint="Separated by commas, such as 1m,10m,1h.">
            <Input mono value={text} onChange={setQuery} />
          </Field>
          <Switch
            label="Offer auto, which follows from the time range"
            checked={Boolean(variable.auto)}
            onChange={(auto) => set(['auto'], auto)}
          />
          {variable.auto && (
            <Fields columns={2}>
              <Field label="Steps" hint="Into how many parts the time range is divided.">
                <NumberField
                  value={variable.auto_count ?? 30}
                  min={1}
                  onChange={(count) => set(['auto_count'], count ?? undefined)}
                />
              </Field>
              <Field label="Minimum interval">
                <Input
                  value={variable.auto_min ?? '10s'}
                  onChange={(min) => set(['auto_min'], min)}
                />
              </Field>
            </Fields>
          )}
        </>
      );
    case 'adhoc':
      return (
        <SourceField
          value={variable.datasource}
          onChange={(ref) => set(['datasource'], ref)}
          except={variable.name}
        />
      );
    default:
      return null;
  }
}

function QueryFields({ variable, set }: TypeFieldsProps): ReactNode {
  const { sourceOf } = useDashboardValues();
  const queryText = sourceOf(variable.datasource)?.meta?.queryText ?? 'query';
  const { query } = variable;
  const parts =
    typeof query === 'object' && query !== null ? (query as Record<string, unknown>) : undefined;
  const key = parts && (typeof parts.query === 'string' ? 'query' : queryText);
  const text = parts && key ? parts[key] : query;
  return (
    <>
      <SourceField
        value={variable.datasource}
        onChange={(ref) => set(['datasource'], ref)}
        except={variable.name}
      />
      <Field label="Query">
        <TextArea
          mono
          rows={2}
          spellCheck={false}
          value={typeof text === 'string' ? text : ''}
          onChange={(next) => set(key ? ['query', key] : ['query'], next)}
        />
      </Field>
      <Fields columns={2}>
        <Field
          label="Regex"
          optional
          hint="The groups text and value set the displayed text and the value."
        >
          <Input mono value={variable.regex ?? ''} onChange={(regex) => set(['regex'], regex)} />
        </Field>
        <Field label="Sort">
          <Select
            value={String(variable.sort ?? 0)}
            options={SORTS}
            onChange={(sort) => set(['sort'], Number(sort))}
          />
        </Field>
      </Fields>
      <Field label="Refresh">
        <Segmented
          label="Refresh"
          value={String(variable.refresh ?? 0)}
          options={variable.refresh ? REFRESH : [{ value: '0', label: 'Never' }, ...REFRESH]}
          onChange={(refresh) => set(['refresh'], Number(refresh))}
        />
      </Field>
    </>
  );
}

function DataSourceFields({ variable, set }: TypeFieldsProps): ReactNode {
  const { sources } = useDashboard();
  const wanted = typeof variable.query === 'string' ? variable.query : '';
  const kinds = new Map(
    sources.list.map((source) => [pluginOf(source), source.meta?.name ?? source.type]),
  );
  if (!kinds.has(wanted)) kinds.set(wanted, wanted || 'Choose a type');
  return (
    <Fields columns={2}>
      <Field label="Type of data source">
        <Select
          value={wanted}
          options={[...kinds].map(([value, label]) => ({ value, label }))}
          onChange={(query) => set(['query'], query)}
        />
      </Field>
      <Field label="Names" optional hint="A regular expression that the names have to match.">
        <Input mono value={variable.regex ?? ''} onChange={(regex) => set(['regex'], regex)} />
      </Field>
    </Fields>
  );
}
