/** One way of a contact point to tell people: its kind, its settings, and a test. */
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
import styles from './Contacts.module.css';
import look from '../parts/Notify.module.css';

export interface IntegrationCardProps {
  pointName: string;
  draft: IntegrationDraft;
  /** As it is stored; undefined for a new one. */
  stored: IntegrationDraft | undefined;
  forms: readonly ReceiverForm[];
  /** Shows what is missing. */
  tried: boolean;
  readOnly: boolean;
  onChange: (draft: IntegrationDraft) => void;
  /** Undefined for the only one. */
  onRemove: (() => void) | undefined;
}

export function IntegrationCard(props: IntegrationCardProps): ReactNode {
  const { draft, stored, forms, tried, readOnly, onChange, onRemove } = props;
  const form = formOf(forms, draft.type);
  const problems = tried ? problemsOf(form, draft.settings) : {};
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
            error={
              form ? undefined : 'This kind of receiver is not installed; its settings are kept.'
            }
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
          <Field label="Tell when alerts end" hint="A second message, once all is well.">
            <Switch
              checked={!draft.disableResolveMessage}
              onChange={(tells) => onChange({ ...draft, disableResolveMessage: !tells })}
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
        <p className={look.dim}>Kept as they are, without a field here: {others.join(', ')}.</p>
      )}
      {!readOnly && <TestRow draft={draft} pointName={props.pointName} />}
    </Card>
  );
}
