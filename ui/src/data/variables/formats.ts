/** How a variable's value is written into a text: `${name:csv}`. */
import { formatTime } from '../time/format';

export interface FormatSubject {
  /** Name of the variable, for the formats that write query strings. */
  name: string;
  /** What is shown for the value, for `text`. */
  text?: string | string[];
  timeZone?: string;
}

type Format = (values: string[], subject: FormatSubject, args: string[], single: boolean) => string;

/** `encodeURIComponent`, with the five characters it leaves that RFC 3986 reserves. */
export function encodeStrict(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const REGEX_SIGNS = /[\\^$*+?.()|[\]{}/]/g;
const LUCENE_SIGNS = /([!*+\-=<>\s&|()[\]{}^~?:\\/"])/g;
const HTML_SIGNS: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeRegex = (text: string): string => text.replace(REGEX_SIGNS, '\\$&');
const glob: Format = (values, _subject, _args, single) =>
  single || values.length === 1 ? (values[0] ?? '') : `{${values.join(',')}}`;
const list =
  (one: (value: string) => string, separator = ','): Format =>
  (values) =>
    values.map(one).join(separator);
const query = (name: string, values: string[]): string =>
  values.map((value) => `${name}=${encodeStrict(value)}`).join('&');

const formats: Record<string, Format> = {
  csv: list(String),
  raw: list(String),
  pipe: list(String, '|'),
  glob,
  json: (values, _subject, _args, single) => (single ? (values[0] ?? '') : JSON.stringify(values)),
  distributed: (values, subject) =>
    values.map((value, i) => (i === 0 ? value : `${subject.name}=${value}`)).join(','),
  doublequote: list((value) => `"${value.replaceAll('"', '\\"')}"`),
  singlequote: list((value) => `'${value.replaceAll("'", "\\'")}'`),
  sqlstring: list((value) => `'${value.replaceAll("'", "''")}'`),
  html: (values) => values.join(', ').replace(/[&<>"']/g, (sign) => HTML_SIGNS[sign] ?? sign),
  join: (values, _subject, args) => values.join(args[0] ?? ','),
  lucene: (values, _subject, _args, single) => {
    const escaped = values.map((value) =>
      value === '' ? '""' : value.replace(LUCENE_SIGNS, '\\$1'),
    );
    if (single) return escaped[0] ?? '';
    if (values.length === 0) return '__empty__';
    return `(${escaped.map((value) => `"${value}"`).join(' OR ')})`;
  },
  regex: (values, _subject, _args, single) => {
    const escaped = values.map(escapeRegex);
    return single || escaped.length === 1 ? (escaped[0] ?? '') : `(${escaped.join('|')})`;
  },
  percentencode: (values, subject, args, single) =>
    encodeStrict(glob(values, subject, args, single)),
  uriencode: (values, subject, args, single) => encodeUri(glob(values, subject, args, single)),
  queryparam: (values, subject) => query(`var-${encodeStrict(subject.name)}`, values),
  customqueryparam: (values, subject, args) =>
    query(
      encodeStrict(args[0] || subject.name),
      values.map((value) => (args[1] ?? '') + value),
    ),
  text: (values, subject) =>
    Array.isArray(subject.text) ? subject.text.join(' + ') : (subject.text ?? values.join(' + ')),
  date: (values, subject, args) =>
    values.map((value) => dateText(value, args.join(':'), subject.timeZone)).join(','),
};

/** Every format that may be named in a text. */
export const variableFormats: readonly string[] = Object.keys(formats);

/** Encodes as a URL as a whole: what separates its parts stays. */
function encodeUri(text: string): string {
  return encodeURI(text).replace(/%5B|%5D|[!'()*]/g, (sign) =>
    sign.startsWith('%') ? sign : `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function dateText(value: string, pattern: string, timeZone?: string): string {
  const ms = /^-?\d+$/.test(value) ? Number(value) : Date.parse(value);
  if (Number.isNaN(ms)) return 'NaN';
  if (pattern === '' || pattern === 'iso') return new Date(ms).toISOString();
  return pattern === 'seconds'
    ? String(Math.round(ms / 1000))
    : formatTime(ms, pattern, timeZone ?? 'UTC');
}

/** An unknown format is read as `glob`; arguments follow the name behind colons. */
export function formatVariable(
  value: string | string[],
  format: string,
  subject: FormatSubject,
): string {
  const [id = 'glob', ...args] = format.split(':');
  const single = !Array.isArray(value);
  const chosen = Object.hasOwn(formats, id) ? formats[id] : glob;
  return chosen ? chosen(single ? [value] : value, subject, args, single) : '';
}

/** Text inside a quoted PromQL string. */
export function promqlQuote(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/**
 * The default of Prometheus and Loki queries: a variable that can hold several values is written
 * for `=~`, escaped and as `(a|b)`; any other is only escaped for the quotes around it.
 */
export function promqlRegex(
  value: string | string[],
  variable: { multi?: boolean; includeAll?: boolean },
): string {
  if (!Array.isArray(value)) {
    return variable.multi || variable.includeAll
      ? promqlQuote(escapePromRegex(value))
      : promqlQuote(value);
  }
  const escaped = value.map((one) => promqlQuote(escapePromRegex(one)));
  return escaped.length === 1 ? (escaped[0] ?? '') : `(${escaped.join('|')})`;
}

function escapePromRegex(text: string): string {
  return text.replace(/[\\^$*+?.()|[\]{}]/g, '\\$&');
}

/**
 * A single value goes in as it is, its quotes doubled; several, or one that could be several, as a
 * quoted list.
 */
export function sqlValue(
  value: string | string[],
  variable: { multi?: boolean; includeAll?: boolean },
): string {
  const doubled = (text: string) => text.replaceAll("'", "''");
  if (Array.isArray(value)) return value.map((one) => `'${doubled(one)}'`).join(',');
  return variable.multi || variable.includeAll ? `'${doubled(value)}'` : doubled(value);
}
