/** Fewer columns, fewer frames. */
import type { MatcherConfig } from '../dashboard';
import { fieldMatcher, type FieldMatcher } from '../field/matchers';
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
    .map((frame) => ({
      ...frame,
      fields: frame.fields.filter((field) => keeps(field, frame, frames)),
    }))
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

function nameMatcher(
  stored: unknown,
  byVariable: boolean,
  ctx: TransformContext,
): FieldMatcher | undefined {
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
    options: { names: wanted, pattern: text },
  });
}

function isMatcher(value: unknown): value is MatcherConfig {
  return typeof optionsOf(value)['id'] === 'string';
}

/** `include` and `exclude` are a letter, several between bars, or an expression. */
export const filterByRefId: Transform = (frames, options) => {
  const wrap = (value: unknown): MatcherConfig | undefined => {
    const text = textOption(value);
    return text ? { id: 'byRefId', options: text } : undefined;
  };
  return byMatchers(frames, {
    include: wrap(options['include']),
    exclude: wrap(options['exclude']),
  });
};

function byMatchers(frames: Frame[], options: Options): Frame[] {
  const { include, exclude } = options;
  return frames.filter((frame, index) => {
    if (isMatcher(exclude) && frameMatches(exclude, frame, index)) return false;
    return isMatcher(include) ? frameMatches(include, frame, index) : true;
  });
}

type FrameTest = (frame: Frame, index: number) => boolean;

/** Matchers of whole frames; one that is not known here matches every frame. */
export function frameMatches(
  matcher: MatcherConfig | undefined,
  frame: Frame,
  index: number,
): boolean {
  return matcher ? frameTest(matcher)(frame, index) : true;
}

function frameTest({ id, options }: MatcherConfig): FrameTest {
  const inner = (): FrameTest[] =>
    Array.isArray(options) ? options.filter(isMatcher).map(frameTest) : [];
  switch (id) {
    case 'byRefId':
    case 'byFrameRefID':
      return textTest(options, ({ refId }) => refId);
    case 'byName':
      return textTest(options, ({ name }) => name);
    case 'byIndex':
      return (_frame, index) => Number(options) === index;
    case 'anyMatch':
      return (frame, index) => inner().some((test) => test(frame, index));
    case 'allMatch':
      return (frame, index) => inner().every((test) => test(frame, index));
    case 'invertMatch': {
      const test = isMatcher(options) ? frameTest(options) : () => true;
      return (frame, index) => !test(frame, index);
    }
    case 'neverMatch':
      return () => false;
    default:
      return () => true;
  }
}

/** A text without slashes has to match as a whole. */
function textTest(options: unknown, textOf: (frame: Frame) => string | undefined): FrameTest {
  const pattern = usablePattern(typeof options === 'string' ? options : '');
  return (frame) => pattern.test(textOf(frame) ?? '');
}
