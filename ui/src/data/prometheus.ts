/** What the Prometheus answers need on this side: legends and the table form. */
import type { Field, Frame, Labels } from './frame';

/** `{{label}}` is the label's value, a missing one is empty. */
export function legendText(format: string, labels: Labels): string {
  return format.replace(/\{\{\s*(.+?)\s*\}\}/g, (_whole, name: string) => labels[name] ?? '');
}

/**
 * One table of the frames of `refIds` (all where left out): `Time`, a column per label, and
 * `Value`, or `Value #A` where several queries are in it or `numbered` asks for it. Frames of other
 * queries follow as they are.
 */
export function prometheusTable(
  frames: readonly Frame[],
  refIds?: readonly string[],
  numbered = false,
): Frame[] {
  const chosen = frames.filter((frame) => !refIds || refIds.includes(frame.refId ?? ''));
  const others = frames.filter((frame) => !chosen.includes(frame));
  const series = chosen.filter((frame) => frame.fields.length > 0);
  if (series.length === 0) return [...frames];
  const byQuery = new Map<string, Frame[]>();
  for (const frame of series) {
    const group = byQuery.get(frame.refId ?? '');
    if (group) group.push(frame);
    else byQuery.set(frame.refId ?? '', [frame]);
  }
  const several = numbered || (refIds ? refIds.length > 1 : byQuery.size > 1);
  const tables = [...byQuery].map(([refId, group]) =>
    oneTable(refId, group, several ? `Value #${refId}` : 'Value'),
  );
  return [...tables, ...others];
}

function oneTable(refId: string, frames: readonly Frame[], valueName: string): Frame {
  const keys = labelKeys(frames);
  const time: unknown[] = [];
  const value: unknown[] = [];
  const columns = new Map<string, string[]>(keys.map((key) => [key, []]));
  let histogramLimits = false;
  for (const frame of frames) {
    const times = frame.fields.find((field) => field.type === 'time');
    for (const field of frame.fields) {
      if (field === times) continue;
      for (let row = 0; row < field.values.length; row += 1) {
        time.push(times?.values[row] ?? null);
        value.push(field.values[row]);
        for (const key of keys) columns.get(key)?.push(field.labels?.[key] ?? '');
      }
      histogramLimits ||= field.labels?.['le'] !== undefined;
    }
  }
  const config = { filterable: true };
  const fields: Field[] = [{ name: 'Time', type: 'time', values: time, config: {} }];
  for (const key of keys) {
    const values = columns.get(key) ?? [];
    // Bucket limits sort and compare as numbers.
    if (key === 'le' && histogramLimits)
      fields.push({ name: key, type: 'number', values: values.map(limit), config });
    else fields.push({ name: key, type: 'string', values, config });
  }
  const first = frames[0]?.fields.find((field) => field.type !== 'time');
  const { displayNameFromDS: _legend, ...kept } = first?.config ?? {};
  fields.push({ name: valueName, type: first?.type ?? 'number', values: value, config: kept });
  const meta = { ...frames[0]?.meta, preferredVisualisationType: 'table' };
  return { refId, fields, length: value.length, meta };
}

function labelKeys(frames: readonly Frame[]): string[] {
  const keys = new Set<string>();
  for (const frame of frames)
    for (const field of frame.fields) for (const key in field.labels) keys.add(key);
  return [...keys].sort();
}

function limit(text: string): number {
  return text === '+Inf' || text === 'Inf' ? Infinity : Number(text);
}
