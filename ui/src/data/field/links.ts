/** Data links: their variables filled in for one row, their URL checked. */
import type { DataLink, Field, Frame, ResolvedLink, RowLink } from '../frame';
import { formatted, formatValue } from '../format/value';
import { formatVariable } from '../variables/formats';
import { exploreUrl, paneOf, type InternalLink } from '../explore';
import type { FieldContext } from './context';
import { fieldDisplayName, frameDisplayName } from './names';
import { safeUrl } from './safe-url';

const DATA_MACRO = /\$\{__(value|field|series|data)\b([^:}]*)(?::([^}]+))?\}/g;
/** Encodes what a value could break a URL with, and keeps what URLs are made of. */
const URL_FORMAT = 'uriencode';

export interface LinkSubject {
  field: Field;
  frame: Frame;
  frames: readonly Frame[];
  row?: number;
  /** The calculation a value came from, where it is not of a row. */
  calc?: string;
  /** The value itself, where it is not of a row. */
  value?: unknown;
}

/** Links whose URL is not safe are left out. */
export function resolveDataLinks(
  links: readonly DataLink[],
  subject: LinkSubject,
  ctx: FieldContext,
): ResolvedLink[] {
  const resolved: ResolvedLink[] = [];
  for (const link of links) {
    if (link.internal) {
      const scope = link.variables && subject.row !== undefined ? link.variables(subject.row) : {};
      if (scope)
        resolved.push(internalLink(link, link.internal, subject, scopedContext(ctx, scope)));
      continue;
    }
    const url = safeUrl(fill(link.url ?? '', subject, ctx, URL_FORMAT));
    if (!url) continue;
    const title = fill(link.title ?? '', subject, ctx, 'text');
    resolved.push({
      title: title || url,
      href: ctx.linkUrl?.(url) ?? url,
      newTab: link.targetBlank ?? false,
    });
  }
  return resolved;
}

function scopedContext(ctx: FieldContext, own: Readonly<Record<string, string>>): FieldContext {
  if (Object.keys(own).length === 0) return ctx;
  return {
    ...ctx,
    interpolate: (text, scope, format) => ctx.interpolate(text, { ...own, ...scope }, format),
  };
}

/** Every text of the query is filled in; the values of a query are not parts of a URL. */
function internalLink(
  link: DataLink,
  { query, ...rest }: InternalLink,
  subject: LinkSubject,
  ctx: FieldContext,
): ResolvedLink {
  const internal = { ...rest, query: filled(query, (text) => fill(text, subject, ctx, 'raw')) };
  const title =
    fill(link.title ?? '', subject, ctx, 'text') || link.internal?.datasourceName || 'Explore';
  return { ...resolveRowLink({ title, internal }, ctx), newTab: link.targetBlank ?? false };
}

export function resolveRowLink({ title, internal }: RowLink, ctx: FieldContext): ResolvedLink {
  const range = ctx.timeRange?.raw ?? { from: 'now-1h', to: 'now' };
  const href = exploreUrl({ a: paneOf(internal, range) });
  return { title, href: ctx.linkUrl?.(href) ?? href, newTab: false, internal };
}

function filled<T>(value: T, fillIn: (text: string) => string): T {
  if (typeof value === 'string') return fillIn(value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => filled(item, fillIn)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, filled(item as unknown, fillIn)]),
  ) as T;
}

/**
 * The texts of a row in place of its macros; `${__cell_2}` is the older form of
 * `${__data.fields[2]}`.
 */
export const fillName = (text: string, subject: LinkSubject, ctx: FieldContext): string =>
  fill(text.replace(/\$\{__cell_(\d+)\}/g, '${__data.fields[$1]}'), subject, ctx, 'text');

/**
 * Texts between the macros go through the page's variables apart from them, so that a value is
 * never read as a variable.
 */
function fill(text: string, subject: LinkSubject, ctx: FieldContext, format: string): string {
  let out = '';
  let position = 0;
  for (const match of text.matchAll(DATA_MACRO)) {
    const [whole, scope = '', path = '', wanted] = match;
    out += ctx.interpolate(text.slice(position, match.index), undefined, format);
    const value = macroValue(scope, path.replace(/^\./, ''), subject);
    out +=
      value === undefined ? whole : formatVariable(value, wanted ?? format, { name: `__${scope}` });
    position = match.index + whole.length;
  }
  return out + ctx.interpolate(text.slice(position), undefined, format);
}

function macroValue(scope: string, path: string, subject: LinkSubject): string | undefined {
  const { field, frame, frames, row } = subject;
  switch (scope) {
    case 'series':
      return path === 'name' ? frame.name || frameDisplayName(frame) : undefined;
    case 'field':
      if (path === 'name') return fieldDisplayName(field, frame, frames);
      if (path === 'labels' || path === '') return undefined;
      return field.labels?.[keyAfter(path, 'labels') ?? ''] ?? '';
    case 'value':
      return valuePart(path || 'text', subject);
    default: {
      const rest = keyAfter(path, 'fields');
      return rest === undefined ? undefined : cellPart(frame, frames, path, row);
    }
  }
}

/** `labels.x`, `labels["x y"]` and `labels['x']` name the key x. */
function keyAfter(path: string, start: string): string | undefined {
  if (!path.startsWith(start)) return undefined;
  const rest = path.slice(start.length);
  const quoted = /^\[\s*(["']?)(.*?)\1\s*\]$/.exec(rest);
  return quoted ? quoted[2] : rest.replace(/^\./, '');
}

function valuePart(
  part: string,
  { field, frame, row, calc, value }: LinkSubject,
): string | undefined {
  const raw = value !== undefined ? value : row === undefined ? undefined : field.values[row];
  if (part === 'time') {
    const time = frame.fields.find((other) => other.type === 'time');
    return time && row !== undefined ? String(time.values[row] ?? '') : '';
  }
  return part === 'calc' ? (calc ?? '') : partOf(field, raw, part);
}

function partOf(field: Field, raw: unknown, part: string): string | undefined {
  if (part === 'raw') return raw === null || raw === undefined ? '' : String(raw);
  if (part === 'numeric') return String(field.display?.(raw).numeric ?? Number(raw));
  if (part !== 'text') return undefined;
  if (field.display) return formatted(field.display(raw));
  return typeof raw === 'number'
    ? formatted(formatValue(raw, field.config.unit))
    : String(raw ?? '');
}

/** `fields.name`, `fields[1]`, `fields["a b"]`, each with `.text`, `.numeric` or the raw value. */
function cellPart(
  frame: Frame,
  frames: readonly Frame[],
  path: string,
  row: number | undefined,
): string {
  const match =
    /^fields(?:\[\s*(?:"([^"]*)"|'([^']*)'|(\d+))\s*\]|\.(.+?))(?:\.(text|numeric|raw))?$/.exec(
      path,
    );
  if (!match || row === undefined) return '';
  const [, double, single, index, dotted, part] = match;
  const name = double ?? single ?? dotted ?? '';
  const field =
    index !== undefined
      ? frame.fields[Number(index)]
      : (frame.fields.find((other) => fieldDisplayName(other, frame, frames) === name) ??
        frame.fields.find((other) => other.name === name));
  return field ? (partOf(field, field.values[row], part ?? 'text') ?? '') : '';
}
