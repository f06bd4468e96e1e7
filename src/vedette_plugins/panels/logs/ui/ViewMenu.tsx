import type { ComponentProps } from 'react';
import { Menu, type PanelHost } from '@vedette/sdk';
import { Icon } from './Icon';
import { saveLines, type FileKind } from './files';
import type { LogLine } from './lines';
import type { LogsOptions } from './options';
import styles from './Toolbar.module.css';

type Items = ComponentProps<typeof Menu>['items'];
type Change = PanelHost<LogsOptions>['setOptions'];

interface Props {
  options: Readonly<LogsOptions>;
  onChange: Change;
  lines: readonly LogLine[];
  title: string;
}

const SWITCHES = [
  ['showTime', 'Time'],
  ['showLabels', 'Labels of each line'],
  ['showCommonLabels', 'Common labels'],
  ['wrapLogMessage', 'Wrap lines'],
  ['prettifyLogMessage', 'Prettify JSON'],
] as const;
const FORMS = [
  ['clock', 'Time of day'],
  ['full', 'Date and time'],
  ['nanos', 'Nanosecond timestamps'],
] as const;
const FOLDS = [
  ['none', 'No deduplication'],
  ['exact', 'Exact match'],
  ['numbers', 'Ignore numbers'],
  ['signature', 'Same punctuation'],
] as const;
const FILES: [FileKind, string][] = [
  ['txt', 'Text'],
  ['json', 'JSON'],
  ['csv', 'CSV'],
];

/** How lines are drawn, and what to do with them. */
export function ViewMenu({ options, onChange, lines, title }: Props) {
  const view: Items = [
    ...SWITCHES.map(([key, label]) => ({
      label,
      checked: options[key],
      onSelect: () => onChange({ [key]: !options[key] }),
    })),
    { heading: 'Time format' },
    ...FORMS.map(([timeFormat, label]) => ({
      label,
      checked: options.showTime && options.timeFormat === timeFormat,
      onSelect: () => onChange({ timeFormat, showTime: true }),
    })),
    { heading: 'Deduplication' },
    ...FOLDS.map(([dedupStrategy, label]) => ({
      label,
      checked: options.dedupStrategy === dedupStrategy,
      onSelect: () => onChange({ dedupStrategy }),
    })),
  ];
  const files: Items = FILES.map(([kind, label]) => ({
    label,
    hint: `.${kind}`,
    onSelect: () => saveLines(kind, title, lines),
  }));
  const isNewestFirst = options.sortOrder === 'Descending';
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={isNewestFirst ? 'Order: newest first' : 'Order: oldest first'}
        title="Reverse order"
        onClick={() => onChange({ sortOrder: isNewestFirst ? 'Ascending' : 'Descending' })}
      >
        {isNewestFirst ? 'Newest first' : 'Oldest first'}
      </button>
      <Menu
        label="View options"
        placement="bottom-end"
        items={view}
        trigger={<Trigger label="View" />}
      />
      <Menu
        label="Download displayed lines"
        placement="bottom-end"
        items={files}
        trigger={<Trigger label="Download" />}
      />
    </>
  );
}

function Trigger({
  label,
  ...rest
}: { label: string } & Omit<ComponentProps<typeof Menu>['trigger']['props'], 'ref'>) {
  return (
    <button type="button" className={styles.button} {...rest}>
      {label}
      <Icon name="down" size={10} />
    </button>
  );
}
