/** Which clock times are shown on: the browser's, UTC, or any place's. */
import { useMemo, type ReactNode } from 'react';
import { Combobox } from '../design';
import { formatTime } from '../data';
import type { TimeSettings } from './settings';
import styles from './TimePicker.module.css';

export function ZonePicker({ time }: { time: TimeSettings }): ReactNode {
  const { timeZone, zoneSetting, setZone, range } = time;
  const options = useMemo(() => zoneOptions(), []);
  return (
    <div className={styles.zones}>
      <span>
        {timeZone} · {formatTime(range.to, 'Z', timeZone)}
      </span>
      <Combobox
        label="Time zone"
        options={options}
        value={[zoneSetting]}
        onChange={([zone]) => {
          if (zone) setZone(zone);
        }}
      />
    </div>
  );
}

export function zoneOptions() {
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const names = Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC');
  return [
    { value: 'browser', label: 'Browser', description: local },
    { value: 'utc', label: 'UTC' },
    ...names.map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
  ];
}
