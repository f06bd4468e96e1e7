/** Columns out of a text or JSON column. */
import { usablePattern } from '../field/pattern';
import type { Field } from '../frame';
import {
  copyField,
  findField,
  listOf,
  makeField,
  optionsOf,
  textOption,
  timeFieldOf,
  typeOfValues,
  type Options,
  type Transform,
} from './context';

type Parts = Record<string, unknown>;

/** `replace` leaves only what was found, with the time where `keepTime` is set. */
export const extractFields: Transform = (frames, options) =>
  frames.map((frame) => {
    const source = textOption(options['source'])
      ? findField(frame, frames, textOption(options['source']))
      : frame.fields[0];
    if (!source) return frame;
    const columns = columnsFrom(source, options);
    const added = [...columns].map(([name, values]) =>
      makeField(name, typeOfValues(values), values),
    );
    const time = options['keepTime'] === true ? timeFieldOf(frame) : undefined;
    const kept = options['replace'] === true ? (time ? [time] : []) : frame.fields;
    return { ...frame, fields: [...kept.map((field) => copyField(field)), ...added] };
  });

function columnsFrom(source: Field, options: Options): Map<string, unknown[]> {
  const paths = listOf(options['jsonPaths'])
    .map(optionsOf)
    .filter((path) => textOption(path['path']));
  const read = readerOf(textOption(options['format'], 'auto'), options);
  const columns = new Map<string, unknown[]>();
  source.values.forEach((value, row) => {
    const parts = read(value);
    const wanted = paths.length > 0 ? pathParts(parts ?? {}, paths) : parts;
    for (const [name, part] of Object.entries(wanted ?? {})) {
      let column = columns.get(name);
      if (!column)
        columns.set(name, (column = new Array<unknown>(source.values.length).fill(null)));
      column[row] = part ?? null;
    }
  });
  return columns;
}

function pathParts(parts: Parts, paths: Options[]): Parts {
  return Object.fromEntries(
    paths.map((path) => [
      textOption(path['alias']) || textOption(path['path']),
      atPath(parts, textOption(path['path'])) ?? 'Not Found',
    ]),
  );
}

/** `a.b[0].c` and `["a b"]`. */
function atPath(value: unknown, path: string): unknown {
  let current = value;
  for (const step of path.matchAll(/[^.[\]"']+/g)) {
    if (typeof current !== 'object' || current === null) return null;
    current = Object.hasOwn(current, step[0]) ? (current as Parts)[step[0]] : null;
  }
  return current;
}

function readerOf(format: string, options: Options): (value: unknown) => Parts | undefined {
  switch (format) {
    case 'json':
      return fromJson;
    case 'kvp':
      return (value) => fromPairs(String(value ?? ''));
    case 'delimiter': {
      const sign = textOption(options['delimiter'], ',').replace('\\t', '\t');
      return (value) =>
        Object.fromEntries(
          String(value ?? '')
            .split(sign)
            .map((part) => [part.trim(), part.trim()]),
        );
    }
    case 'regexp': {
      const pattern = usablePattern(textOption(options['regExp'], '/(?<NewField>.*)/'));
      return (value) => ({ ...pattern.exec(String(value ?? ''))?.groups });
    }
    default:
      return (value) => fromJson(value) ?? fromPairs(String(value ?? ''));
  }
}

function fromJson(value: unknown): Parts | undefined {
  try {
    const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof parsed === 'object' && parsed !== null ? (parsed as Parts) : undefined;
  } catch {
    return undefined;
  }
}

/** `a=1, b="x y" c:3`, braces around allowed. */
function fromPairs(text: string): Parts {
  const parts: Parts = {};
  const inner = text.trim().replace(/^\{(.*)\}$/s, '$1');
  for (const match of inner.matchAll(
    /([^\s=:,;&]+)\s*[=:]\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s,;&]*))/g,
  )) {
    parts[match[1] ?? ''] = match[2]?.replace(/\\(.)/g, '$1') ?? match[3] ?? match[4] ?? '';
  }
  return parts;
}
