/** The form of one policy. Empty fields are inherited from the parent policy. */
import { useRef, useState, type ReactNode } from 'react';
import {
  Button,
  Combobox,
  Drawer,
  Field,
  Fields,
  FieldSet,
  Input,
  Switch,
} from '../../../../design';
import { errorMessage } from '../../../../kernel/api';
import { useContactPointNames, useMuteTimingNames } from '../../api';
import { secondsOf } from '../../model/times';
import { showProblems } from '../../parts/showProblems';
import { nonEmpty, matcherProblem } from '../../model/matchers';
import { MatcherRows } from '../parts/MatcherRows';
import { groupText, matchersOf, tidy, withMatchers, type Inherited, type Policy } from './model';
import styles from '../../parts/Alerting.module.css';

export interface PolicyDialogProps {
  title: string;
  initial: Policy;
  isRoot: boolean;
  above: Inherited;
  busy: boolean;
  error: Error | null;
  onClose: () => void;
  onSave: (policy: Policy) => void;
}

export function PolicyDialog({
  title,
  initial,
  isRoot,
  above,
  busy,
  error,
  onClose,
  onSave,
}: PolicyDialogProps): ReactNode {
  const [policy, setPolicy] = useState(initial);
  const [matchers, setMatchers] = useState(() => {
    const stored = matchersOf(initial);
    return stored.length > 0 || isRoot ? stored : [{ name: '', operator: '=' as const, value: '' }];
  });
  const [isSubmitted, setSubmitted] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const change = (patch: Partial<Policy>) => setPolicy((now) => ({ ...now, ...patch }));
  const contacts = useContactPointNames();
  const timings = useMuteTimingNames();
  const used = nonEmpty(matchers);
  const problems = problemsOf(policy, isRoot);
  const matching = matcherProblem(used);
  const save = () => {
    if (Object.keys(problems).length > 0 || matching)
      showProblems(form.current, () => setSubmitted(true));
    else onSave(tidy(withMatchers(policy, used)));
  };
  const shown: Problems = isSubmitted ? problems : {};
  const options = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));
  return (
    <Drawer
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={save}>
            Save policy
          </Button>
        </>
      }
    >
      <div ref={form}>
        <Fields>
          {!isRoot && (
            <FieldSet
              legend="Matchers"
              hint="An alert must match all of them. A policy without matchers matches all alerts."
            >
              <MatcherRows
                isFirst
                matchers={matchers}
                problem={isSubmitted ? matching : undefined}
                onChange={setMatchers}
              />
            </FieldSet>
          )}
          <Field
            label="Contact point"
            optional={!isRoot}
            error={shown.receiver ?? contacts.error?.message}
          >
            <Combobox
              label="Contact point"
              loading={contacts.isPending}
              options={[
                ...(isRoot ? [] : [{ value: '', label: `Inherited: ${above.receiver}` }]),
                ...options(contacts.names),
              ]}
              value={policy.receiver ? [policy.receiver] : []}
              placeholder={isRoot ? 'Select a contact point' : `${above.receiver} (inherited)`}
              onChange={([receiver = '']) => change({ receiver })}
            />
          </Field>
          <Field
            label="Group by"
            optional={!isRoot}
            hint="Alerts with equal values of these labels share one notification. Use “...” to group by all labels, which sends one notification per alert."
          >
            <Combobox
              label="Group by"
              multi
              allowCustom
              options={options([
                ...new Set(['alertname', 'grafana_folder', '...', ...(policy.group_by ?? [])]),
              ])}
              value={policy.group_by ?? []}
              placeholder={
                isRoot ? 'One group for all alerts' : `${groupText(above.groupBy)} (inherited)`
              }
              onChange={(names) =>
                change({ group_by: names.length > 0 || isRoot ? names : undefined })
              }
            />
          </Field>
          <Field
            label="Group wait"
            optional
            error={shown.group_wait}
            hint="Time before the first notification of a new alert group, for example 30s."
          >
            <Input
              mono
              value={policy.group_wait ?? ''}
              placeholder={above.groupWait}
              onChange={(text) => change({ group_wait: text })}
            />
          </Field>
          <Field
            label="Group interval"
            optional
            error={shown.group_interval}
            hint="Time between two notifications about changes of an alert group, for example 5m."
          >
            <Input
              mono
              value={policy.group_interval ?? ''}
              placeholder={above.groupInterval}
              onChange={(text) => change({ group_interval: text })}
            />
          </Field>
          <Field
            label="Repeat interval"
            optional
            error={shown.repeat_interval}
            hint="Time after which an unchanged firing group is notified again, for example 4h."
          >
            <Input
              mono
              value={policy.repeat_interval ?? ''}
              placeholder={above.repeatInterval}
              onChange={(text) => change({ repeat_interval: text })}
            />
          </Field>
          {!isRoot && (
            <>
              <Field
                label="Mute timings"
                optional
                hint="Notifications are muted during these times."
              >
                <Combobox
                  label="Mute timings"
                  multi
                  options={options(timings)}
                  value={policy.mute_time_intervals ?? []}
                  placeholder="None"
                  onChange={(names) => change({ mute_time_intervals: names })}
                />
              </Field>
              <Field
                label="Active timings"
                optional
                hint="Notifications are muted outside of these times."
              >
                <Combobox
                  label="Active timings"
                  multi
                  options={options(timings)}
                  value={policy.active_time_intervals ?? []}
                  placeholder="Always"
                  onChange={(names) => change({ active_time_intervals: names })}
                />
              </Field>
              <Field
                label="Continue matching"
                hint="Alerts of this policy are also matched against the policies after it."
              >
                <Switch
                  checked={policy.continue ?? false}
                  onChange={(next) => change({ continue: next })}
                />
              </Field>
            </>
          )}
          {error && (
            <p role="alert" className={styles.problem}>
              {errorMessage(error)}
            </p>
          )}
        </Fields>
      </div>
    </Drawer>
  );
}

interface Problems {
  receiver?: string;
  group_wait?: string;
  group_interval?: string;
  repeat_interval?: string;
}

function problemsOf(policy: Policy, isRoot: boolean): Problems {
  const problems: Problems = {};
  if (isRoot && !policy.receiver) problems.receiver = 'Select a contact point.';
  for (const key of ['group_wait', 'group_interval', 'repeat_interval'] as const)
    if (!Number.isFinite(secondsOf(policy[key])))
      problems[key] = 'Enter a duration such as 30s, 5m or 4h.';
  return problems;
}
