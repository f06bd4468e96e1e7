import { useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { TimeRange } from '../../../data';
import { Button, Card, Combobox, Field, Fields, Input } from '../../../design';
import { errorMessage } from '../../../kernel/api';
import { loadSourceUi } from '../../../plugins/datasources';
import { SourceQueryEditor } from '../../../plugins/SourceQueryEditor';
import { bootSources } from '../../../querying/bootSources';
import { pluginOf } from '../../../querying/sources';
import type { SourceInfo } from '../../../sdk/datasource';
import { isComplete, problemsOf, type CorrelationDraft, type Problems } from './draft';
import { SamplePreview } from './SamplePreview';
import { Steps } from './Steps';
import styles from './Correlations.module.css';

export interface CorrelationFormProps {
  initial: CorrelationDraft;
  /** A correlation stays with the source it was made for. */
  isNew: boolean;
  readOnly?: boolean;
  busy: boolean;
  error: Error | null;
  onSave: (draft: CorrelationDraft) => void;
}

const NO_PROBLEMS: Problems = { steps: [] };

export function CorrelationForm({
  initial,
  isNew,
  readOnly,
  busy,
  error,
  onSave,
}: CorrelationFormProps): ReactNode {
  const [draft, setDraft] = useState(initial);
  const [tried, setTried] = useState(false);
  const sources = useMemo(bootSources, []);
  const problems = problemsOf(draft);
  const shown = tried ? problems : NO_PROBLEMS;
  const change = (patch: Partial<CorrelationDraft>) => setDraft((now) => ({ ...now, ...patch }));
  const options = sources.list
    .filter(({ meta }) => !meta?.builtIn)
    .map(({ uid, name, meta }) => ({ value: uid, label: name, description: meta?.name }));
  const target = sources.byKey.get(draft.targetUid);

  const chooseTarget = async (uid: string) => {
    const chosen = sources.byKey.get(uid);
    if (!chosen) return;
    const ui = await loadSourceUi(pluginOf(chosen)).catch(() => undefined);
    const isSameKind = target && pluginOf(target) === pluginOf(chosen);
    change({
      targetUid: uid,
      ...(isSameKind ? {} : { target: ui?.defaultQuery('explore') ?? {} }),
    });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    flushSync(() => setTried(true));
    if (isComplete(problems)) onSave(draft);
    else form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={readOnly} className={styles.form}>
        <Card title="From">
          <Fields columns={2}>
            <Field label="Data source" error={shown.source}>
              <Combobox
                label="Source"
                options={options}
                value={one(draft.sourceUid)}
                disabled={readOnly || !isNew}
                onChange={([sourceUid = '']) => change({ sourceUid })}
              />
            </Field>
            <Field
              label="Field"
              hint="Field whose values become links, for example Line in logs or a table column."
              error={shown.field}
            >
              <Input
                mono
                value={draft.field}
                placeholder="Line"
                onChange={(field) => change({ field })}
              />
            </Field>
          </Fields>
        </Card>
        <Card
          title="Variables"
          subtitle="extracted from the value; other fields of the row are also variables"
        >
          <Steps
            steps={draft.steps}
            problems={shown.steps}
            onChange={(steps) => change({ steps })}
          />
          <SamplePreview draft={draft} />
        </Card>
        <Card title="To">
          <Fields>
            <Field label="Data source" error={shown.target}>
              <Combobox
                label="Target"
                options={options}
                value={one(draft.targetUid)}
                disabled={readOnly}
                onChange={([uid = '']) => void chooseTarget(uid)}
              />
            </Field>
            {target && (
              <div role="group" aria-label="Query of the target">
                <p className={styles.dim}>
                  Query that the link runs. Insert variables as <code>{'${name}'}</code>.
                </p>
                <TargetQuery
                  key={target.uid}
                  source={target}
                  query={draft.target}
                  onChange={(query) => change({ target: query })}
                />
              </div>
            )}
          </Fields>
        </Card>
        <Card title="Link">
          <Fields columns={2}>
            <Field label="Label" optional hint="Text of the link. Default: the name of the target.">
              <Input value={draft.label} onChange={(label) => change({ label })} />
            </Field>
            <Field label="Description" optional>
              <Input
                value={draft.description}
                onChange={(description) => change({ description })}
              />
            </Field>
          </Fields>
        </Card>
      </fieldset>
      {error && (
        <p role="alert" className={styles.problem}>
          {errorMessage(error)}
        </p>
      )}
      {!readOnly && (
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={busy}>
            Save correlation
          </Button>
        </div>
      )}
    </form>
  );
}

interface TargetQueryProps {
  source: SourceInfo;
  query: Record<string, unknown>;
  onChange: (query: Record<string, unknown>) => void;
}

function TargetQuery({ source, query, onChange }: TargetQueryProps): ReactNode {
  const range = useMemo(lastHour, []);
  return (
    <SourceQueryEditor
      query={{ ...query, refId: 'A' }}
      source={source}
      range={range}
      app="explore"
      onChange={({ refId: _refId, ...rest }) => onChange(rest)}
      onRun={() => {}}
    />
  );
}

function lastHour(): TimeRange {
  const to = Date.now();
  return { from: to - 3_600_000, to, raw: { from: 'now-1h', to: 'now' } };
}

function one(value: string): string[] {
  return value ? [value] : [];
}
