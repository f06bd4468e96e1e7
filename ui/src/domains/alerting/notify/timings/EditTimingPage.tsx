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
import { TIMINGS } from '../addresses';
import { showProblems } from '../../parts/showProblems';
import { Locked } from '../parts/Locked';
import { lockedReason } from '../parts/reasons';
import { useSaveTiming, useTimings, type Timing } from './api';
import { IntervalList } from './IntervalList';
import { problemOf, tidy, type Interval } from './model';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';

const crumbs = [{ label: 'Mute timings', href: TIMINGS }];

export function NewTimingPage(): ReactNode {
  return <Editor timing={undefined} />;
}

export function EditTimingPage(): ReactNode {
  const name = useQueryParams().get('name') ?? '';
  const timings = useTimings();
  const [opened, setOpened] = useState<readonly Timing[]>();
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
            title={`There is no mute timing “${name}”`}
            actions={<LinkButton href={TIMINGS}>Mute timings</LinkButton>}
          >
            It was deleted, or has another name now.
          </EmptyState>
        )}
      </PageBody>
    </>
  );
}

function Editor({ timing }: { timing: Timing | undefined }): ReactNode {
  const [name, setName] = useState(timing?.name ?? '');
  const [intervals, setIntervals] = useState<readonly Interval[]>(timing?.time_intervals ?? [{}]);
  const [tried, setTried] = useState(false);
  const reason = lockedReason(timing?.provenance, can('alerting:write'), 'this mute timing');
  const isChanged =
    name !== (timing?.name ?? '') ||
    JSON.stringify(intervals) !== JSON.stringify(timing?.time_intervals ?? [{}]);
  const guard = useLeaveGuard(isChanged && !reason);
  const save = useSaveTiming(() => {
    guard.letGo();
    goTo(TIMINGS);
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!name.trim() || intervals.some(problemOf))
      showProblems(event.currentTarget, () => setTried(true));
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
                    ? 'Policies name it. A new name is written there too.'
                    : 'Policies name it.'
                }
                error={tried && !name.trim() ? 'A mute timing needs a name.' : undefined}
              >
                <Input value={name} autoFocus={!timing} maxLength={200} onChange={setName} />
              </Field>
            </Card>
            <Card
              title="Intervals"
              subtitle="in any of them; within one, all that is said must hold"
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
              <Button onClick={() => guard.leave(() => goTo(TIMINGS))}>Cancel</Button>
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
