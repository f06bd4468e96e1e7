/** One pane: its source and time, its queries, its results. */
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ArrowRightLeft, Columns2, Link2, Link2Off, Play, Plus, Square, X } from 'lucide-react';
import { resolveTimeRange } from '../../../data';
import { Button, IconButton, ProgressBar } from '../../../design';
import { boot } from '../../../kernel/boot';
import { loadSourceUi } from '../../../plugins/datasources';
import { createCrosshair } from '../../../plugins/crosshair';
import { useSize } from '../../../plugins/useSize';
import { MIXED, pluginOf } from '../../../querying/sources';
import { OpenQueryContext } from '../../../sdk/parts/OpenQuery';
import { RefreshControl } from '../../../timepicker/RefreshControl';
import { TimeControls } from '../../../timepicker/TimePicker';
import { useAutoRefresh } from '../../../timepicker/useRefresh';
import { madeQuery, nextRefId, sourceOfQuery, withQuery, withSource, type Pane } from '../model/pane';
import { PaneProvider, type PaneSession } from '../session/paneContext';
import type { ExploreSession } from '../session/useExplore';
import { usePaneHost } from '../session/usePaneHost';
import { usePaneRun } from '../session/usePaneRun';
import { useSourceUis } from '../session/useSourceUis';
import type { ZoneSettings } from '../session/useZone';
import { QueryRow } from './QueryRow';
import { Results } from './Results';
import { SourcePicker } from './SourcePicker';
import styles from './Explore.module.css';

export interface PaneViewProps {
  id: string;
  explore: ExploreSession;
  zone: ZoneSettings;
}

export function PaneView({ id, explore, zone }: PaneViewProps): ReactNode {
  const { sources, current, committed } = explore;
  const pane = current[id] as Pane;
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const { timeOptions } = zone;
  const querySources = pane.queries.map((query) => sourceOfQuery(pane, query, sources));
  const uis = useSourceUis([sources.byKey.get(pane.datasource), ...querySources]);
  const run = usePaneRun({
    pane: committed[id] ?? pane,
    tick: explore.ticks[id] ?? 0,
    width,
    timeOptions,
    sources,
    uis,
  });
  const { result } = run;
  const range = useMemo(
    () => resolveTimeRange(pane.range, timeOptions),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new answer moves "now"
    [pane.range, timeOptions, result],
  );
  const [interval, setIntervalText] = useState('');
  const minimum = boot().settings.minRefreshInterval;
  useAutoRefresh(interval, minimum, () => explore.run(id, committed[id]));

  const { change: changePane, run: runPane, setRange: setPaneRange, openBeside } = explore;
  const change = useCallback((next: Pane) => changePane(id, next), [changePane, id]);
  const runThis = useCallback((next?: Pane) => runPane(id, next), [runPane, id]);
  const setRange = useCallback((raw: { from: string; to: string }) => setPaneRange(id, raw), [setPaneRange, id]);
  const open = useCallback((link: Parameters<typeof openBeside>[1]) => openBeside(id, link), [openBeside, id]);
  const [crosshair] = useState(() => createCrosshair(1));
  const host = usePaneHost({ pane, sources, uis, crosshair, setRange, run: runThis });
  const session = useMemo<PaneSession>(
    () => ({ id, pane, sources, uis, range, timeZone: zone.timeZone, result, change, run: runThis, host }),
    [id, pane, sources, uis, range, zone.timeZone, result, change, runThis, host],
  );
  useFirstQuery(session);

  const isLoading = result.state === 'loading';
  return (
    <PaneProvider value={session}>
      <OpenQueryContext value={open}>
        <div ref={box} className={styles.pane} role="region" aria-label={`Pane ${Object.keys(current).indexOf(id) + 1}`}>
          {isLoading && <ProgressBar />}
          <PaneBar
            session={session}
            explore={explore}
            zone={zone}
            interval={interval}
            onInterval={setIntervalText}
            minimum={minimum}
            isLoading={isLoading}
            onCancel={run.cancel}
          />
          <div className={styles.rows}>
            {pane.queries.map((query, index) => (
              <QueryRow key={query.refId} query={query} index={index} />
            ))}
            <div className={styles.rowActions}>
              <Button size="sm" icon={Plus} onClick={() => addQuery(session)}>
                Add query
              </Button>
            </div>
          </div>
          <Results />
        </div>
      </OpenQueryContext>
    </PaneProvider>
  );
}

