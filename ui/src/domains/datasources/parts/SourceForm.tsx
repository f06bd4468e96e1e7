import { useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button, Card, Field, Fields, Input, Switch } from '../../../design';
import { errorMessage } from '../../../kernel/api';
import { problemsOf, type Draft } from '../draft';
import type { Kind } from '../kinds';
import { AuthFields } from './AuthFields';
import { HeaderFields } from './HeaderFields';
import { KindFields } from './KindFields';
import { textOf, type PartProps } from './formParts';
import { TlsFields } from './TlsFields';
import styles from './DataSources.module.css';

export interface SourceFormProps {
  kind: Kind;
  initial: Draft;
  readOnly?: boolean;
  saveLabel: string;
  busy: boolean;
  error: Error | null;
  onSave: (draft: Draft) => void;
  onCancel?: () => void;
}

/** Everything about one data source; the server keeps what the form does not show. */
export function SourceForm(props: SourceFormProps): ReactNode {
  const { kind, readOnly = false } = props;
  const [draft, setDraft] = useState(props.initial);
  const [tried, setTried] = useState(false);
  const { source } = draft;
  const problems = problemsOf(draft, kind.hasConnection);
  const shown = tried ? problems : {};

  const part: PartProps = {
    draft,
    change: (patch) => setDraft({ ...draft, source: { ...source, ...patch } }),
    changeJson: (patch) => setDraft({ ...draft, source: { ...source, jsonData: { ...source.jsonData, ...patch } } }),
    changeSecret: (key, value) => {
      const { [key]: _old, ...secrets } = draft.secrets;
      setDraft({ ...draft, secrets: value === undefined ? secrets : { ...secrets, [key]: value } });
    },
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    flushSync(() => setTried(true));
    if (Object.keys(problems).length === 0) props.onSave(draft);
    else form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={readOnly} className={styles.form}>
        <Card title="Connection">
          <Fields>
            <Fields columns={2}>
              <Field label="Name" error={shown.name}>
                <Input value={source.name} onChange={(name) => part.change({ name })} />
              </Field>
              <Field label="Default" hint="Panels that name no data source ask this one.">
                <Switch checked={source.isDefault} onChange={(isDefault) => part.change({ isDefault })} />
              </Field>
            </Fields>
            {kind.hasConnection && (
              <>
                <Field label="Address" hint="As the server reaches it, not your browser." error={shown.url}>
                  <Input mono type="url" value={source.url} placeholder={kind.urlPlaceholder} onChange={(url) => part.change({ url })} />
                </Field>
                <Field label="Timeout" optional hint="Seconds the server waits for an answer.">
                  <Input
                    type="number"
                    min={1}
                    max={3600}
                    placeholder="30"
                    value={textOf(source.jsonData.timeout)}
                    onChange={(value) => part.changeJson({ timeout: value === '' ? undefined : Number(value) })}
                  />
                </Field>
              </>
            )}
          </Fields>
        </Card>
        {kind.settings.length > 0 && (
          <Card title={kind.name}>
            <KindFields {...part} kind={kind} />
          </Card>
        )}
        {kind.hasConnection && (
          <>
            <Card title="Authentication">
              <AuthFields {...part} />
            </Card>
            <Card title="TLS">
              <TlsFields {...part} />
            </Card>
            <Card title="HTTP headers" subtitle="sent with every request">
              <HeaderFields headers={draft.headers} onChange={(headers) => setDraft({ ...draft, headers })} readOnly={readOnly} />
            </Card>
          </>
        )}
      </fieldset>
      {props.error && (
        <p role="alert" className={styles.failing}>
          {errorMessage(props.error)}
        </p>
      )}
      {!readOnly && (
        <div className={styles.actions}>
          {props.onCancel && <Button onClick={props.onCancel}>Back</Button>}
          <Button type="submit" variant="primary" busy={props.busy}>
            {props.saveLabel}
          </Button>
        </div>
      )}
    </form>
  );
}
