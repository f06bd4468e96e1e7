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
  return frames.flatMap((frame) =>
    frame.fields.some((field) => field.labels) ? labelColumns(frame, valueLabel, kept) : [frame],
  );
};

/** Fields with the same labels share a table; those with others get one of their own. */
function labelColumns(frame: Frame, valueLabel: string, kept: (label: string) => boolean): Frame[] {
  const shared = frame.fields.filter((field) => !field.labels);
  const groups = new Map<string, Field[]>();
  for (const field of frame.fields) {
    if (!field.labels) continue;
    const { [valueLabel]: _value, ...rest } = field.labels;
    const key = JSON.stringify(Object.entries(rest).sort());
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  return [...groups.values()].map((fields) => {
    const labels = Object.entries(fields[0]?.labels ?? {}).filter(([key]) => key !== valueLabel && kept(key));
    const columns = labels.map(([key, value]) =>
      makeField(key, 'string', new Array<string>(frame.length).fill(value)),
    );
    const values = fields.map((field) => unlabelled(field, valueLabel));
    return makeFrame([...shared.map((field) => copyField(field)), ...values, ...columns], frame);
  });
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
