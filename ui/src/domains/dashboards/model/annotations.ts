/**
 * Annotations from what a query answered: contiguous samples above zero of a metric, or one event a
 * row.
 */
import {
  parseDuration,
  type AnnotationQuery,
  type Field,
  type Frame,
  type Labels,
} from '../../../data';
import type { PanelAnnotation } from '../../../sdk/panel';
import { DEFAULT_STEP } from './annotationTarget';

const MAX_ANNOTATIONS = 1000;

export function annotationsFrom(
  query: AnnotationQuery,
  frames: readonly Frame[],
  color: string,
): PanelAnnotation[] {
  const found = frames.flatMap((frame) => {
    const time = frame.fields.find((field) => field.type === 'time');
    const value = frame.fields.find((field) => field.type === 'number');
    if (!time) return [];
    const isSeries =
      value &&
      frame.meta?.type !== 'table' &&
      !frame.fields.some((field) => field.type === 'string');
    return isSeries ? fromSeries(query, time, value, color) : fromRows(query, frame, time, color);
  });
  return found.sort((a, b) => a.time - b.time).slice(0, MAX_ANNOTATIONS);
}

function fromSeries(
  query: AnnotationQuery,
  time: Field,
  value: Field,
  color: string,
): PanelAnnotation[] {
  const labels = value.labels ?? {};
  const stepMs = time.config.interval ?? parseDuration(String(query.step || DEFAULT_STEP));
  const base = {
    title: fillLabels(text(query.titleFormat), labels) || query.name,
    text: fillLabels(text(query.textFormat), labels) || labelText(labels),
    tags: tagsOf(text(query.tagKeys), labels),
    color,
  };
  const result: PanelAnnotation[] = [];
  let region: PanelAnnotation | undefined;

  for (let i = 0; i < value.values.length; i++) {
    const sample = value.values[i];
    if (typeof sample !== 'number' || !(sample > 0)) {
      region = undefined;
      continue;
    }
    const at = query.useValueForTime ? Math.floor(sample) : Number(time.values[i]);
    if (query.useValueForTime) {
      if (result[result.length - 1]?.time !== at) result.push({ ...base, time: at });
      continue;
    }
    if (region && at - (region.timeEnd ?? region.time) <= stepMs * 1.5) {
      region.timeEnd = at;
    } else {
      region = { ...base, time: at };
      result.push(region);
    }
  }
  return result;
}

function fromRows(
  query: AnnotationQuery,
  frame: Frame,
  time: Field,
  color: string,
): PanelAnnotation[] {
  const byName = (...names: string[]) =>
    frame.fields.find((field) => names.includes(field.name.toLowerCase()));
  const end = byName('timeend', 'time_end');
  const title = byName('title');
  const body =
    byName('text', 'line', 'message', 'description') ??
    frame.fields.find((field) => field.type === 'string');
  const tags = byName('tags');
  return time.values.slice(0, MAX_ANNOTATIONS).map((at, row) => ({
    time: Number(at),
    timeEnd: end?.values[row] ? Number(end.values[row]) : undefined,
    title: title ? String(title.values[row] ?? '') : query.name,
    text: body && body !== title ? String(body.values[row] ?? '') : '',
    tags: listOf(tags?.values[row]),
    color,
  }));
}

/** `{{label}}` in a format becomes the label's value. */
function fillLabels(format: string, labels: Labels): string {
  return format.replace(/\{\{\s*([^}\s]+)\s*\}\}/g, (_, name: string) => labels[name] ?? '');
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}

function tagsOf(keys: string, labels: Labels): string[] {
  const names = keys
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return names.flatMap((name) => labels[name] ?? []);
}

function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string'
    ? value
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean)
    : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
