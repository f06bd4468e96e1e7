/** Inhibitions: alerts that are not told while others, which explain them, fire. */
import { useRef, useState, type ReactNode } from 'react';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import {
  Button,
  Card,
  Combobox,
  Dialog,
  ErrorState,
  Field,
  Fields,
  FieldSet,
  IconButton,
  Input,
  SkeletonRows,
} from '../../../../design';
import { errorMessage } from '../../../../kernel/api';
import { can } from '../../../../kernel/boot';
import { showProblems } from '../../parts/showProblems';
import {
  begun,
  EMPTY_MATCHER,
  matcherProblem,
  matcherText,
  readMatchers,
  type Matcher,
} from '../parts/matchers';
import { MatcherRows } from '../parts/MatcherRows';
import { lockedReason } from '../parts/reasons';
import { useInhibitions, useSaveInhibitions, type InhibitRule } from './api';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';

const NEW: InhibitRule = { source_matchers: [], target_matchers: [] };

export function InhibitCard(): ReactNode {
  const inhibitions = useInhibitions();
  const [edited, setEdited] = useState<number>();
  const close = () => setEdited(undefined);
  const save = useSaveInhibitions(inhibitions.data?.version, close);
  const rules = inhibitions.data?.inhibit_rules ?? [];
  const reason = lockedReason(
    inhibitions.data?.provenance,
    can('alerting:write'),
    'the inhibitions',
  );
  return (
    <Card
      title="Inhibitions"
      subtitle="keep the consequences quiet while the cause fires"
      flush
      actions={
        inhibitions.data &&
        !reason && (
          <Button icon={Plus} onClick={() => setEdited(rules.length)}>
            Add
          </Button>
        )
      }
    >
      {inhibitions.isPending && <SkeletonRows rows={2} />}
      {inhibitions.error && (
        <ErrorState error={inhibitions.error} onRetry={() => void inhibitions.refetch()} />
      )}
      {reason && can('alerting:write') && <p className={look.item}>{reason}</p>}
      {inhibitions.data && rules.length === 0 && (
        <p className={look.item}>Nothing inhibits anything: every alert is told by itself.</p>
      )}
      <ul className={look.list} aria-label="Inhibitions">
        {rules.map((rule, index) => (
          <li key={index} className={look.item}>
            <div className={look.main}>
              {rule.name && <span className={look.name}>{rule.name}</span>}
              <span>{sentenceOf(rule)}</span>
            </div>
            {!reason && (
              <div className={look.icons}>
                <IconButton
                  icon={Pencil}
                  label={`Edit inhibition ${rule.name || index + 1}`}
                  onClick={() => setEdited(index)}
                />
                <IconButton
                  icon={Trash2}
                  label={`Delete inhibition ${rule.name || index + 1}`}
                  busy={save.isPending}
                  onClick={() => save.mutate(rules.toSpliced(index, 1))}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      {edited !== undefined && (
        <InhibitDialog
          rule={rules[edited] ?? NEW}
          busy={save.isPending}
          error={save.error}
          onClose={close}
          onSave={(rule) =>
            save.mutate(rules[edited] ? rules.with(edited, rule) : [...rules, rule])
          }
        />
      )}
    </Card>
  );
}

function sentenceOf({
  source_matchers: source,
  target_matchers: target,
  equal = [],
}: InhibitRule): ReactNode {
  return (
    <>
      While <code>{source.join(', ') || 'anything'}</code> fires,{' '}
      <code>{target.join(', ') || 'anything'}</code> is not told
      {equal.length > 0 && <> where both have the same {equal.join(', ')}</>}.
    </>
  );
}

interface InhibitDialogProps {
  rule: InhibitRule;
  busy: boolean;
  error: Error | null;
  onClose: () => void;
  onSave: (rule: InhibitRule) => void;
}

function InhibitDialog({ rule, busy, error, onClose, onSave }: InhibitDialogProps): ReactNode {
  const [name, setName] = useState(rule.name ?? '');
  const [source, setSource] = useState(() => rowsOf(rule.source_matchers));
  const [target, setTarget] = useState(() => rowsOf(rule.target_matchers));
  const [equal, setEqual] = useState<readonly string[]>(rule.equal ?? []);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const sourceProblem = problemOf(begun(source), 'Say which alerts keep others quiet.');
  const targetProblem = problemOf(begun(target), 'Say which alerts are kept quiet.');
  const save = () => {
    if (sourceProblem || targetProblem) showProblems(form.current, () => setTried(true));
    else
      onSave({
        ...(name.trim() ? { name: name.trim() } : {}),
        source_matchers: begun(source).map(matcherText),
        target_matchers: begun(target).map(matcherText),
        equal: [...equal],
      });
  };
  return (
    <Dialog
      title="Inhibition"
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={save}>
            Save inhibition
          </Button>
        </>
      }
    >
      <div ref={form}>
        <Fields>
          <Field label="Name" optional>
            <Input value={name} maxLength={200} onChange={setName} />
          </Field>
          <FieldSet legend="While an alert like this fires">
            <MatcherRows
              isFirst
              label="Source"
              matchers={source}
              problem={tried ? sourceProblem : undefined}
              onChange={setSource}
            />
          </FieldSet>
          <FieldSet legend="these are not told">
            <MatcherRows
              label="Target"
              matchers={target}
              problem={tried ? targetProblem : undefined}
              onChange={setTarget}
            />
          </FieldSet>
          <Field
            label="Where both have the same"
            optional
            hint="Without these labels, one alert inhibits all of the others."
          >
            <Combobox
              label="Where both have the same"
              multi
              allowCustom
              options={[
                ...new Set(['alertname', 'cluster', 'instance', 'namespace', ...equal]),
              ].map((value) => ({ value, label: value }))}
              value={equal}
              placeholder="Labels"
              onChange={setEqual}
            />
          </Field>
          {error && (
            <p role="alert" className={styles.problem}>
              {errorMessage(error)}
            </p>
          )}
        </Fields>
      </div>
    </Dialog>
  );
}

function rowsOf(texts: readonly string[]): Matcher[] {
  const found = texts.flatMap((text) => readMatchers(text) ?? []);
  return found.length > 0 ? found : [EMPTY_MATCHER];
}

function problemOf(matchers: readonly Matcher[], whenNone: string): string | undefined {
  return matchers.length === 0 ? whenNone : matcherProblem(matchers);
}
