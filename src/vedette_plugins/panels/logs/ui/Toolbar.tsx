import type { Ref } from 'react';
import type { LogsHost, PanelHost } from '@vedette/sdk';
import { Icon } from './Icon';
import { LevelChips } from './LevelChips';
import type { Level } from './level';
import type { LogLine } from './lines';
import type { LogsOptions } from './options';
import { SearchBox, type Matches } from './SearchBox';
import type { LineSearch } from './useSearch';
import { ViewMenu } from './ViewMenu';
import styles from './Toolbar.module.css';

interface Props {
  searchBox: Ref<HTMLInputElement>;
  lineSearch: LineSearch;
  matches: Matches;
  counts: ReadonlyMap<Level, number>;
  levels: ReadonlySet<Level>;
  onLevels: (levels: ReadonlySet<Level>) => void;
  options: Readonly<LogsOptions>;
  onOptions: PanelHost<LogsOptions>['setOptions'];
  lines: readonly LogLine[];
  title: string;
  live: LogsHost['live'];
  onLeave: () => void;
}

const LIVE_NAMES = {
  connecting: 'Connecting',
  running: 'Live',
  paused: 'Paused',
};

export function Toolbar({
  searchBox,
  lineSearch,
  matches,
  counts,
  levels,
  onLevels,
  options,
  onOptions,
  live,
  ...rest
}: Props) {
  const { displayedFields } = options;
  return (
    <div className={styles.bar}>
      {live && (
        <span role="status" className={styles.live} data-state={live.state}>
          {LIVE_NAMES[live.state]}
        </span>
      )}
      <SearchBox ref={searchBox} lineSearch={lineSearch} matches={matches} onLeave={rest.onLeave} />
      <LevelChips counts={counts} chosen={levels} onChoose={onLevels} />
      {displayedFields.length > 0 && (
        <button
          type="button"
          className={styles.fields}
          title="Show whole lines"
          onClick={() => onOptions({ displayedFields: [] })}
        >
          Displayed fields: {displayedFields.join(', ')}
          <Icon name="close" size={11} />
        </button>
      )}
      <span className={styles.space} />
      <ViewMenu options={options} onChange={onOptions} lines={rest.lines} title={rest.title} />
    </div>
  );
}
