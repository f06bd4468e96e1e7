/** Fewer columns, fewer frames. */
import type { MatcherConfig } from '../dashboard';
import { fieldMatcher, type FieldMatcher } from '../field/matchers';
import { frameDisplayName } from '../field/names';
import { usablePattern } from '../field/pattern';
import type { Frame } from '../frame';
import {
  optionsOf,
  textOption,
  textsOf,
  type Options,
  type Transform,
  type TransformContext,
} from './context';

/** Frames that lose all their columns are left out. */
function keepFields(frames: Frame[], keeps: FieldMatcher): Frame[] {
  return frames
    .map((frame) => ({ ...frame, fields: frame.fields.filter((field) => keeps(field, frame, frames)) }))
    .filter((frame) => frame.fields.length > 0);
}

export const filterByName: Transform = (frames, options, ctx) => {
  const include = nameMatcher(options['include'], options['byVariable'] === true, ctx);
  const exclude = nameMatcher(options['exclude'], options['byVariable'] === true, ctx);
  if (!include && !exclude) return frames;
  return keepFields(frames, (field, frame, all) => {
    if (exclude?.(field, frame, all)) return false;
    return include ? include(field, frame, all) : true;
  });
};

function nameMatcher(stored: unknown, byVariable: boolean, ctx: TransformContext): FieldMatcher | undefined {
  const { names, pattern, variable } = optionsOf(stored);
  const wanted =
    byVariable && typeof variable === 'string'
      ? ctx
          .interpolate(variable)
          .replace(/^\{|\}$/g, '')
          .split(',')
      : textsOf(names);
  const text = byVariable ? '' : ctx.interpolate(textOption(pattern));
  if (wanted.length === 0 && !text) return undefined;
  return fieldMatcher({
    id: 'byRegexpOrNames',
    options: { names: wanted, pattern: text && !text.startsWith('/') ? `/${text}/` : text },
  });
}

function isMatcher(value: unknown): value is MatcherConfig {
  return typeof optionsOf(value)['id'] === 'string';
}

export const filterFields: Transform = (frames, options) => {
  const include = isMatcher(options['include']) ? fieldMatcher(options['include']) : undefined;
  const exclude = isMatcher(options['exclude']) ? fieldMatcher(options['exclude']) : undefined;
  if (!include && !exclude) return frames;
  return keepFields(
    frames,
    (field, frame, all) => !exclude?.(field, frame, all) && (include?.(field, frame, all) ?? true),
  );
};

export const filterFrames: Transform = (frames, options) => byMatchers(frames, options);

/** `include` and `exclude` are a letter, several between bars, or an expression. */
export const filterByRefId: Transform = (frames, options) => {
  const wrap = (value: unknown): MatcherConfig | undefined => {
    const text = textOption(value);
    return text ? { id: 'byRefId', options: text } : undefined;
  };
  return byMatchers(frames, { include: wrap(options['include']), exclude: wrap(options['exclude']) });
};

function byMatchers(frames: Frame[], options: Options): Frame[] {
  const { include, exclude } = options;
  return frames.filter((frame, index) => {
    if (isMatcher(exclude) && frameMatches(exclude, frame, index)) return false;
    return isMatcher(include) ? frameMatches(include, frame, index) : true;
  });
}

/** Matchers of whole frames: `byRefId`, `byName`, `byIndex`. */
export function frameMatches(matcher: MatcherConfig | undefined, frame: Frame, index: number): boolean {
  const wanted = matcher?.options;
  switch (matcher?.id) {
    case 'byRefId':
    case 'byFrameRefID':
      return (
        typeof wanted === 'string' && (frame.refId === wanted || refIdPattern(wanted).test(frame.refId ?? ''))
      );
    case 'byName':
      return (
        typeof wanted === 'string' &&
        (frameDisplayName(frame) === wanted ||
          (wanted.startsWith('/') && usablePattern(wanted).test(frameDisplayName(frame))))
      );
    case 'byIndex':
      return Number(wanted) === index;
    case 'neverMatch':
      return false;
    default:
      return true;
  }
}

function refIdPattern(text: string): RegExp {
  return text.startsWith('/') ? usablePattern(text) : usablePattern(`/^(?:${text})$/`);
}
