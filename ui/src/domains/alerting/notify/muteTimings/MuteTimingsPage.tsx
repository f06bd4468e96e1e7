/** The mute timings with a summary of their intervals. */
import type { ReactNode } from 'react';
import { Clock3 } from 'lucide-react';
import { MUTE_TIMINGS_EXPORT } from '../../model/exports';
import { muteTimingUrl, NEW_MUTE_TIMING } from '../addresses';
import { DeleteDialog } from '../parts/DeleteDialog';
import { ResourceItem } from '../parts/ResourceItem';
import { ResourceListPage } from '../parts/ResourceListPage';
import { Unreadable } from '../parts/Unreadable';
import { useDeleteMuteTiming, useMuteTimings, type MuteTiming } from './api';
import { summary } from './model';
import look from '../parts/Notify.module.css';

export function MuteTimingsPage(): ReactNode {
  return (
    <ResourceListPage
      title="Mute timings"
      icon={Clock3}
      resources={useMuteTimings()}
      create={{ label: 'New mute timing', href: NEW_MUTE_TIMING }}
      exportPath={MUTE_TIMINGS_EXPORT}
      description="A mute timing is a named set of time intervals, for example nights or weekends. Add one, then select it in a notification policy to mute notifications in these intervals, or outside of them as an active timing."
      before={<Unreadable />}
      renderItem={(timing) => <MuteTimingItem key={timing.name} timing={timing} />}
    />
  );
}

function MuteTimingItem({ timing }: { timing: MuteTiming }): ReactNode {
  return (
    <ResourceItem
      name={timing.name}
      href={muteTimingUrl(timing.name)}
      provenance={timing.provenance}
      renderDelete={(onClose) => <DeleteMuteTiming name={timing.name} onClose={onClose} />}
    >
      {timing.time_intervals.map((interval, index) => (
        <span key={index} className={look.dim}>
          {summary(interval)}
        </span>
      ))}
      {timing.time_intervals.length === 0 && <span className={look.dim}>No intervals</span>}
    </ResourceItem>
  );
}

function DeleteMuteTiming({ name, onClose }: { name: string; onClose: () => void }): ReactNode {
  return (
    <DeleteDialog
      name={name}
      kind="mute timing"
      remove={useDeleteMuteTiming(onClose)}
      onClose={onClose}
    >
      A mute timing that policies or rules use cannot be deleted.
    </DeleteDialog>
  );
}
