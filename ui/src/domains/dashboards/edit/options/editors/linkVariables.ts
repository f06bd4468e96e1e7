/** Variables that links of a field can use, with the values they have now. */
import {
  resolveDataLinks,
  safeUrl,
  type DataLink,
  type Field,
  type Frame,
} from '../../../../../data';
import type { EditorContext } from './types';

export interface LinkVariable {
  /** As it is written: `${__value.raw}`. */
  text: string;
  value: string;
}

interface Subject {
  field: Field;
  frame: Frame;
  row: number;
}

/** The last row of the first value field. */
function subjectOf(frames: readonly Frame[]): Subject | undefined {
  for (const frame of frames) {
    const field = frame.fields.find(({ type }) => type !== 'time');
    if (field && frame.length > 0) return { field, frame, row: frame.length - 1 };
  }
  return undefined;
}

const fieldContext = (interpolate: EditorContext['interpolate']) => ({
  themeColor: (name: string) => name,
  series: () => '',
  timeZone: 'UTC',
  interpolate,
});

/** The text with all variables filled in for the last row of the data. */
function filled(text: string, { frames, interpolate }: EditorContext): string {
  const subject = subjectOf(frames);
  if (!subject) return interpolate(text, undefined, 'text');
  const [link] = resolveDataLinks(
    [{ title: text, url: '/' }],
    { ...subject, frames },
    fieldContext(interpolate),
  );
  return text === '' ? '' : (link?.title ?? text);
}

export type ResolvedUrl = { url: string } | { problem: string };

/** The URL a click opens, or why there is none. */
export function resolvedUrl(link: DataLink, context: EditorContext): ResolvedUrl {
  const { frames, interpolate } = context;
  const url = link.url.trim();
  if (url === '') return { problem: 'Enter a URL, such as /d/abc?var-service=$service.' };
  const subject = subjectOf(frames);
  const checked = subject
    ? resolveDataLinks([{ ...link, url }], { ...subject, frames }, fieldContext(interpolate))[0]
        ?.href
    : safeUrl(interpolate(url, undefined, 'uriencode'));
  return checked
    ? { url: checked }
    : { problem: 'This URL is not used. Links start with /, http:, https: or mailto:.' };
}

const GLOBALS = [
  '__url_time_range',
  '__all_variables',
  '__from',
  '__to',
  '__series.name',
  '__field.name',
  '__value.text',
  '__value.raw',
  '__value.numeric',
  '__value.time',
];

/** Those of the dashboard first, then of the value, its labels and its row. */
export function linkVariables(context: EditorContext): LinkVariable[] {
  const subject = subjectOf(context.frames);
  const labels = Object.keys(subject?.field.labels ?? {}).map((name) =>
    /^\w+$/.test(name) ? `__field.labels.${name}` : `__field.labels["${name}"]`,
  );
  const cells = (subject?.frame.fields ?? []).map(({ name }) =>
    /^\w+$/.test(name) ? `__data.fields.${name}` : `__data.fields["${name}"]`,
  );
  return [
    ...context.variables.map(({ name, text }) => ({ text: `\${${name}}`, value: text })),
    ...[...GLOBALS, ...labels, ...cells].map((name) => {
      const text = `\${${name}}`;
      const value = filled(text, context);
      return { text, value: value === text ? '' : value };
    }),
  ];
}

/** The variable that is being written before the caret: where it starts, and its letters. */
export function writtenVariable(
  text: string,
  caret: number,
): { start: number; name: string } | undefined {
  const match = /\$\{?([\w.[\]"]*)$/.exec(text.slice(0, caret));
  return match ? { start: match.index, name: match[1] ?? '' } : undefined;
}

/** The text with the variable in place of what was written of it, and the caret after it. */
export function completed(
  text: string,
  caret: number,
  variable: string,
): { text: string; caret: number } {
  const start = writtenVariable(text, caret)?.start ?? caret;
  const rest = text.slice(caret).replace(/^[\w.]*\}/, '');
  const before = text.slice(0, start) + variable;
  return { text: before + rest, caret: before.length };
}
