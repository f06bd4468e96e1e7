/** The mute timings with a summary of their intervals. */
import { useState, type ReactNode } from 'react';
import { Clock3, Lock, Plus, Trash2 } from 'lucide-react';
import { Link } from 'wouter';
import {
  Card,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  IconButton,
  LinkButton,
  PageBody,
  SkeletonRows,
  Tag,
  TopBar,
} from '../../../../design';
import { can } from '../../../../kernel/boot';
import { MUTE_TIMINGS_EXPORT } from '../../model/exports';
import { AlertingLinks } from '../../parts/AlertingLinks';
import { ExportButton } from '../../parts/ExportDialog';
import { NEW_MUTE_TIMING, muteTimingUrl } from '../addresses';
import { Unreadable } from '../parts/Unreadable';
import { lockedReason } from '../parts/reasons';
import { useDeleteMuteTiming, useMuteTimings, type Timing } from './api';
import { summary } from './model';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';

export function MuteTimingsPage(): ReactNode {
  const timings = useMuteTimings();
  const add = can('alerting:write') && (
    <LinkButton href={NEW_MUTE_TIMING} variant="primary" icon={Plus}>
      New mute timing
    </LinkButton>
  );
  return (
    <>
      <TopBar
        title="Mute timings"
        actions={
          <>
            {timings.data && timings.data.length > 0 && (
              <ExportButton name="all mute timings" path={MUTE_TIMINGS_EXPORT} />
            )}
            {add}
          </>
        }
        toolbar={<AlertingLinks />}
      />
      <PageBody>
        <div className={styles.stack}>
          <Unreadable />
          <Card flush>
            {timings.isPending && <SkeletonRows />}
            {timings.error && !timings.data && (
              <ErrorState error={timings.error} onRetry={() => void timings.refetch()} />
            )}
            {timings.data?.length === 0 && (
              <div className={styles.empty}>
                <EmptyState icon={Clock3} title="No mute timings" actions={add}>
                  A mute timing is a named set of time intervals, for example nights or weekends.
                  Add one, then select it in a notification policy to mute notifications in these
                  intervals, or outside of them as an active timing.
                </EmptyState>
              </div>
            )}
            <ul className={look.list} aria-label="Mute timings">
              {timings.data?.map((timing) => (
                <MuteTimingItem key={timing.name} timing={timing} />
              ))}
            </ul>
          </Card>
        </div>
      </PageBody>
    </>
  );
}

function MuteTimingItem({ timing }: { timing: Timing }): ReactNode {
  const [deleting, setDeleting] = useState(false);
  const remove = useDeleteMuteTiming(() => setDeleting(false));
  const locked = lockedReason(timing.provenance, can('alerting:delete'), 'this mute timing');
  return (
    <li className={look.item}>
      <div className={look.main}>
        <div className={look.head}>
          <Link href={muteTimingUrl(timing.name)}>{timing.name}</Link>
          {timing.provenance && <Tag icon={Lock}>Provisioned</Tag>}
        </div>
        {timing.time_intervals.map((interval, index) => (
          <span key={index} className={look.dim}>
            {summary(interval)}
          </span>
        ))}
        {timing.time_intervals.length === 0 && <span className={look.dim}>No intervals</span>}
      </div>
      {!locked && (
        <div className={look.buttons}>
          <IconButton
            icon={Trash2}
            label={`Delete ${timing.name}`}
            onClick={() => setDeleting(true)}
          />
        </div>
      )}
      {deleting && (
        <ConfirmDialog
          title={`Delete ${timing.name}?`}
          confirm="Delete mute timing"
          danger
          busy={remove.isPending}
          onClose={() => setDeleting(false)}
          onConfirm={() => remove.mutate(timing.name)}
        >
          A mute timing that policies or rules use cannot be deleted.
        </ConfirmDialog>
      )}
    </li>
  );
}
