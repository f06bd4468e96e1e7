import { useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import {
  Button,
  Card,
  Field,
  Fields,
  Input,
  SkeletonRows,
  Switch,
  useLeaveGuard,
} from '../../../design';
import { errorMessage } from '../../../kernel/api';
import { problemsOf, type Draft } from '../draft';
import { useAbout, type About, type KindDetails } from '../kinds';
import { AuthFields } from './AuthFields';
import { CachingFields } from './CachingFields';
import { DatabaseFields } from './DatabaseFields';
import { HeaderFields } from './HeaderFields';
import { KindSettings } from './KindSettings';
import { textOf, type PartProps } from './formParts';
import { TlsFields } from './TlsFields';
import styles from './DataSources.module.css';

export interface SourceFormProps {
  kind: KindDetails;
  initial: Draft;
  readOnly?: boolean;
  busy: boolean;
  error: Error | null;
  /** How the last test went; shown next to the button. */
  result?: ReactNode;
  /** `letGo` lets the next way out of the form pass without a question. */
  onSave: (draft: Draft, letGo: () => void) => void;
  onCancel?: () => void;
}

/** Everything about one data source; the server keeps what the form does not show. */
export function SourceForm(props: SourceFormProps): ReactNode {
  const about = useAbout(props.kind.id);
  return about ? <Form {...props} about={about} /> : <SkeletonRows />;
}

function Form(props: SourceFormProps & { about: About }): ReactNode {
  const { kind, about, readOnly = false, onCancel } = props;
  const [initial] = useState(props.initial);
  const [draft, setDraft] = useState(initial);
  const isChanged = !readOnly && JSON.stringify(draft) !== JSON.stringify(initial);
  const guard = useLeaveGuard(isChanged);
  const [tried, setTried] = useState(false);
  const problems = problemsOf(draft, about.connection);
  const shown = tried ? problems : {};
  const isHttp = about.connection === 'http' || about.connection === 'any';
  const part: PartProps = {
    draft,
    change: (patch) => setDraft((now) => ({ ...now, source: { ...now.source, ...patch } })),
    changeJson: (patch) =>
      setDraft((now) => ({
        ...now,
        source: { ...now.source, jsonData: { ...now.source.jsonData, ...patch } },
      })),
    changeSecret: (key, value) =>
      setDraft((now) => {
        const { [key]: _old, ...secrets } = now.secrets;
        return { ...now, secrets: value === undefined ? secrets : { ...secrets, [key]: value } };
      }),
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    flushSync(() => setTried(true));
    if (Object.keys(problems).length === 0) props.onSave(draft, guard.letGo);
    else form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={readOnly} className={styles.form}>
        <ConnectionCard {...part} about={about} problems={shown} />
        <KindSettings {...part} kind={kind} readOnly={readOnly} />
        {isHttp && (
          <Card title="Authentication">
            <AuthFields {...part} />
          </Card>
        )}
        {about.connection !== 'none' && (
          <Card title="TLS">
            <TlsFields {...part} maySkip={isHttp || hasSetting(kind, 'tlsSkipVerify')} />
          </Card>
        )}
        {isHttp && (
          <Card title="HTTP headers" subtitle="sent with every request">
            <HeaderFields
              headers={draft.headers}
              onChange={(headers) => setDraft((now) => ({ ...now, headers }))}
              readOnly={readOnly}
            />
          </Card>
        )}
        <Card title="Query cache">
          <CachingFields {...part} />
        </Card>
      </fieldset>
      {!readOnly && (
        <div className={styles.foot}>
          <div className={styles.outcome}>
            {props.error && (
              <p role="alert" className={styles.failing}>
                {errorMessage(props.error)}
              </p>
            )}
            {props.result}
          </div>
          {isChanged && <small className={styles.dim}>Unsaved changes</small>}
          {onCancel && <Button onClick={() => guard.leave(onCancel)}>Back</Button>}
          <Button type="submit" variant="primary" busy={props.busy}>
            Save and test
          </Button>
        </div>
      )}
      {guard.question}
    </form>
  );
}

interface ConnectionCardProps extends PartProps {
  about: About;
  problems: { name?: string; url?: string };
}

function ConnectionCard({ about, problems, ...part }: ConnectionCardProps): ReactNode {
  const { source } = part.draft;
  const isDatabase = about.connection === 'database';
  return (
    <Card title="Connection">
      <Fields>
        <Fields columns={2}>
          <Field label="Name" error={problems.name}>
            <Input value={source.name} onChange={(name) => part.change({ name })} />
          </Field>
          <Field label="Default" hint="Used by panels and queries without a data source.">
            <Switch
              checked={source.isDefault}
              onChange={(isDefault) => part.change({ isDefault })}
            />
          </Field>
        </Fields>
        {about.connection !== 'none' && (
          <Field
            label={isDatabase ? 'Host and port' : 'Address'}
            hint="Address as seen from the server, not from your browser."
            optional={about.connection === 'any'}
            error={problems.url}
          >
            <Input
              mono
              type={isDatabase ? 'text' : 'url'}
              value={source.url}
              placeholder={about.urlPlaceholder}
              onChange={(url) => part.change({ url })}
            />
          </Field>
        )}
        {isDatabase && <DatabaseFields {...part} />}
        {(about.connection === 'http' || about.connection === 'any') && (
          <Field label="Timeout" optional hint="Seconds to wait for a response. Default: 30.">
            <Input
              type="number"
              min={1}
              max={3600}
              placeholder="30"
              value={textOf(source.jsonData.timeout)}
              onChange={(value) =>
                part.changeJson({ timeout: value === '' ? undefined : Number(value) })
              }
            />
          </Field>
        )}
      </Fields>
    </Card>
  );
}

function hasSetting({ settingsSchema }: KindDetails, key: string): boolean {
  const properties = settingsSchema?.properties;
  return typeof properties === 'object' && properties !== null && key in properties;
}
