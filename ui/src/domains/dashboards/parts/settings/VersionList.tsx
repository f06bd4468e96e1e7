/** Who changed what and when; any version can be compared with the newest one and brought back. */
import { useState, type ReactNode } from 'react';
import { GitCompare, RotateCcw } from 'lucide-react';
import { formatTime } from '../../../../data';
import {
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  SkeletonRows,
  Tag,
} from '../../../../design';
import { useAction } from '../../../../kernel/query';
import {
  restoreVersion,
  useChanges,
  useVersions,
  type Change,
  type DashboardVersion,
} from '../../queries';
import { useDashboard, useDashboardTime } from '../../session/context';
import styles from './Settings.module.css';

const PAGE = 20;

export function VersionList({ onRestored }: { onRestored: () => void }): ReactNode {
  const { uid, canSave, stored } = useDashboard();
  const { timeZone } = useDashboardTime();
  const [limit, setLimit] = useState(PAGE);
  const [compared, setCompared] = useState<DashboardVersion>();
  const [asked, setAsked] = useState<DashboardVersion>();
  const { data, error, refetch } = useVersions(uid, limit);
  const restore = useAction((version: number) => restoreVersion(uid, version), {
    done: 'Version restored',
    onDone: onRestored,
  });

  if (error)
    return (
      <ErrorState
        error={error}
        title="The versions could not be loaded"
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <SkeletonRows />;
  const versions = Array.isArray(data) ? data : data.versions;
  const newest = versions[0];
  if (!newest)
    return (
      <EmptyState title="No versions yet">
        A version is stored each time the dashboard is saved.
      </EmptyState>
    );
  if (compared) {
    return (
      <Comparison
        dashboardId={Number(stored.dashboard.id)}
        from={compared}
        to={newest}
        onBack={() => setCompared(undefined)}
      />
    );
  }
  return (
    <>
      <ol className={styles.versions}>
        {versions.map((version) => (
          <li key={version.version} className={styles.version}>
            <span className={styles.number}>{version.version}</span>
            <span>
              {version.message ||
                (version.restoredFrom ? `Restored from ${version.restoredFrom}` : 'Saved')}
            </span>
            <small>
              {formatTime(Date.parse(version.created), 'full', timeZone)} · {version.createdBy}
            </small>
            <span className={styles.versionActions}>
              {version === newest ? (
                <Tag>Newest</Tag>
              ) : (
                <>
                  <Button
                    size="sm"
                    variant="ghost"
                    icon={GitCompare}
                    onClick={() => setCompared(version)}
                  >
                    Compare
                  </Button>
                  {canSave && (
                    <Button
                      size="sm"
                      variant="ghost"
                      icon={RotateCcw}
                      onClick={() => setAsked(version)}
                    >
                      Restore
                    </Button>
                  )}
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
      {versions.length >= limit && (
        <Button onClick={() => setLimit(limit + PAGE)}>Show more</Button>
      )}
      {asked && (
        <ConfirmDialog
          title={`Restore version ${asked.version}?`}
          confirm="Restore"
          busy={restore.isPending}
          onConfirm={() => restore.mutate(asked.version)}
          onClose={() => setAsked(undefined)}
        >
          The restored dashboard becomes the newest version. Version {newest.version} stays in this
          list.
        </ConfirmDialog>
      )}
    </>
  );
}

interface ComparisonProps {
  dashboardId: number;
  from: DashboardVersion;
  to: DashboardVersion;
  onBack: () => void;
}

function Comparison({ dashboardId, from, to, onBack }: ComparisonProps): ReactNode {
  const compare = useChanges(dashboardId, from.version, to.version);
  return (
    <>
      <p className={styles.hint}>
        What changed from version {from.version} to version {to.version}.{' '}
        <Button size="sm" variant="ghost" onClick={onBack}>
          Back to the list
        </Button>
      </p>
      {compare.error && (
        <ErrorState error={compare.error} title="The versions could not be compared" />
      )}
      {compare.isPending && <SkeletonRows />}
      {compare.data?.length === 0 && <EmptyState title="No difference" />}
      <ul className={styles.changes}>
        {compare.data?.map((change) => (
          <ChangeRow key={change.path + change.kind} change={change} />
        ))}
      </ul>
    </>
  );
}

const WORDS = { add: 'added', remove: 'removed', change: 'changed', move: 'moved' };

function ChangeRow({ change }: { change: Change }): ReactNode {
  return (
    <li>
      <span className={styles.path}>{change.path}</span> {WORDS[change.kind]}
      {change.kind !== 'add' && <code className={styles.old}>− {valueText(change.old)}</code>}
      {change.kind !== 'remove' && <code className={styles.new}>+ {valueText(change.new)}</code>}
    </li>
  );
}

const LONGEST = 2000;

function valueText(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? '';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
