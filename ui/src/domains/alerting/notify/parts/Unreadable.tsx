/** What is stored in a form that cannot be read, and the way to be rid of it. */
import { useState, type ReactNode } from 'react';
import { Button, ConfirmDialog } from '../../../../design';
import { can } from '../../../../kernel/boot';
import { useApi } from '../../../../kernel/query';
import { BUILT_IN } from '../groups/api';
import { useExpire } from '../silences/api';
import { useDeleteTiming } from '../timings/api';
import { UNREADABLE, type UnreadablePart } from './unreadableParts';
import styles from '../../parts/Alerting.module.css';
import look from './Notify.module.css';

export function Unreadable(): ReactNode {
  const parts = useApi<UnreadablePart[]>(UNREADABLE, { staleTime: 0 });
  if (!parts.data?.length) return null;
  return (
    <ul className={look.unreadable} aria-label="What cannot be read">
      {parts.data.map((each) => (
        <li key={`${each.part} ${each.name}`} className={styles.problem}>
          <span>{each.message}</span>
          {each.part === 'silence' && can('alerting:write') && <EndSilence id={each.name} />}
          {each.part === 'mute timing' && can('alerting:delete') && (
            <DeleteTiming name={each.name} />
          )}
        </li>
      ))}
    </ul>
  );
}

function EndSilence({ id }: { id: string }): ReactNode {
  const end = useExpire(BUILT_IN, () => {});
  return (
    <Button busy={end.isPending} onClick={() => end.mutate(id)}>
      End silence
    </Button>
  );
}

function DeleteTiming({ name }: { name: string }): ReactNode {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteTiming(() => setAsking(false));
  return (
    <>
      <Button onClick={() => setAsking(true)}>Delete timing</Button>
      {asking && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          confirm="Delete"
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate(name)}
          onClose={() => setAsking(false)}
        >
          A release that can read it would have it no more.
        </ConfirmDialog>
      )}
    </>
  );
}
