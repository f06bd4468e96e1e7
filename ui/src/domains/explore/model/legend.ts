/** Names of series in a graph: the labels that tell them apart, not all of them. */
import type { Field, Frame, Labels } from '../../../data';

interface Series {
  field: Field;
  labels: Labels;
}

/** Frames whose series are named by the labels that differ. Names that a query chose stay. */
export function namedByDifference(frames: readonly Frame[]): Frame[] {
  const series = frames.flatMap(({ fields }) =>
    fields.flatMap((field) =>
      field.labels && field.type === 'number' ? [{ field, labels: field.labels }] : [],
    ),
  );
  if (series.length < 2) return [...frames];
  const names = differingNames(series);
  return frames.map((frame) => ({
    ...frame,
    fields: frame.fields.map((field) => renamed(field, names.get(field))),
  }));
}

function renamed(field: Field, name: string | undefined): Field {
  return name === undefined
    ? field
    : { ...field, config: { ...field.config, displayNameFromDS: name } };
}

function differingNames(series: readonly Series[]): Map<Field, string> {
  const keys = differingKeys(series.map(({ labels }) => labels));
  const names = new Map<Field, string>();
  const seen = new Map<string, number>();
  for (const { field, labels } of series) {
    const { displayName, displayNameFromDS } = field.config;
    if (displayName || (displayNameFromDS && displayNameFromDS !== fullName(labels))) continue;
    const name = shortName(labels, keys);
    names.set(field, name);
    seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  // Series of different queries may have the same labels: their full names say at least what they
  // are.
  for (const [field, name] of names)
    if (name === '' || (seen.get(name) ?? 0) > 1) names.delete(field);
  return names;
}

function differingKeys(all: readonly Labels[]): string[] {
  const keys = new Set(all.flatMap((labels) => Object.keys(labels)));
  return [...keys].filter((key) => all.some((labels) => labels[key] !== all[0]?.[key])).sort();
}

/** The value alone where one label differs, else `name{label="value", ...}`. */
function shortName(labels: Labels, keys: readonly string[]): string {
  const [only] = keys;
  if (only !== undefined && keys.length === 1) return labels[only] ?? '';
  return fullName(
    Object.fromEntries(
      keys.flatMap((key) => (labels[key] === undefined ? [] : [[key, labels[key]]])),
    ),
  );
}

function fullName(labels: Labels): string {
  const { __name__: metric = '', ...others } = labels;
  const pairs = Object.keys(others)
    .sort()
    .map((key) => `${key}=${JSON.stringify(others[key])}`);
  return pairs.length > 0 ? `${metric}{${pairs.join(', ')}}` : metric;
}
