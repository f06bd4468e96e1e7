/** Labels of series as columns. */
import type { Field, Frame } from '../frame';
import { fieldDisplayName } from '../field/names';
import { copyField, makeField, makeFrame, textOption, textsOf, timeFieldOf, type Transform } from './context';

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
    [...values].map((value) => makeField(key, 'string', new Array<string>(frame.length).fill(value))),
  );
  if (columns.length === 0 && !frame.fields.some(({ labels }) => labels)) return frame;
  const fields = frame.fields.map((field) => (field.labels ? unlabelled(field, valueLabel) : copyField(field)));
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

/** One row a set of labels; the label `value` names the columns. */
export const joinByLabels: Transform = (frames, options) => {
  const value = textOption(options['value']);
  if (!value || frames.length === 0) return frames;
  const wanted = textsOf(options['join']);
  const rows = new Map<string, { labels: Record<string, string>; cells: Map<string, unknown> }>();
  const names = new Set<string>();
  const keys = new Set<string>();
  for (const frame of frames) {
    for (const field of frame.fields) {
      const column = field.labels?.[value];
      if (column === undefined || field === timeFieldOf(frame)) continue;
      const labels = Object.fromEntries(
        Object.entries(field.labels ?? {}).filter(
          ([key]) => key !== value && (wanted.length === 0 || wanted.includes(key)),
        ),
      );
      const key = JSON.stringify(Object.entries(labels).sort());
      const row = rows.get(key) ?? { labels, cells: new Map<string, unknown>() };
      row.cells.set(column, field.values.at(-1) ?? null);
      rows.set(key, row);
      names.add(column);
      for (const label in labels) keys.add(label);
    }
  }
  const all = [...rows.values()];
  if (all.length === 0) return frames;
  return [
    makeFrame([
      ...[...keys].map((key) =>
        makeField(
          key,
          'string',
          all.map((row) => row.labels[key] ?? null),
        ),
      ),
      ...[...names].map((name) =>
        makeField(
          name,
          'number',
          all.map((row) => row.cells.get(name) ?? null),
        ),
      ),
    ]),
  ];
};
