/** Names of fields and frames as people see them. */
import type { Field, Frame, Labels } from '../frame';

const VALUE_NAME = 'Value';
const TIME_NAME = 'Time';

/** What is common to all frames of a panel; asked for each field, so it is kept. */
interface Common {
  framesDiffer: boolean;
  /** The one label key that every labelled field has, and has alone. */
  singleLabel?: string;
}

const commonOf = new WeakMap<readonly Frame[], Common>();

function common(frames: readonly Frame[]): Common {
  let found = commonOf.get(frames);
  if (!found) {
    found = { framesDiffer: frames.some((frame) => frame.name !== frames[0]?.name) };
    const single = singleLabelKey(frames);
    if (single !== undefined) found.singleLabel = single;
    commonOf.set(frames, found);
  }
  return found;
}

function singleLabelKey(frames: readonly Frame[]): string | undefined {
  let single: string | undefined;
  for (const frame of frames) {
    for (const field of frame.fields) {
      if (field.type === 'time' || !field.labels) continue;
      for (const key in field.labels) {
        if (single === undefined) single = key;
        else if (key !== single) return undefined;
      }
    }
  }
  return single;
}

export function labelsText(labels: Labels): string {
  const pairs = Object.keys(labels)
    .sort()
    .map((key) => `${key}="${labels[key]}"`);
  return pairs.length > 0 ? `{${pairs.join(', ')}}` : '';
}

/**
 * The configured name, else the one the source gave, else what sets the field apart from the
 * others: the frame's name, the field's, its labels; alike names are numbered.
 */
export function fieldDisplayName(field: Field, frame?: Frame, frames?: readonly Frame[]): string {
  if (field.displayName !== undefined) return field.displayName;
  const { displayName, displayNameFromDS } = field.config;
  if (displayName) return displayName;
  if (displayNameFromDS) return displayNameFromDS;
  return computedName(field, frame, frames);
}

/** The name without what was configured. */
export function computedName(field: Field, frame?: Frame, frames?: readonly Frame[]): string {
  if (field.type === 'time' && !field.labels) return field.name || TIME_NAME;
  const parts: string[] = [];
  const all = frames ?? (frame ? [frame] : []);
  const shared = all.length > 0 ? common(all) : undefined;
  const named = Boolean(shared?.framesDiffer && frame?.name);
  if (named && frame?.name) parts.push(frame.name);
  if (field.name && field.name !== VALUE_NAME) parts.push(field.name);
  const labels = field.labels && frame ? labelPart(field.labels, shared?.singleLabel) : '';
  if (labels) parts.push(labels);
  if (!named && !labels && field.name === VALUE_NAME && frame?.name) parts.push(frame.name);
  const name = parts.join(' ') || field.name || VALUE_NAME;
  return name === field.name ? numberedName(field, frame) : name;
}

function labelPart(labels: Labels, single?: string): string {
  return single === undefined ? labelsText(labels) : (labels[single] ?? '');
}

/** `cpu`, `cpu 2`, `cpu 3` where one frame holds several fields of a name. */
function numberedName(field: Field, frame?: Frame): string {
  const alike = frame?.fields.filter((other) => other === field || other.name === field.name) ?? [];
  const position = alike.indexOf(field);
  return alike.length > 1 && position >= 0 ? `${field.name} ${position + 1}` : field.name;
}

/** The frame's own name, else the name of its only value field, else what its reference id says. */
export function frameDisplayName(frame: Frame, index?: number): string {
  if (frame.name) return frame.name;
  const values = frame.fields.filter((field) => field.type !== 'time');
  const [only] = values;
  if (only && values.length === 1) return fieldDisplayName(only, frame);
  if (index !== undefined) return `Series (${index})`;
  return frame.refId ? `Series (${frame.refId})` : '';
}
