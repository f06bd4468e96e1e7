/** What changed between two versions, or from one to the draft: in words, or as JSON. */
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { DashboardModel } from '../../../../data';
import { EmptyState, ErrorState, Segmented, SkeletonRows } from '../../../../design';
import { useDashboard } from '../../session/context';
import { useDraftModel } from '../draft/context';
import { versionModel } from '../openDraft';
import { ChangeList } from '../save/ChangeList';
import { useComparison } from '../save/useOptionWords';
import styles from './Versions.module.css';

const JsonDiff = lazy(() => import('../save/JsonDiff').then((m) => ({ default: m.JsonDiff })));

/** A number of a version. */
export type Side = number | 'draft';

const nameOf = (side: Side) => (side === 'draft' ? 'the draft' : `version ${side}`);

export function VersionComparison({ from, to }: { from: Side; to: Side }): ReactNode {
  const before = useSide(from);
  const after = useSide(to);
  const error = before.error ?? after.error;
  const title = `From ${nameOf(from)} to ${nameOf(to)}`;
  return (
    <section aria-label={title} className={styles.comparison}>
      <h2>{title}</h2>
      {error ? (
        <ErrorState error={error} title="The versions could not be compared" />
      ) : before.model && after.model ? (
        <Compared from={before.model} to={after.model} />
      ) : (
        <SkeletonRows />
      )}
    </section>
  );
}

/** Saved versions never change. */
function useSide(side: Side): { model?: DashboardModel; error: Error | null } {
  const { uid } = useDashboard();
  const draft = useDraftModel();
  const { data, error } = useQuery({
    queryKey: ['dashboard version', uid, side],
    queryFn: () => versionModel(uid, Number(side)),
    enabled: side !== 'draft',
    staleTime: Infinity,
  });
  return side === 'draft' ? { model: draft, error: null } : { model: data, error };
}

function Compared({ from, to }: { from: DashboardModel; to: DashboardModel }): ReactNode {
  const [view, setView] = useState<'words' | 'json'>('words');
  const { summary } = useComparison(from, to);
  if (summary.count === 0) return <EmptyState title="No difference" />;
  return (
    <>
      <Segmented
        label="View of the changes"
        value={view}
        options={[
          { value: 'words', label: 'Changes' },
          { value: 'json', label: 'JSON' },
        ]}
        onChange={setView}
      />
      {view === 'json' ? (
        <Suspense fallback={<SkeletonRows />}>
          <JsonDiff from={from} to={to} />
        </Suspense>
      ) : (
        <ChangeList summary={summary} />
      )}
    </>
  );
}
