/** What forms offer, taken from the frames before the step. */
import { formatTime, type FieldType, type Frame } from '../../../../../data';
import type { Option } from '../../../../../design';
import { knownFields, type KnownField } from '../pipeline';

export const labelKeys = (frames: readonly Frame[]): string[] => [
  ...new Set(
    frames.flatMap(({ fields }) => fields.flatMap(({ labels }) => Object.keys(labels ?? {}))),
  ),
];

export const queryIds = (frames: readonly Frame[]): string[] => [
  ...new Set(frames.flatMap(({ refId }) => (refId === undefined ? [] : [refId]))),
];

/** Fields with their type and a value; without a field of the types, all fields. */
export function fieldOptions(frames: readonly Frame[], types?: readonly FieldType[]): Option[] {
  const all = knownFields(frames);
  const fitting = types ? all.filter(({ type }) => types.includes(type)) : all;
  return (fitting.length > 0 ? fitting : all).map((field) => ({
    value: field.name,
    label: field.name,
    description: described(field),
  }));
}

const MOST_LETTERS = 40;

function described({ type, sample }: KnownField): string {
  if (sample === undefined) return `${type}, no value`;
  const text = sampleText(type, sample);
  const short = text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;
  return `${type}, ${short}`;
}

function sampleText(type: FieldType, sample: unknown): string {
  if (type === 'time') return formatTime(Number(sample), 'YYYY-MM-DD HH:mm:ss', 'UTC');
  if (type === 'nestedFrames') return 'frames';
  return typeof sample === 'object' ? JSON.stringify(sample) : String(sample);
}
