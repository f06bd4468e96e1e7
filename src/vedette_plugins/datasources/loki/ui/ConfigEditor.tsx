import {
  Button,
  FormField,
  FormFields,
  Input,
  Select,
  Switch,
  type ConfigEditorProps,
} from '@vedette/sdk';
import { useMemo, useState, type ReactNode } from 'react';
import styles from './ConfigEditor.module.css';
import { derivedFields, expressionOf, valueIn } from './derived';
import type { DerivedField } from './model';

export function ConfigEditor(props: ConfigEditorProps): ReactNode {
  const { jsonData, onJsonChange, readOnly } = props;
  const lines = jsonData['maxLines'];
  return (
    <>
      <FormFields columns={2}>
        <FormField label="Line limit" hint="Number of log lines per query. Default: 1000.">
          <Input
            type="number"
            min={1}
            disabled={readOnly}
            value={lines === undefined || lines === null ? '' : String(lines)}
            placeholder="1000"
            onChange={(text) => onJsonChange({ maxLines: text === '' ? undefined : Number(text) })}
          />
        </FormField>
        <FormField label="Manage alerts">
          <Switch
            disabled={readOnly}
            checked={jsonData['manageAlerts'] !== false}
            onChange={(manageAlerts) => onJsonChange({ manageAlerts })}
          />
        </FormField>
      </FormFields>
      <DerivedFields {...props} />
    </>
  );
}

const matchers = [
  { value: 'regex' as const, label: 'Regular expression on the line' },
  { value: 'label' as const, label: 'Label' },
];

/** Links from lines, with a line to try them on. */
function DerivedFields({
  jsonData,
  onJsonChange,
  sources,
  readOnly,
}: ConfigEditorProps): ReactNode {
  const [sample, setSample] = useState('');
  const stored = jsonData['derivedFields'];
  const fields = Array.isArray(stored) ? (stored as DerivedField[]) : [];
  const store = (next: DerivedField[]) => onJsonChange({ derivedFields: next });
  const replace = (index: number, change: Partial<DerivedField>) =>
    store(fields.map((field, place) => (place === index ? { ...field, ...change } : field)));
  const targets = [
    { value: '', label: 'URL' },
    ...sources.map(({ uid, name }) => ({ value: uid, label: name })),
  ];
  return (
    <fieldset className={styles.fields}>
      <legend>Derived fields</legend>
      <p className={styles.hint}>
        Turn part of a log line or a label into a link, for example to a trace.
      </p>
      {fields.map((field, index) => (
        <div key={index} className={styles.field}>
          <FormField label="Name">
            <Input
              disabled={readOnly}
              value={field.name}
              placeholder="Trace"
              onChange={(name) => replace(index, { name })}
            />
          </FormField>
          <FormField label="Source">
            <Select
              disabled={readOnly}
              value={field.matcherType ?? 'regex'}
              options={matchers}
              onChange={(matcherType) => replace(index, { matcherType })}
            />
          </FormField>
          <FormField
            label={field.matcherType === 'label' ? 'Label' : 'Regular expression with one group'}
            error={errorOf(field)}
          >
            <Input
              mono
              disabled={readOnly}
              value={field.matcherRegex}
              placeholder="traceID=(\w+)"
              onChange={(matcherRegex) => replace(index, { matcherRegex })}
            />
          </FormField>
          <FormField label="Link type">
            <Select
              disabled={readOnly}
              value={field.datasourceUid ?? ''}
              options={targets}
              onChange={(uid) => replace(index, { datasourceUid: uid || undefined })}
            />
          </FormField>
          <FormField label={field.datasourceUid ? 'Query' : 'URL'}>
            <Input
              mono
              disabled={readOnly}
              value={field.url ?? ''}
              placeholder="${__value.raw}"
              onChange={(url) => replace(index, { url })}
            />
          </FormField>
          {!readOnly && (
            <Button size="sm" onClick={() => store(fields.filter((_, place) => place !== index))}>
              Remove
            </Button>
          )}
        </div>
      ))}
      {!readOnly && (
        <Button
          size="sm"
          onClick={() => store([...fields, { name: '', matcherRegex: '', url: '${__value.raw}' }])}
        >
          Add derived field
        </Button>
      )}
      {fields.length > 0 && (
        <FormField label="Sample log line">
          <Input
            mono
            value={sample}
            onChange={setSample}
            placeholder="level=info traceID=4bf92f3577b34da6"
          />
        </FormField>
      )}
      {sample && <Found jsonData={jsonData} sample={sample} />}
    </fieldset>
  );
}

function Found({
  jsonData,
  sample,
}: {
  jsonData: ConfigEditorProps['jsonData'];
  sample: string;
}): ReactNode {
  const found = useMemo(
    () =>
      derivedFields({ uid: '', name: '', type: 'loki', jsonData }).flatMap(
        ({ name, matcherRegex, matcherType }) => {
          const expression = matcherType === 'label' ? undefined : expressionOf(matcherRegex);
          return expression ? [{ name, value: valueIn(sample, expression) }] : [];
        },
      ),
    [jsonData, sample],
  );
  return (
    <dl className={styles.found}>
      {found.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? 'no match in this line'}</dd>
        </div>
      ))}
    </dl>
  );
}

function errorOf({ matcherRegex, matcherType }: DerivedField): string | null {
  if (!matcherRegex || matcherType === 'label' || expressionOf(matcherRegex)) return null;
  return 'The regular expression is not valid.';
}
