import {
  useCallback,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
} from 'react';
import { EmptyState, LOG_LEVEL_COLORS, type PanelProps, type Theme } from '@vedette/sdk';
import { LinesAroundView } from './context/LinesAroundView';
import { deduplicate } from './dedup';
import { searchedWords } from './highlight';
import { commonLabels } from './labels';
import { rowText } from './laidOut';
import { levelCounts } from './LevelChips';
import { LEVELS, type Level } from './level';
import { LineList } from './LineList';
import { logLines, type LogLine } from './lines';
import { spansDays } from './moments';
import type { LogsOptions } from './options';
import { Toolbar } from './Toolbar';
import { useHeld } from './useHeld';
import { useMatches } from './useMatches';
import { useSearch } from './useSearch';
import type { LinesView } from './view';
import styles from './Logs.module.css';

/** Lower panels have no room for a bar. */
const ROOM_FOR_BAR = 160;

export function LogsPanel({
  options: stored,
  data,
  title,
  timeZone,
  width,
  height,
  theme,
  host,
}: PanelProps<LogsOptions>) {
  const { frames } = data;
  const { live, context } = host.logs ?? {};
  const options = useSound(stored);
  const [levels, setLevels] = useState<ReadonlySet<Level>>(NO_LEVELS);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState<string>();
  const [isBarWanted, setBarWanted] = useState(false);
  const [around, setAround] = useState<LogLine>();
  const panel = useRef<HTMLDivElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);

  const sorted = useMemo(() => logLines(frames, options.sortOrder), [frames, options.sortOrder]);
  const held = useHeld(sorted, live !== undefined);
  const counts = useMemo(() => levelCounts(held.lines), [held.lines]);
  const ofLevels = useMemo(() => withLevels(held.lines, levels), [held.lines, levels]);
  const folded = useMemo(
    () => deduplicate(ofLevels, options.dedupStrategy),
    [ofLevels, options.dedupStrategy],
  );
  const textOf = useCallback((line: LogLine) => rowText(line, options), [options]);
  const lineSearch = useSearch(folded, textOf);
  const { lines, matches } = useMatches(folded, lineSearch, current, setCurrent);
  const common = useMemo(() => commonLabels(lines), [lines]);

  const { setOptions, addFilter } = host;
  const view = useMemo<LinesView>(
    () => ({
      options,
      timeZone,
      width,
      spansDays: spansDays(lines),
      common,
      searched: searchedWords(frames),
      lines,
      onFilter: addFilter,
      onShowField: (name) =>
        setOptions({ displayedFields: toggled(options.displayedFields, name) }),
      showAround: context ? setAround : undefined,
    }),
    [options, timeZone, width, common, frames, lines, addFilter, setOptions, context],
  );
  const toggle = useCallback((key: string) => {
    setOpened((before) => new Set(toggled([...before], key)));
    setCurrent(key);
  }, []);
  const focusLines = () => panel.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '/') {
      setBarWanted(true);
      requestAnimationFrame(() => searchBox.current?.focus());
    } else if (event.key === 'n' || event.key === 'N') matches.step(event.key === 'n' ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (sorted.length === 0) return <EmptyState title="No log lines" />;
  const showsBar =
    isBarWanted || ((options.showControls || host.logs !== undefined) && height >= ROOM_FOR_BAR);
  const showsCommon = options.showCommonLabels && Object.keys(common).length > 0;
  return (
    <div ref={panel} className={styles.panel} style={{ width, height, ...levelColors(theme) }}>
      {showsBar && (
        <Toolbar
          searchBox={searchBox}
          lineSearch={lineSearch}
          matches={matches}
          counts={counts}
          levels={levels}
          onLevels={setLevels}
          options={options}
          onOptions={setOptions}
          lines={lines}
          title={title}
          live={live}
          onLeave={() => {
            setBarWanted(false);
            focusLines();
          }}
        />
      )}
      {showsCommon && <CommonLabels labels={common} />}
      {lines.length === 0 && (
        <EmptyState title="No matching lines">
          Change the search or select other levels. {sorted.length.toLocaleString()} lines are
          loaded.
        </EmptyState>
      )}
      {lines.length > 0 && (
        <LineList
          title={title}
          lines={lines}
          view={view}
          height={height}
          found={lineSearch.found}
          opened={opened}
          onToggle={toggle}
          current={current}
          onCurrent={setCurrent}
          onKey={onKey}
          live={live}
          fresh={held.fresh}
          onLiveEnd={held.follow}
        />
      )}
      {around && context && (
        <LinesAroundView
          key={around.key}
          line={around}
          ask={context}
          timeZone={timeZone}
          onClose={() => {
            setAround(undefined);
            focusLines();
          }}
        />
      )}
    </div>
  );
}

const NO_LEVELS: ReadonlySet<Level> = new Set();

function CommonLabels({ labels }: { labels: LinesView['common'] }) {
  return (
    <div className={styles.common}>
      <span>Common labels</span>
      {Object.entries(labels).map(([key, value]) => (
        <code key={key} title={`${key}=${value}`}>
          {key}={value}
        </code>
      ))}
    </div>
  );
}

function levelColors(theme: Theme): CSSProperties {
  return Object.fromEntries(
    LEVELS.map((level) => [`--level-${level}`, theme.color(LOG_LEVEL_COLORS[level])]),
  );
}

/** Stored dashboards may hold anything where the names of fields should be. */
function useSound(options: Readonly<LogsOptions>): Readonly<LogsOptions> {
  return useMemo(() => {
    const names: unknown = options.displayedFields;
    const displayedFields = Array.isArray(names)
      ? names.filter((name): name is string => typeof name === 'string')
      : [];
    return { ...options, displayedFields };
  }, [options]);
}

function withLevels(lines: readonly LogLine[], levels: ReadonlySet<Level>): readonly LogLine[] {
  return levels.size === 0 ? lines : lines.filter(({ level }) => levels.has(level));
}

function toggled(names: readonly string[], name: string): string[] {
  return names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
}
