/** What the time picker opens: exact times, quick ranges, recent ones and the zone. */
import { useState, type ReactNode } from 'react';
import { CalendarDays, ClipboardPaste, Copy } from 'lucide-react';
import { describeRange, formatTime, isRelative } from '../data';
import { Button, Field, IconButton, Input } from '../design';
import { notify } from '../kernel/events';
import { Calendar } from './Calendar';
import { rangeFromText, readRange } from './editing';
import { rangeToText, type RawRange } from './moves';
import { recentRanges, rememberRange } from './recentRanges';
import type { TimeSettings } from './settings';
import { ZonePicker } from './ZonePicker';
import styles from './TimePicker.module.css';

const QUICK: readonly RawRange[] = [
  ...['5m', '15m', '30m', '1h', '3h', '6h', '12h', '24h', '2d', '7d', '30d', '90d', '1y'].map(
    (span) => ({
      from: `now-${span}`,
      to: 'now',
    }),
  ),
  { from: 'now/d', to: 'now' },
  { from: 'now/d', to: 'now/d' },
  { from: 'now-1d/d', to: 'now-1d/d' },
  { from: 'now/w', to: 'now' },
  { from: 'now-1w/w', to: 'now-1w/w' },
  { from: 'now/M', to: 'now' },
  { from: 'now-1M/M', to: 'now-1M/M' },
];

export function TimePanel({ time, close }: { time: TimeSettings; close: () => void }): ReactNode {
  const { range, setRange, quickRanges } = time;
  const [search, setSearch] = useState('');
  const quick =
    quickRanges?.map(({ from, to, display }) => ({ from, to, label: display })) ??
    QUICK.map(labelled);
  const shown = quick.filter(({ label }) =>
    label.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const apply = (raw: RawRange) => {
    if (!isRelative(raw.from)) rememberRange(raw);
    setRange({ from: raw.from, to: raw.to });
    close();
  };

  return (
    <div className={styles.panel}>
      <div className={styles.exact}>
        <ExactForm time={time} apply={apply} />
        <RecentList timeZone={time.timeZone} apply={apply} />
      </div>
      <div className={styles.quick}>
        <Input
          size="sm"
          data-autofocus
          aria-label="Search quick ranges"
          placeholder="Search quick ranges"
          value={search}
          onChange={setSearch}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && shown[0]) apply(shown[0]);
          }}
        />
        <ul>
          {shown.map((item) => (
            <li key={item.label}>
              <button
                type="button"
                aria-current={item.from === range.raw.from && item.to === range.raw.to}
                onClick={() => apply(item)}
              >
                {item.label}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <ZonePicker time={time} />
    </div>
  );
}

const labelled = (raw: RawRange) => ({ ...raw, label: describeRange(raw) });

function ExactForm({
  time,
  apply,
}: {
  time: TimeSettings;
  apply: (raw: RawRange) => void;
}): ReactNode {
  const { range, timeZone, timeOptions } = time;
  const written = (text: string, ms: number) =>
    isRelative(text) ? text : formatTime(ms, 'full', timeZone);
  const [from, setFrom] = useState(() => written(range.raw.from, range.from));
  const [to, setTo] = useState(() => written(range.raw.to, range.to));
  const [showsCalendar, setShowsCalendar] = useState(false);
  const [errors, setErrors] = useState<{ from?: string; to?: string }>({});

  const dayOf = (ms: number) => formatTime(ms, 'YYYY-MM-DD', timeZone);
  const chooseDays = (span: RawRange) => {
    setFrom(`${span.from} 00:00:00`);
    setTo(`${span.to} 23:59:59`);
    setErrors({});
  };
  const submit = () => {
    const read = readRange(from, to, timeOptions);
    if ('range' in read) apply(read.range);
    else setErrors(read);
  };
  const copy = () =>
    void navigator.clipboard
      ?.writeText(rangeToText(range.raw))
      .then(() => notify('Time range copied', 'success'));
  const paste = async () => {
    const pasted = rangeFromText(await navigator.clipboard.readText(), timeOptions);
    if (pasted) apply(pasted);
    else notify('The clipboard does not contain a time range.', 'warning');
  };

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label="From" error={errors.from}>
        <Input mono value={from} onChange={setFrom} spellCheck={false} autoComplete="off" />
      </Field>
      <Field label="To" error={errors.to}>
        <Input mono value={to} onChange={setTo} spellCheck={false} autoComplete="off" />
      </Field>
      {showsCalendar && (
        <Calendar
          span={{ from: dayOf(range.from), to: dayOf(range.to) }}
          today={dayOf(Date.now())}
          weekStart={timeOptions.weekStart}
          onChoose={chooseDays}
        />
      )}
      <div className={styles.formActions}>
        <Button type="submit" variant="primary">
          Apply
        </Button>
        <span className={styles.grow} />
        <IconButton
          icon={CalendarDays}
          label="Calendar"
          aria-expanded={showsCalendar}
          onClick={() => setShowsCalendar(!showsCalendar)}
        />
        <IconButton icon={Copy} label="Copy time range" onClick={copy} />
        <IconButton icon={ClipboardPaste} label="Paste time range" onClick={() => void paste()} />
      </div>
    </form>
  );
}

function RecentList({
  timeZone,
  apply,
}: {
  timeZone: string;
  apply: (raw: RawRange) => void;
}): ReactNode {
  const recent = recentRanges();
  if (recent.length === 0) return null;
  return (
    <div className={styles.recent}>
      <h4>Recent</h4>
      <ul>
        {recent.map((raw) => (
          <li key={raw.from + raw.to}>
            <button type="button" onClick={() => apply(raw)}>
              {endText(raw.from, timeZone)} to {endText(raw.to, timeZone)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function endText(text: string, timeZone: string): string {
  return /^\d+$/.test(text) ? formatTime(Number(text), 'YYYY-MM-DD HH:mm', timeZone) : text;
}
