/**
 * Who changed the rule, what and when; any version can be compared with the newest one and brought
 * back.
 */
import { useState, type ReactNode } from 'react';
import { GitCompare, RotateCcw } from 'lucide-react';
import { formatTime } from '../../../data';
import {
  Button,
  Card,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  SkeletonRows,
  Tag,
} from '../../../design';
import { useRestore, useVersions, type RuleVersion } from '../api';
import { changesBetween } from '../model/changes';
import { useZone } from '../parts/useZone';
import styles from './Detail.module.css';

export function VersionsTab({ uid, mayRestore }: { uid: string; mayRestore: boolean }): ReactNode {
  const [compared, setCompared] = useState<number>();
  const [asked, setAsked] = useState<number>();
  const { data, error, isPending, refetch } = useVersions(uid);
  const restore = useRestore(uid);
  const timeZone = useZone();
  const newest = data?.[0];
  return (
    <Card flush title="Versions">
      {isPending && <SkeletonRows />}
      {error && (
        <ErrorState
          error={error}
          title="The versions could not be loaded"
          onRetry={() => void refetch()}
        />
      )}
      {data && !newest && (
        <EmptyState title="No versions yet">
          A version is stored each time the rule is saved.
        </EmptyState>
      )}
      <ol className={styles.versions}>
        {data?.map((each) => (
          <li key={each.version}>
            <div className={styles.version}>
              <strong>{each.version}</strong>
              <span>
                {each.message || 'Saved'}
                <small>
                  {formatTime(each.created, 'full', timeZone)} · {each.createdBy}
                </small>
              </span>
              <span className={styles.tags}>
                {each === newest && <Tag>Newest</Tag>}
                {each !== newest && (
                  <Button
                    size="sm"
                    variant="ghost"
                    icon={GitCompare}
                    aria-expanded={compared === each.version}
                    onClick={() =>
                      setCompared(compared === each.version ? undefined : each.version)
                    }
                  >
                    Compare
                  </Button>
                )}
                {each !== newest && mayRestore && (
                  <Button
                    size="sm"
                    variant="ghost"
                    icon={RotateCcw}
                    onClick={() => setAsked(each.version)}
                  >
                    Restore
                  </Button>
                )}
              </span>
            </div>
            {newest && compared === each.version && <Comparison from={each} to={newest} />}
          </li>
        ))}
      </ol>
      {asked !== undefined && newest && (
        <ConfirmDialog
          title={`Restore version ${asked}?`}
          confirm="Restore"
          busy={restore.isPending}
          onConfirm={() => restore.mutate(asked, { onSuccess: () => setAsked(undefined) })}
          onClose={() => setAsked(undefined)}
        >
          The restored rule becomes the newest version. Version {newest.version} stays in this list.
        </ConfirmDialog>
      )}
    </Card>
  );
}

const WORDS = { add: 'added', remove: 'removed', change: 'changed' };

function Comparison({ from, to }: { from: RuleVersion; to: RuleVersion }): ReactNode {
  const changes = changesBetween(from.rule, to.rule);
  return (
    <ul className={styles.changes} aria-label={`From version ${from.version} to ${to.version}`}>
      {changes.length === 0 && (
        <li>
          The rule itself did not change. Only its group or its position in the group changed.
        </li>
      )}
      {changes.map((change) => (
        <li key={change.path + change.kind}>
          <code>{change.path}</code> {WORDS[change.kind]}
          {change.kind !== 'add' && <pre className={styles.old}>− {valueText(change.old)}</pre>}
          {change.kind !== 'remove' && <pre className={styles.new}>+ {valueText(change.new)}</pre>}
        </li>
      ))}
    </ul>
  );
}

const LONGEST = 2000;

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
