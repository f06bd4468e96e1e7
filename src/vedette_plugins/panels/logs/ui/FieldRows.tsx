import { useMemo, useState } from 'react';
import { LinkTo } from '@vedette/sdk';
import type { LineField } from './fields';
import { Icon, type IconName } from './Icon';
import { statisticsOf } from './statistics';
import type { LinesView } from './view';
import styles from './Details.module.css';

interface Props {
  title: string;
  fields: readonly LineField[];
  view: LinesView;
}

export function FieldRows({ title, fields, view }: Props) {
  if (fields.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <dl>
        {fields.map((field) => (
          <FieldRow key={`${field.origin} ${field.name}`} field={field} view={view} />
        ))}
      </dl>
    </>
  );
}

function FieldRow({ field, view }: { field: LineField; view: LinesView }) {
  const { name, value, filter } = field;
  const { onFilter, onShowField } = view;
  const [showsStatistics, setShowsStatistics] = useState(false);
  const isShown = view.options.displayedFields.includes(name);
  return (
    <div>
      <dt title={name}>{name}</dt>
      <dd dir="auto">
        {value}
        {field.links.map((link, index) => (
          <LinkTo key={index} link={link} className={styles.fieldLink} />
        ))}
        {showsStatistics && <Statistics name={name} view={view} />}
      </dd>
      <dd className={styles.actions}>
        {onFilter && filter && (
          <>
            <Action
              icon="plus"
              label={`Filter for ${name} = ${value}`}
              onClick={() => onFilter(name, '=', value, filter)}
            />
            <Action
              icon="minus"
              label={`Filter out ${name} = ${value}`}
              onClick={() => onFilter(name, '!=', value, filter)}
            />
          </>
        )}
        <Action
          icon="chart"
          label={`Values of ${name}`}
          isOn={showsStatistics}
          onClick={() => setShowsStatistics(!showsStatistics)}
        />
        <Action
          icon="eye"
          label={isShown ? `Show the line instead of ${name}` : `Show ${name} instead of the line`}
          isOn={isShown}
          onClick={() => onShowField(name)}
        />
        <Action
          icon="copy"
          label={`Copy ${name}`}
          onClick={() => void navigator.clipboard.writeText(value)}
        />
      </dd>
    </div>
  );
}

function Action({
  icon,
  label,
  isOn,
  onClick,
}: {
  icon: IconName;
  label: string;
  isOn?: boolean;
  onClick: () => void;
}) {
  return (
    <button type="button" title={label} aria-label={label} aria-pressed={isOn} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

/** The most frequent values of a field among the shown lines. */
function Statistics({ name, view: { lines } }: { name: string; view: LinesView }) {
  const { top, present, otherValues, otherLines } = useMemo(
    () => statisticsOf(name, lines),
    [name, lines],
  );
  return (
    <div
      className={styles.statistics}
      role="group"
      aria-label={`Values of ${name} in the displayed lines`}
    >
      <p>
        {present.toLocaleString()} of {lines.length.toLocaleString()} lines have {name}
      </p>
      {top.map(({ value, count, share }) => (
        <div key={value} className={styles.share}>
          <span title={value}>{value || '(empty)'}</span>
          <i style={{ width: `${share * 100}%` }} />
          <span>{count.toLocaleString()}</span>
          <span>{percent(share)}</span>
        </div>
      ))}
      {otherValues > 0 && (
        <p>
          {otherValues.toLocaleString()} other {otherValues === 1 ? 'value' : 'values'} in{' '}
          {otherLines.toLocaleString()} {otherLines === 1 ? 'line' : 'lines'}
        </p>
      )}
    </div>
  );
}

function percent(share: number): string {
  const rounded = Math.round(share * 100);
  return rounded === 0 ? '<1%' : `${rounded}%`;
}
