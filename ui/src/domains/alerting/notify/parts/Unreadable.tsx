/** Stored parts of the alerting configuration that cannot be read, with actions to remove them. */
import { useState, type ReactNode } from 'react';
import { Button, ConfirmDialog } from '../../../../design';
import { can } from '../../../../kernel/boot';
import { useApi } from '../../../../kernel/query';
import { BUILT_IN } from '../groups/api';
import { useExpire } from '../silences/api';
import { useDeleteMuteTiming } from '../muteTimings/api';
import { UNREADABLE, type UnreadablePart } from './unreadableParts';
import styles from '../../parts/Alerting.module.css';
import look from './Notify.module.css';

export function Unreadable(): ReactNode {
  const parts = useApi<UnreadablePart[]>(UNREADABLE, { staleTime: 0 });
  if (!parts.data?.length) return null;
  return (
    <ul className={look.unreadable} aria-label="Unreadable configuration">
      {parts.data.map((each) => (
        <li key={`${each.part} ${each.name}`} className={styles.problem}>
          <span>{each.message}</span>
          {each.part === 'silence' && can('alerting:write') && <ExpireSilence id={each.name} />}
          {each.part === 'mute timing' && can('alerting:delete') && (
            <DeleteMuteTiming name={each.name} />
          )}
        </li>
      ))}
    </ul>
  );
}

function ExpireSilence({ id }: { id: string }): ReactNode {
  const expire = useExpire(BUILT_IN, () => {});
  return (
    <Button busy={expire.isPending} onClick={() => expire.mutate(id)}>
      Expire silence
    </Button>
  );
}

function DeleteMuteTiming({ name }: { name: string }): ReactNode {
  const [isConfirming, setConfirming] = useState(false);
  const remove = useDeleteMuteTiming(() => setConfirming(false));
  return (
    <>
      <Button onClick={() => setConfirming(true)}>Delete mute timing</Button>
      {isConfirming && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          confirm="Delete mute timing"
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate(name)}
          onClose={() => setConfirming(false)}
        >
          This also removes it for releases that can read it.
        </ConfirmDialog>
      )}
    </>
  );
}
