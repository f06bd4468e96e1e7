/** Texts and times of a column in another form. */
import { formatTime } from '../time/format';
import { copyField, findField, numberOption, textOption, type Transform } from './context';

const words = (text: string): string[] => text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const lowerWords = (text: string): string[] => words(text).map((word) => word.toLowerCase());

const FORMS: Record<string, (text: string) => string> = {
  'Upper Case': (text) => text.toUpperCase(),
  'Lower Case': (text) => text.toLowerCase(),
  'Sentence Case': capital,
  'Title Case': (text) => text.split(' ').map(capital).join(' '),
  'Pascal Case': (text) => text.split(' ').map(capital).join(''),
  'Camel Case': (text) =>
    text
      .split(' ')
      .map((word, i) => (i === 0 ? word.toLowerCase() : capital(word)))
      .join(''),
  'Snake Case': (text) => lowerWords(text).join('_'),
  'Kebab Case': (text) => lowerWords(text).join('-'),
  Trim: (text) => text.trim(),
};

export const formatStringField: Transform = (frames, options) => {
  const form = textOption(options['outputFormat'], 'Upper Case');
  const start = numberOption(options['substringStart']) ?? 0;
  const end = numberOption(options['substringEnd']);
  const change =
    form === 'Substring'
      ? (text: string): string => text.substring(start, end ?? text.length)
      : FORMS[form];
  if (!change) return frames;
  return frames.map((frame) => {
    const target = findField(frame, frames, textOption(options['stringField']));
    if (target?.type !== 'string') return frame;
    const values = target.values.map((value) =>
      typeof value === 'string' ? change(value) : value,
    );
    return {
      ...frame,
      fields: frame.fields.map((field) =>
        field === target ? copyField(field, { values, type: 'string' }) : field,
      ),
    };
  });
};

const ISO = 'YYYY-MM-DDTHH:mm:ssZ';

export const formatTimeField: Transform = (frames, options, ctx) => {
  const pattern = textOption(options['outputFormat'], ISO);
  const zone =
    options['useTimezone'] === false ? 'UTC' : textOption(options['timezone'], ctx.timeZone);
  return frames.map((frame) => {
    const target = findField(frame, frames, textOption(options['timeField']));
    if (!target) return frame;
    const values = target.values.map((value) =>
      value === null || value === undefined ? null : formatTime(Number(value), pattern, zone),
    );
    return {
      ...frame,
      fields: frame.fields.map((field) =>
        field === target ? copyField(field, { values, type: 'string' }) : field,
      ),
    };
  });
};
