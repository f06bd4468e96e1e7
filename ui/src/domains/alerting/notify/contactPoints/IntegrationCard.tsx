/** One integration of a contact point: its type, its settings and a test. */
import type { ReactNode } from 'react';
import { Trash2 } from 'lucide-react';
import { Card, Combobox, Field, Fields, IconButton, Switch } from '../../../../design';
import {
  formOf,
  problemsOf,
  REDACTED,
  unknownKeys,
  valueAt,
  withValue,
  type IntegrationDraft,
  type ReceiverForm,
  type SettingField,
} from './model';
import { SettingInput } from './SettingInput';
import { TestRow } from './TestRow';
import styles from './ContactPoints.module.css';
import look from '../parts/Notify.module.css';

export interface IntegrationCardProps {
  pointName: string;
  draft: IntegrationDraft;
  /** The stored integration; undefined for a new one. */
  stored: IntegrationDraft | undefined;
  forms: readonly ReceiverForm[];
  /** Shows the problems of the settings. */
  isSubmitted: boolean;
  readOnly: boolean;
  onChange: (draft: IntegrationDraft) => void;
  /** Undefined for the only integration. */
  onRemove: (() => void) | undefined;
}

export function IntegrationCard(props: IntegrationCardProps): ReactNode {
  const { draft, stored, forms, isSubmitted, readOnly, onChange, onRemove } = props;
  const form = formOf(forms, draft.type);
  const problems = isSubmitted ? problemsOf(form, draft.settings) : {};
  const fields = form?.fields ?? [];
  const others = form ? unknownKeys(form, draft.settings) : Object.keys(draft.settings);
  const input = (field: SettingField) => (
    <SettingInput
      key={field.key}
      field={field}
      value={valueAt(draft.settings, field.key)}
      problem={problems[field.key]}
      hasSecret={stored?.type === draft.type && valueAt(stored.settings, field.key) === REDACTED}
      onChange={(value) =>
        onChange({ ...draft, settings: withValue(draft.settings, field.key, value) })
      }
    />
  );
  const advanced = fields.filter((field) => field.advanced);
  const isSet = advanced.some(
    ({ key }) => valueAt(draft.settings, key) !== undefined || problems[key],
  );
  return (
    <Card
      title={form?.name ?? draft.type}
      subtitle={form?.description}
      actions={
        !readOnly &&
        onRemove && (
          <IconButton
            icon={Trash2}
            label={`Remove ${form?.name ?? draft.type}`}
            onClick={onRemove}
          />
        )
      }
    >
      <fieldset disabled={readOnly} className={look.form}>
        <Fields columns={2}>
          <Field
            label="Type"
            error={form ? undefined : 'This receiver is not installed. Its settings are kept.'}
          >
            <Combobox
              label="Type"
              disabled={readOnly}
              options={forms.map(({ type, name, description }) => ({
                value: type,
                label: name,
                description,
              }))}
              value={[form?.type ?? draft.type]}
              onChange={([type = draft.type]) =>
                type !== (form?.type ?? draft.type) &&
                onChange({ ...draft, type, settings: stored?.type === type ? stored.settings : {} })
              }
            />
          </Field>
          <Field label="Send resolved" hint="Also send a notification when alerts resolve.">
            <Switch
              checked={!draft.disableResolveMessage}
              onChange={(isOn) => onChange({ ...draft, disableResolveMessage: !isOn })}
            />
          </Field>
        </Fields>
        <Fields>{fields.filter((field) => !field.advanced).map(input)}</Fields>
      </fieldset>
      {advanced.length > 0 && (
        <details className={styles.more} open={isSet || undefined}>
          <summary>More settings ({advanced.length})</summary>
          <fieldset disabled={readOnly} className={look.form}>
            <Fields columns={2}>{advanced.map(input)}</Fields>
          </fieldset>
        </details>
      )}
      {others.length > 0 && (
        <p className={look.dim}>Settings without a field, which are kept: {others.join(', ')}.</p>
      )}
      {!readOnly && <TestRow draft={draft} pointName={props.pointName} />}
    </Card>
  );
}