interface PaneBarProps {
  session: PaneSession;
  explore: ExploreSession;
  zone: ZoneSettings;
  interval: string;
  onInterval: (interval: string) => void;
  minimum: string;
  isLoading: boolean;
  onCancel: () => void;
}

function PaneBar({ session, explore, zone, interval, onInterval, minimum, isLoading, onCancel }: PaneBarProps): ReactNode {
  const { id, pane, sources, uis, range, run } = session;
  const [timeOpen, setTimeOpen] = useState(false);
  const isSplit = Object.keys(explore.current).length > 1;
  const time = {
    ...zone,
    range,
    setRange: (raw: { from: string; to: string }) => explore.setRange(id, raw),
  };
  const chooseSource = async (uid: string) => {
    const chosen = uid === MIXED ? MIXED : sources.byKey.get(uid);
    if (!chosen) return;
    // Its first query comes with its code.
    if (chosen !== MIXED) await loadSourceUi(pluginOf(chosen)).catch(() => undefined);
    run(withSource(pane, chosen, sources, (source) => madeQuery(source, 'A', uis.of(source)?.defaultQuery('explore'))));
  };
  return (
    <div className={styles.bar}>
      <div className={styles.source}>
        <SourcePicker label="Data source" sources={sources} value={pane.datasource} onChange={(uid) => void chooseSource(uid)} withMixed />
      </div>
      {isSplit ? (
        <>
          <IconButton icon={ArrowRightLeft} label="Swap the panes" className="vd-wide-only" onClick={explore.swap} />
          <IconButton
            icon={explore.isSynced ? Link2 : Link2Off}
            pressed={explore.isSynced}
            label="Same time range in both panes"
            onClick={() => {
              explore.setSynced(!explore.isSynced);
            }}
          />
          <IconButton icon={X} label="Close this pane" onClick={() => explore.close(id)} />
        </>
      ) : (
        <Button icon={Columns2} onClick={() => explore.split(id)}>
          Split
        </Button>
      )}
      <span className={styles.grow} />
      <TimeControls time={time} open={timeOpen} onOpenChange={setTimeOpen} />
      <RefreshControl interval={interval} onInterval={onInterval} minimum={minimum} onRefresh={() => run()} />
      {isLoading ? (
        <Button icon={Square} onClick={onCancel}>
          Cancel
        </Button>
      ) : (
        <Button icon={Play} variant="primary" onClick={() => run()}>
          Run query
        </Button>
      )}
    </div>
  );
}

function addQuery({ pane, sources, uis, change }: PaneSession): void {
  const last = pane.queries.at(-1);
  const source = last ? sourceOfQuery(pane, last, sources) : (sources.byKey.get(pane.datasource) ?? sources.fallback);
  if (!source) return;
  change(withQuery(pane, madeQuery(source, nextRefId(pane.queries), uis.of(source)?.defaultQuery('explore'))));
}

/** A pane without a query gets the first one of its source, once the source's code is here. */
function useFirstQuery({ pane, sources, uis, change }: PaneSession): void {
  const source = sources.byKey.get(pane.datasource);
  const isBare = pane.queries.length === 0 && source !== undefined && uis.isReady;
  useEffect(() => {
    if (isBare && source) change(withQuery(pane, madeQuery(source, 'A', uis.of(source)?.defaultQuery('explore'))));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each bare pane
  }, [isBare, pane.datasource]);
}
