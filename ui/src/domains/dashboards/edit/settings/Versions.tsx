/** The saved versions: any two compared in words, and each loaded into the draft or restored. */
import { useState, type ReactNode } from 'react';
import { FolderInput, RotateCcw } from 'lucide-react';
import { formatTime } from '../../../../data';
import {
  Button,
  Checkbox,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  SkeletonRows,
  Tag,
} from '../../../../design';
import { useAction } from '../../../../kernel/query';
import { newestVersion, restoreVersion, useVersions, type DashboardVersion } from '../../queries';
import { useDashboard, useDashboardTime } from '../../session/context';
import { loadVersion } from '../draft/commands/settings';
import { useDraft, useDraftStore } from '../draft/context';
import { versionModel } from '../openDraft';
import { VersionComparison, type Side } from './VersionComparison';
import styles from './Versions.module.css';

const PAGE = 20;
const DRAFT: Side = 'draft';

export function Versions(): ReactNode {
  const isSaved = useDraft(({ base }) => base.version > 0);
  return isSaved ? <SavedVersions /> : <NoVersions />;
}

function SavedVersions(): ReactNode {
  const store = useDraftStore();
  const { uid, canSave } = useDashboard();
  const [limit, setLimit] = useState(PAGE);
  const [chosen, setChosen] = useState<readonly Side[]>([]);
  const [asked, setAsked] = useState<DashboardVersion>();
  const { data, error, refetch } = useVersions(uid, limit);
  const load = useAction(
    async (version: number) => {
      const model = await versionModel(uid, version);
      store.run(loadVersion(version, model));
      store.closeStep();
      return version;
    },
    { done: (version) => `Version ${version} loaded into the draft` },
  );
  const restore = useAction(
    async (version: number) => {
      const isUnchanged = store.get().model === store.get().base.model;
      await restoreVersion(uid, version);
      const newest = await newestVersion(uid);
      // Changes of the draft stay; they can be merged with the restored version.
      if (!newest || !isUnchanged || store.get().model !== store.get().base.model) return;
      store.run(loadVersion(version, await versionModel(uid, newest.version)));
      store.closeStep();
      store.rebase({ model: store.get().model, version: newest.version });
    },
    {
      done: 'Version restored',
      onDone: () => {
        setAsked(undefined);
        void refetch();
      },
    },
  );

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
  if (!newest) return <NoVersions />;
  // A third choice takes the place of the one that was chosen first.
  const toggle = (side: Side) =>
    setChosen(
      chosen.includes(side) ? chosen.filter((one) => one !== side) : [...chosen, side].slice(-2),
    );
  const [from, to] = chosen.toSorted((a, b) => orderOf(a) - orderOf(b));
  return (
    <div className={styles.page}>
      <p className={styles.hint}>Choose two to compare them.</p>
      <ol className={styles.versions} aria-label="Versions">
        <li className={styles.version}>
          <Choice side={DRAFT} chosen={chosen} onToggle={toggle} />
          <span className={styles.what}>What you edit now</span>
        </li>
        {versions.map((version) => (
          <li key={version.version} className={styles.version}>
            <Choice side={version.version} chosen={chosen} onToggle={toggle} />
            <Described version={version} isNewest={version === newest} />
            <span className={styles.actions}>
              <Button
                size="sm"
                variant="ghost"
                icon={FolderInput}
                aria-label={`Load version ${version.version} into draft`}
                busy={load.isPending && load.variables === version.version}
                onClick={() => load.mutate(version.version)}
              >
                Load into draft
              </Button>
              {canSave && version !== newest && (
                <Button
                  size="sm"
                  variant="ghost"
                  icon={RotateCcw}
                  aria-label={`Restore version ${version.version}`}
                  onClick={() => setAsked(version)}
                >
                  Restore
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
      {versions.length >= limit && (
        <div>
          <Button onClick={() => setLimit(limit + PAGE)}>Show more</Button>
        </div>
      )}
      {from !== undefined && to !== undefined && (
        <VersionComparison key={`${from} ${to}`} from={from} to={to} />
      )}
      {asked && (
        <ConfirmDialog
          title={`Restore version ${asked.version}?`}
          confirm="Restore"
          busy={restore.isPending}
          onConfirm={() => restore.mutate(asked.version)}
          onClose={() => setAsked(undefined)}
        >
          The restored dashboard is saved as a new version. Version {newest.version} stays in this
          list, and unsaved changes stay in your draft.
        </ConfirmDialog>
      )}
    </div>
  );
}

const orderOf = (side: Side) => (side === DRAFT ? Infinity : Number(side));

function NoVersions(): ReactNode {
  return (
    <EmptyState title="No versions yet">
      A version is stored each time the dashboard is saved.
    </EmptyState>
  );
}

interface ChoiceProps {
  side: Side;
  chosen: readonly Side[];
  onToggle: (side: Side) => void;
}

function Choice({ side, chosen, onToggle }: ChoiceProps): ReactNode {
  const name = side === DRAFT ? 'Draft' : `Version ${side}`;
  return (
    <Checkbox
      checked={chosen.includes(side)}
      onChange={() => onToggle(side)}
      label={
        <>
          <span className="vd-sr">Compare </span>
          {name}
        </>
      }
    />
  );
}

function Described({
  version,
  isNewest,
}: {
  version: DashboardVersion;
  isNewest: boolean;
}): ReactNode {
  const { timeZone } = useDashboardTime();
  const { message, restoredFrom, created, createdBy } = version;
  return (
    <span className={styles.what}>
      {message || (restoredFrom ? `Restored from ${restoredFrom}` : 'Saved')}{' '}
      {isNewest && <Tag>Newest</Tag>}
      <small>
        {formatTime(Date.parse(created), 'full', timeZone)} · {createdBy}
      </small>
    </span>
  );
}
