import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { SearchX } from 'lucide-react';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  Field,
  Input,
  LinkButton,
  PageBody,
  SkeletonRows,
  TopBar,
  useLeaveGuard,
} from '../../../../design';
import { errorMessage } from '../../../../kernel/api';
import { can } from '../../../../kernel/boot';
import { goTo, useQueryParams } from '../../../../kernel/location';
import { MUTE_TIMINGS } from '../addresses';
import { showProblems } from '../../parts/showProblems';
import { Locked } from '../parts/Locked';
import { lockedReason } from '../parts/reasons';
import { useSaveMuteTiming, useMuteTimings, type MuteTiming } from './api';
import { IntervalList } from './IntervalList';
import { problemOf, tidy, type Interval } from './model';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';

const crumbs = [{ label: 'Mute timings', href: MUTE_TIMINGS }];

export function NewMuteTimingPage(): ReactNode {
  return <Editor timing={undefined} />;
}

export function EditMuteTimingPage(): ReactNode {
  const name = useQueryParams().get('name') ?? '';
  const timings = useMuteTimings();
  const [opened, setOpened] = useState<readonly MuteTiming[]>();
  useEffect(() => {
    if (timings.data && !timings.isFetching) setOpened((before) => before ?? timings.data);
  }, [timings.data, timings.isFetching]);
  const timing = opened?.find((each) => each.name === name);
  if (timing) return <Editor timing={timing} />;
  return (
    <>
      <TopBar title={name} crumbs={crumbs} />
      <PageBody narrow>
        {timings.error && <ErrorState error={timings.error} />}
        {!opened && !timings.error && <SkeletonRows />}
        {opened && (
          <EmptyState
            icon={SearchX}
            title={`Mute timing “${name}” not found`}
            actions={<LinkButton href={MUTE_TIMINGS}>Mute timings</LinkButton>}
          >
            It may have been deleted or renamed.
          </EmptyState>
        )}
      </PageBody>
    </>
  );
}

function Editor({ timing }: { timing: MuteTiming | undefined }): ReactNode {
  const [name, setName] = useState(timing?.name ?? '');
  const [intervals, setIntervals] = useState<readonly Interval[]>(timing?.time_intervals ?? [{}]);
  const [isSubmitted, setSubmitted] = useState(false);
  const reason = lockedReason(timing?.provenance, can('alerting:write'), 'this mute timing');
  const isChanged =
    name !== (timing?.name ?? '') ||
    JSON.stringify(intervals) !== JSON.stringify(timing?.time_intervals ?? [{}]);
  const guard = useLeaveGuard(isChanged && !reason);
  const save = useSaveMuteTiming(() => {
    guard.letGo();
    goTo(MUTE_TIMINGS);
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!name.trim() || intervals.some(problemOf))
      showProblems(event.currentTarget, () => setSubmitted(true));
    else
      save.mutate({
        from: timing?.name,
        timing: { name: name.trim(), time_intervals: intervals.map(tidy) },
      });
  };
  return (
    <>
      <TopBar title={timing?.name ?? 'New mute timing'} crumbs={crumbs} />
      <PageBody narrow>
        <form onSubmit={submit} noValidate className={look.form}>
          <Locked reason={reason} />
          <fieldset disabled={Boolean(reason)} className={look.form}>
            <Card>
              <Field
                label="Name"
                hint={
                  timing
                    ? 'Notification policies refer to the mute timing by this name. A new name also applies there.'
                    : 'Notification policies refer to the mute timing by this name.'
                }
                error={isSubmitted && !name.trim() ? 'Enter a name.' : undefined}
              >
                <Input value={name} autoFocus={!timing} maxLength={200} onChange={setName} />
              </Field>
            </Card>
            <Card
              title="Time intervals"
              subtitle="notifications are muted in any of them; all parts of an interval must match"
            >
              <IntervalList intervals={intervals} onChange={setIntervals} />
            </Card>
          </fieldset>
          {!reason && (
            <footer className={look.foot}>
              {save.error && (
                <p role="alert" className={styles.problem}>
                  {errorMessage(save.error)}
                </p>
              )}
              <Button onClick={() => guard.leave(() => goTo(MUTE_TIMINGS))}>Cancel</Button>
              <Button type="submit" variant="primary" busy={save.isPending}>
                Save mute timing
              </Button>
            </footer>
          )}
        </form>
      </PageBody>
      {guard.question}
    </>
  );
}
