/** One time interval. All of its parts must match. */
import { useId, useMemo, useState, type ReactNode } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import { Button, Combobox, Field, Fields, IconButton, Input } from '../../../../design';
import {
  items,
  monthRanges,
  MONTHS,
  monthsOf,
  problemsOf,
  spanProblem,
  splitAtMidnight,
  summary,
  weekdayRanges,
  WEEKDAYS,
  weekdaysOf,
  type Interval,
  type Span,
} from './model';
import styles from './MuteTimings.module.css';
import look from '../parts/Notify.module.css';

export interface IntervalFieldsProps {
  interval: Interval;
  onChange: (interval: Interval) => void;
  /** Undefined for the only interval. */
  onRemove: (() => void) | undefined;
}

export function IntervalFields({ interval, onChange, onRemove }: IntervalFieldsProps): ReactNode {
  const change = (patch: Partial<Interval>) => onChange({ ...interval, ...patch });
  const zones = useMemo(
    () => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')],
    [],
  );
  const problems = problemsOf(interval);
  return (
    <div className={styles.interval}>
      <div className={styles.head}>
        <strong>{summary(interval)}</strong>
        {onRemove && <IconButton icon={Trash2} label="Remove interval" onClick={onRemove} />}
      </div>
      <Fields>
        <Toggles
          label="Days of the week"
          names={WEEKDAYS}
          chosen={weekdaysOf(interval)}
          onChange={(chosen) => change({ weekdays: weekdayRanges(chosen) })}
        />
        <Times times={interval.times ?? []} onChange={(times) => change({ times })} />
        <Toggles
          label="Months"
          names={MONTHS}
          chosen={monthsOf(interval)}
          onChange={(chosen) => change({ months: monthRanges(chosen) })}
        />
        <Fields columns={2}>
          <Field
            label="Days of the month"
            optional
            error={problems.days}
            hint="For example 1:5, 15. The last day is -1."
          >
            <ItemsInput
              value={interval.days_of_month ?? []}
              placeholder="Any"
              onChange={(days) => change({ days_of_month: days })}
            />
          </Field>
          <Field
            label="Years"
            optional
            error={problems.years}
            hint="For example 2026 or 2026:2028."
          >
            <ItemsInput
              value={interval.years ?? []}
              placeholder="Any"
              onChange={(years) => change({ years })}
            />
          </Field>
          <Field label="Time zone">
            <Combobox
              label="Time zone"
              options={zones.map((zone) => ({ value: zone, label: zone }))}
              value={[interval.location || 'UTC']}
              onChange={([zone = 'UTC']) => change({ location: zone === 'UTC' ? undefined : zone })}
            />
          </Field>
        </Fields>
      </Fields>
    </div>
  );
}

interface TogglesProps {
  label: string;
  names: readonly string[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** Buttons of which any number can be pressed. None means any. */
function Toggles({ label, names, chosen, onChange }: TogglesProps): ReactNode {
  return (
    <div role="group" aria-label={label} className={styles.toggles}>
      <span className={styles.label}>{label}</span>
      {names.map((name) => (
        <Button
          key={name}
          pressed={chosen.has(name)}
          className={styles.toggle}
          onClick={() =>
            onChange(
              chosen.has(name)
                ? new Set([...chosen].filter((each) => each !== name))
                : new Set([...chosen, name]),
            )
          }
        >
          {short(name)}
        </Button>
      ))}
      {chosen.size === 0 && <span className={look.dim}>any</span>}
    </div>
  );
}

const short = (name: string) => name.charAt(0).toUpperCase() + name.slice(1, 3);

function Times({
  times,
  onChange,
}: {
  times: readonly Span[];
  onChange: (times: Span[]) => void;
}): ReactNode {
  const id = useId();
  const wrong = times.findIndex((time) => spanProblem(time));
  const failing = times[wrong];
  const split = failing && splitAtMidnight(failing);
  const marks = (index: number) =>
    index === wrong ? ({ 'aria-invalid': true, 'aria-describedby': id } as const) : {};
  return (
    <div role="group" aria-label="Times of day" className={styles.toggles}>
      <span className={styles.label}>Times of day</span>
      {times.map((time, index) => (
        <span key={index} className={styles.time}>
          <Input
            mono
            {...marks(index)}
            aria-label={`Start ${index + 1}`}
            value={time.start_time}
            maxLength={5}
            onChange={(text) => onChange(times.with(index, { ...time, start_time: text }))}
          />
          to
          <Input
            mono
            {...marks(index)}
            aria-label={`End ${index + 1}`}
            value={time.end_time}
            maxLength={5}
            onChange={(text) => onChange(times.with(index, { ...time, end_time: text }))}
          />
          <IconButton
            icon={Trash2}
            label={`Remove ${time.start_time} to ${time.end_time}`}
            onClick={() => onChange(times.toSpliced(index, 1))}
          />
        </span>
      ))}
      {times.length === 0 && <span className={look.dim}>the whole day</span>}
      <Button
        size="sm"
        icon={Plus}
        onClick={() => onChange([...times, { start_time: '09:00', end_time: '17:00' }])}
      >
        Add time range
      </Button>
      {failing && (
        <p id={id} role="alert" className={styles.problem}>
          {spanProblem(failing)}
          {split && (
            <Button size="sm" onClick={() => onChange(times.toSpliced(wrong, 1, ...split))}>
              Split at midnight
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

interface ItemsInputProps {
  value: readonly string[];
  onChange: (items: string[]) => void;
  placeholder: string;
}

/** The input of a list. Keeps the text as typed, including trailing commas. */
function ItemsInput({ value, onChange, ...rest }: ItemsInputProps): ReactNode {
  const [text, setText] = useState(value.join(', '));
  return (
    <Input
      {...rest}
      mono
      value={text}
      onChange={(next) => {
        setText(next);
        onChange(items(next));
      }}
    />
  );
}
