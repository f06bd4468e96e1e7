/** Inhibition rules: target alerts are suppressed while a source alert fires. */
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
  nonEmpty,
  EMPTY_MATCHER,
  matcherProblem,
  matcherText,
  readMatchers,
  type Matcher,
} from '../../model/matchers';
import { MatcherRows } from '../parts/MatcherRows';
import { lockedReason } from '../parts/reasons';
import { useInhibitionRules, useSaveInhibitionRules, type InhibitionRule } from './api';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';

const NEW: InhibitionRule = { source_matchers: [], target_matchers: [] };

export function InhibitionRulesCard(): ReactNode {
  const inhibitions = useInhibitionRules();
  const [edited, setEdited] = useState<number>();
  const close = () => setEdited(undefined);
  const save = useSaveInhibitionRules(inhibitions.data?.version, close);
  const rules = inhibitions.data?.inhibit_rules ?? [];
  const reason = lockedReason(
    inhibitions.data?.provenance,
    can('alerting:write'),
    'the inhibition rules',
  );
  return (
    <Card
      title="Inhibition rules"
      subtitle="suppress target alerts while a source alert fires"
      flush
      actions={
        inhibitions.data &&
        !reason && (
          <Button icon={Plus} onClick={() => setEdited(rules.length)}>
            Add inhibition rule
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
        <p className={look.item}>
          No inhibition rules. Add one to suppress notifications for alerts that another alert
          explains.
        </p>
      )}
      <ul className={look.list} aria-label="Inhibition rules">
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
                  label={`Edit inhibition rule ${rule.name || index + 1}`}
                  onClick={() => setEdited(index)}
                />
                <IconButton
                  icon={Trash2}
                  label={`Delete inhibition rule ${rule.name || index + 1}`}
                  busy={save.isPending}
                  onClick={() => save.mutate(rules.toSpliced(index, 1))}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      {edited !== undefined && (
        <InhibitionRuleDialog
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
}: InhibitionRule): ReactNode {
  return (
    <>
      While <code>{source.join(', ') || 'any alert'}</code> fires,{' '}
      <code>{target.join(', ') || 'any alert'}</code> is inhibited
      {equal.length > 0 && <> if the labels are equal: {equal.join(', ')}</>}.
    </>
  );
}

interface InhibitionRuleDialogProps {
  rule: InhibitionRule;
  busy: boolean;
  error: Error | null;
  onClose: () => void;
  onSave: (rule: InhibitionRule) => void;
}

function InhibitionRuleDialog({
  rule,
  busy,
  error,
  onClose,
  onSave,
}: InhibitionRuleDialogProps): ReactNode {
  const [name, setName] = useState(rule.name ?? '');
  const [source, setSource] = useState(() => rowsOf(rule.source_matchers));
  const [target, setTarget] = useState(() => rowsOf(rule.target_matchers));
  const [equal, setEqual] = useState<readonly string[]>(rule.equal ?? []);
  const [isSubmitted, setSubmitted] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const sourceProblem = problemOf(nonEmpty(source), 'Add at least one source matcher.');
  const targetProblem = problemOf(nonEmpty(target), 'Add at least one target matcher.');
  const save = () => {
    if (sourceProblem || targetProblem) showProblems(form.current, () => setSubmitted(true));
    else
      onSave({
        ...(name.trim() ? { name: name.trim() } : {}),
        source_matchers: nonEmpty(source).map(matcherText),
        target_matchers: nonEmpty(target).map(matcherText),
        equal: [...equal],
      });
  };
  return (
    <Dialog
      title="Inhibition rule"
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={save}>
            Save inhibition rule
          </Button>
        </>
      }
    >
      <div ref={form}>
        <Fields>
          <Field label="Name" optional>
            <Input value={name} maxLength={200} onChange={setName} />
          </Field>
          <FieldSet
            legend="Source matchers"
            hint="While an alert that matches all of these fires, target alerts are inhibited."
          >
            <MatcherRows
              isFirst
              label="Source matchers"
              matchers={source}
              problem={isSubmitted ? sourceProblem : undefined}
              onChange={setSource}
            />
          </FieldSet>
          <FieldSet
            legend="Target matchers"
            hint="No notifications are sent for alerts that match all of these."
          >
            <MatcherRows
              label="Target matchers"
              matchers={target}
              problem={isSubmitted ? targetProblem : undefined}
              onChange={setTarget}
            />
          </FieldSet>
          <Field
            label="Equal labels"
            optional
            hint="Labels that must have the same value in the source and target alert. Leave empty to inhibit all target alerts."
          >
            <Combobox
              label="Equal labels"
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
