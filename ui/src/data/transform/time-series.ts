/** Frames in one of the shapes time series have. */
import type { Field, Frame } from '../frame';
import {
  copyField,
  makeField,
  makeFrame,
  textOption,
  timeFieldOf,
  type Transform,
} from './context';
import { joinFrames } from './join';

/** `wide`: one frame, a column a series; `multi`: a frame a series; `long`: labels as columns. */
export const prepareTimeSeries: Transform = (frames, options) => {
  if (frames.length === 0) return frames;
  switch (textOption(options['format'], 'wide')) {
    case 'multi':
    case 'many':
      return frames.flatMap((frame) => multi(frame));
    case 'long':
      return long(frames);
    default:
      return wide(frames);
  }
};

const isValue = (field: Field): boolean => field.type === 'number' || field.type === 'boolean';

/** Text columns become labels of the values beside them; `timeName` chooses among several times. */
export function multi(frame: Frame, timeName = ''): Frame[] {
  const time =
    frame.fields.find(({ name, type }) => type === 'time' && name === timeName) ??
    timeFieldOf(frame);
  if (!time) return [];
  const texts = frame.fields.filter((field) => field.type === 'string');
  return frame.fields.filter(isValue).flatMap((value) => {
    if (texts.length === 0)
      return [
        seriesOf(
          frame,
          time,
          value,
          Array.from({ length: frame.length }, (_, row) => row),
          value.labels,
        ),
      ];
    const groups = new Map<string, number[]>();
    for (let row = 0; row < frame.length; row += 1) {
      const key = JSON.stringify(texts.map((text) => text.values[row]));
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    return [...groups.values()].map((rows) => {
      const labels = Object.fromEntries(
        texts.map((text) => [text.name, String(text.values[rows[0] ?? 0] ?? '')]),
      );
      return seriesOf(frame, time, value, rows, { ...value.labels, ...labels });
    });
  });
}

function seriesOf(
  frame: Frame,
  time: Field,
  value: Field,
  rows: number[],
  labels: Field['labels'],
): Frame {
  const pick = (field: Field): unknown[] => rows.map((row) => field.values[row]);
  const series = copyField(value, { values: pick(value) });
  if (labels && Object.keys(labels).length > 0) series.labels = labels;
  return makeFrame([copyField(time, { values: pick(time) }), series], {
    ...frame,
    meta: { ...frame.meta, type: 'timeseries-multi' },
  });
}

function wide(frames: Frame[]): Frame[] {
  const series = frames
    .flatMap((frame) =>
      frame.fields.some((field) => field.type === 'string') ? multi(frame) : [frame],
    )
    .filter(timeFieldOf);
  const joined = joinFrames(series, '', 'outer');
  if (!joined) return [];
  const fields = joined.fields.filter((field) => field.type === 'time' || isValue(field));
  return [{ ...joined, fields, meta: { ...joined.meta, type: 'timeseries-wide' } }];
}

function long(frames: Frame[]): Frame[] {
  const series = frames.flatMap((frame) => multi(frame));
  const keys = [...new Set(series.flatMap((frame) => Object.keys(frame.fields[1]?.labels ?? {})))];
  const names = [...new Set(series.map((frame) => frame.fields[1]?.name ?? ''))];
  interface Row {
    time: unknown;
    labels: Record<string, string>;
    values: Record<string, unknown>;
  }
  const rows = new Map<string, Row>();
  for (const frame of series) {
    const [time, value] = frame.fields;
    const labels = { ...value?.labels };
    time?.values.forEach((at, row) => {
      const key = JSON.stringify([at, ...keys.map((label) => labels[label] ?? '')]);
      const entry = rows.get(key) ?? { time: at, labels, values: {} };
      entry.values[value?.name ?? ''] = value?.values[row];
      rows.set(key, entry);
    });
  }
  const sorted = [...rows.values()].sort((a, b) => Number(a.time) - Number(b.time));
  const first = series[0];
  if (!first) return [];
  const fields = [
    makeField(
      first.fields[0]?.name ?? 'Time',
      'time',
      sorted.map((row) => row.time),
    ),
    ...names.map((name) =>
      makeField(
        name,
        'number',
        sorted.map((row) => row.values[name] ?? null),
      ),
    ),
    ...keys.map((key) =>
      makeField(
        key,
        'string',
        sorted.map((row) => row.labels[key] ?? null),
      ),
    ),
  ];
  return [makeFrame(fields, { ...first, meta: { ...first.meta, type: 'timeseries-long' } })];
}
