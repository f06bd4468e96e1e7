/** Labels of series as columns. */
import type { Field, Frame } from '../frame';
import { fieldDisplayName } from '../field/names';
import { copyField, makeField, makeFrame, textOption, textsOf, type Transform } from './context';

/** Columns: one a label, `valueLabel` names the value; rows: a table of label and value. */
export const labelsToFields: Transform = (frames, options) => {
  const keep = textsOf(options['keepLabels']);
  const kept = (label: string): boolean => keep.length === 0 || keep.includes(label);
  if (options['mode'] === 'rows') return frames.flatMap((frame) => labelRows(frame, frames, kept));
  const valueLabel = textOption(options['valueLabel']);
  return frames.map((frame) => labelColumns(frame, valueLabel, kept));
};

/** Labels become columns behind all others; one with several values becomes several columns. */
function labelColumns(frame: Frame, valueLabel: string, kept: (label: string) => boolean): Frame {
  const found = new Map<string, Set<string>>();
  for (const { labels } of frame.fields) {
    for (const [key, value] of Object.entries(labels ?? {})) {
      if (key === valueLabel || !kept(key)) continue;
      found.set(key, (found.get(key) ?? new Set()).add(value));
    }
  }
  const columns = [...found].flatMap(([key, values]) =>
    [...values].map((value) =>
      makeField(key, 'string', new Array<string>(frame.length).fill(value)),
    ),
  );
  if (columns.length === 0 && !frame.fields.some(({ labels }) => labels)) return frame;
  const fields = frame.fields.map((field) =>
    field.labels ? unlabelled(field, valueLabel) : copyField(field),
  );
  return makeFrame([...fields, ...columns], frame);
}

function unlabelled(field: Field, valueLabel: string): Field {
  const { displayNameFromDS: _legend, ...config } = field.config;
  const copy = copyField(field, { name: field.labels?.[valueLabel] ?? field.name, config });
  delete copy.labels;
  return copy;
}

function labelRows(frame: Frame, frames: Frame[], kept: (label: string) => boolean): Frame[] {
  return frame.fields.flatMap((field) => {
    const labels = Object.entries(field.labels ?? {}).filter(([key]) => kept(key));
    if (labels.length === 0) return [];
    const columns = [
      makeField(
        'label',
        'string',
        labels.map(([key]) => key),
      ),
      makeField(
        'value',
        'string',
        labels.map(([, value]) => value),
      ),
    ];
    return [
      makeFrame(columns, {
        name: fieldDisplayName(field, frame, frames),
        ...(frame.refId === undefined ? {} : { refId: frame.refId }),
      }),
    ];
  });
}

/**
 * Rows of equal labels beside each other, point by point; the values of one label head the columns.
 */
export const joinByLabels: Transform = (frames, options) => {
  const head = textOption(options['value']);
  if (!head) throw new Error('Choose a label whose values become the column names.');
  const series = frames.flatMap((frame) =>
    frame.fields.filter((field) => field.labels?.[head] !== undefined),
  );
  if (series.length === 0) throw new Error(`No series has the label "${head}".`);
  const wanted = textsOf(options['join']);
  const keys = wanted.length > 0 ? wanted : labelKeys(series).filter((key) => key !== head);
  const names = [...new Set(series.map(({ labels }) => labels?.[head] ?? ''))];
  const groups = new Map<string, Field[]>();
  for (const field of series) {
    const group = JSON.stringify(keys.map((key) => field.labels?.[key] ?? ''));
    groups.set(group, [...(groups.get(group) ?? []), field]);
  }
  const columns = [...keys, ...names].map((): unknown[] => []);
  for (const fields of groups.values()) {
    const length = Math.max(...fields.map(({ values }) => values.length));
    for (let row = 0; row < length; row += 1) {
      keys.forEach((key, i) => columns[i]?.push(fields[0]?.labels?.[key] ?? ''));
      names.forEach((name, i) =>
        columns[keys.length + i]?.push(
          fields.find(({ labels }) => labels?.[head] === name)?.values[row],
        ),
      );
    }
  }
  return [
    makeFrame(
      [...keys, ...names].map((name, i) =>
        makeField(
          name,
          i < keys.length ? 'string' : (series[0]?.type ?? 'number'),
          columns[i] ?? [],
        ),
      ),
    ),
  ];
};

const labelKeys = (fields: readonly Field[]): string[] => [
  ...new Set(fields.flatMap(({ labels }) => Object.keys(labels ?? {}))),
];
