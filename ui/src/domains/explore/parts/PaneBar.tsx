/** The top of a pane: what is asked, when, and running it. */
import { useState, type ReactNode } from 'react';
import {
  ArrowRightLeft,
  Columns2,
  Link2,
  Link2Off,
  Pause,
  Play,
  Radio,
  Square,
  X,
} from 'lucide-react';
import { Button, IconButton } from '../../../design';
import { boot } from '../../../kernel/boot';
import { loadSourceUi } from '../../../plugins/datasources';
import { MIXED, pluginOf } from '../../../querying/sources';
import { RefreshControl } from '../../../timepicker/RefreshControl';
import { TimeControls } from '../../../timepicker/TimePicker';
import { useAutoRefresh } from '../../../timepicker/useRefresh';
import { madeQuery, withSource } from '../model/pane';
import type { PaneSession } from '../session/paneContext';
import type { ExploreSession } from '../session/useExplore';
import type { ZoneSettings } from '../session/useZone';
import { SourcePicker } from './SourcePicker';
import styles from './Explore.module.css';

export interface PaneBarProps {
  session: PaneSession;
  explore: ExploreSession;
  zone: ZoneSettings;
}

export function PaneBar({ session, explore, zone }: PaneBarProps): ReactNode {
  const { id, pane, sources, uis, range, run } = session;
  const [timeOpen, setTimeOpen] = useState(false);
  const [interval, setRefresh] = useState('');
  const minimum = boot().settings.minRefreshInterval;
  const isLive = session.live.state !== 'off';
  useAutoRefresh(isLive ? '' : interval, minimum, () => explore.refresh(id));

  const chooseSource = async (uid: string) => {
    const chosen = uid === MIXED ? MIXED : sources.byKey.get(uid);
    if (!chosen) return;
    // Its first query comes with its code.
    if (chosen !== MIXED) await loadSourceUi(pluginOf(chosen)).catch(() => undefined);
    const next = withSource(pane, chosen, sources, (source) =>
      madeQuery(source, 'A', uis.of(source)?.defaultQuery('explore')),
    );
    session.live.stop();
    explore.run(id, next);
  };
  return (
    <div className={styles.bar}>
      <div className={styles.left}>
        <div className={styles.source}>
          <SourcePicker
            label="Data source"
            sources={sources}
            value={pane.datasource}
            onChange={(uid) => void chooseSource(uid)}
            withMixed
          />
        </div>
        <SplitControls id={id} explore={explore} />
      </div>
      <div className={styles.right}>
        <TimeControls
          time={{ ...zone, range, setRange: (raw) => explore.setRange(id, raw) }}
          open={timeOpen}
          onOpenChange={setTimeOpen}
        />
        <RefreshControl
          interval={interval}
          onInterval={setRefresh}
          minimum={minimum}
          onRefresh={() => run()}
        />
        <RunControls session={session} />
      </div>
    </div>
  );
}

function SplitControls({ id, explore }: { id: string; explore: ExploreSession }): ReactNode {
  if (Object.keys(explore.current).length === 1)
    return (
      <Button icon={Columns2} onClick={() => explore.split(id)}>
        Split
      </Button>
    );
  const { isSynced, setSynced } = explore;
  return (
    <>
      <IconButton
        icon={ArrowRightLeft}
        label="Swap the panes"
        className="vd-wide-only"
        onClick={explore.swap}
      />
      <IconButton
        icon={isSynced ? Link2 : Link2Off}
        pressed={isSynced}
        label="Same time range in both panes"
        onClick={() => {
          setSynced(!isSynced);
          if (!isSynced) explore.syncTo(id);
        }}
      />
      <IconButton icon={X} label="Close this pane" onClick={() => explore.close(id)} />
    </>
  );
}

function RunControls({ session }: { session: PaneSession }): ReactNode {
  const { live, run, cancel, canFollow, follow, result } = session;
  if (live.state !== 'off')
    return (
      <>
        <Button
          icon={live.state === 'paused' ? Play : Pause}
          onClick={live.state === 'paused' ? live.resume : live.pause}
          busy={live.state === 'connecting'}
        >
          {live.state === 'paused'
            ? 'Resume'
            : live.state === 'connecting'
              ? 'Connecting'
              : 'Pause'}
        </Button>
        <Button icon={Square} variant="primary" onClick={live.stop}>
          Stop
        </Button>
      </>
    );
  return (
    <>
      {canFollow && (
        <Button icon={Radio} onClick={follow}>
          Live
        </Button>
      )}
      {result.state === 'loading' ? (
        <Button icon={Square} onClick={cancel}>
          Cancel
        </Button>
      ) : (
        <Button icon={Play} variant="primary" onClick={() => run()}>
          Run query
        </Button>
      )}
    </>
  );
}
