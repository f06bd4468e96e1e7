/** Transformations of frames, in the order a panel stores them. */
import type { Transformation } from '../dashboard';
import type { Frame } from '../frame';
import { calculateField } from './calculate';
import { concatenate } from './concatenate';
import { configFromData } from './config-from-data';
import { optionsOf, type Transform, type TransformContext } from './context';
import { convertFieldType } from './convert';
import { extractFields } from './extract';
import { filterByName, filterByRefId, frameMatches } from './filter';
import { filterByValue } from './filter-by-value';
import { formatStringField, formatTimeField } from './format';
import { fieldLookup } from './geo/field-lookup';
import { spatial } from './geo/spatial';
import { groupBy } from './group-by';
import { groupToNestedTable } from './group-to-nested-table';
import { heatmap } from './heatmap';
import { histogram } from './histogram';
import { joinByField } from './join';
import { joinByLabels, labelsToFields } from './labels';
import { groupingToMatrix, transpose } from './matrix';
import { merge, seriesToRows } from './merge';
import { organize, renameByRegex } from './organize';
import { partitionByValues } from './partition';
import { reduce } from './reduce';
import { regression } from './regression';
import { rowsToFields } from './rows-to-fields';
import { limit, sortBy } from './rows';
import { smoothing } from './smoothing';
import { prepareTimeSeries } from './time-series';
import { timeSeriesTable } from './time-series-table';

export { frameMatches, type TransformContext };

const TRANSFORMS: Readonly<Record<string, Transform>> = {
  calculateField,
  concatenate,
  configFromData,
  convertFieldType,
  extractFields,
  fieldLookup,
  filterByRefId,
  filterByValue,
  filterFieldsByName: filterByName,
  formatString: formatStringField,
  formatTime: formatTimeField,
  groupBy,
  groupToNestedTable,
  groupingToMatrix,
  heatmap,
  histogram,
  joinByField,
  joinByLabels,
  labelsToFields,
  limit,
  merge,
  organize,
  partitionByValues,
  prepareTimeSeries,
  reduce,
  regression,
  renameByRegex,
  rowsToFields,
  seriesToColumns: joinByField,
  seriesToRows,
  smoothing,
  sortBy,
  spatial,
  timeSeriesTable,
  transpose,
};

/** Steps that older files hold and that change nothing there either. */
const WITHOUT_EFFECT = new Set([
  'append',
  'ensureColumns',
  'filterFields',
  'filterFrames',
  'noop',
  'order',
  'rename',
]);

export const supportedTransformations: readonly string[] = Object.keys(TRANSFORMS);

/** What one step made of the frames; with an error they are those that came in. */
export interface StepResult {
  frames: Frame[];
  /** A sentence for users. */
  error?: string;
}

export function isActive(step: Transformation): boolean {
  return !step.disabled && !WITHOUT_EFFECT.has(step.id) && (step.topic ?? 'series') === 'series';
}

/** One that is unknown or fails leaves the frames as they were and says so in their notices. */
export function transform(
  frames: Frame[],
  transformations: readonly Transformation[],
  ctx: TransformContext,
): Frame[] {
  let current = frames;
  for (const step of transformations) {
    if (!isActive(step)) continue;
    const result = applyStep(current, step, ctx);
    current = result.error === undefined ? result.frames : withNotice(current, result.error);
  }
  return current;
}

/** Apply one step, whether or not it is active. */
export function applyStep(
  frames: Frame[],
  step: Transformation,
  ctx: TransformContext,
): StepResult {
  const run = Object.hasOwn(TRANSFORMS, step.id) ? TRANSFORMS[step.id] : undefined;
  if (!run)
    return { frames, error: `The transformation "${step.id}" is not supported and was skipped.` };
  const filter = step.filter?.id && step.filter.options ? step.filter : undefined;
  const chosen = frames.filter((frame, index) => frameMatches(filter, frame, index));
  try {
    const result = [...run(chosen, optionsOf(step.options), ctx)];
    frames.forEach((frame, index) => {
      if (!chosen.includes(frame)) result.splice(index, 0, frame);
    });
    return { frames: result };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { frames, error: `The transformation "${step.id}" failed: ${reason}` };
  }
}

function withNotice(frames: Frame[], text: string): Frame[] {
  const [first, ...rest] = frames;
  if (!first) return frames;
  const notices = [...(first.meta?.notices ?? []), { severity: 'warning' as const, text }];
  return [{ ...first, meta: { ...first.meta, notices } }, ...rest];
}
