/** The result of every transformation of a panel, so that each can be looked at on its own. */
import {
  fieldDisplayName,
  type FieldType,
  type Frame,
  type StepResult,
  type TransformContext,
  type Transformation,
} from '../../../../data';

/** A field as it is shown at one point of the pipeline. */
export interface KnownField {
  name: string;
  type: FieldType;
  /** The first value that is not missing. */
  sample?: unknown;
}

export interface ColumnChanges {
  added: readonly string[];
  removed: readonly string[];
  retyped: readonly { name: string; from: FieldType; to: FieldType }[];
}

export interface PipelineStep {
  step: Transformation;
  before: readonly Frame[];
  after: readonly Frame[];
  /** False for a step that is off or that this version has no effect for. */
  isActive: boolean;
  error?: string;
  changes: ColumnChanges;
  /** Field names of the options that do not exist before the step. */
  missing: readonly string[];
  /** Milliseconds of the run that made the result. */
  time: number;
}

/** The parts of the data package that the pipeline needs. */
export interface Engine {
  applyStep: (frames: Frame[], step: Transformation, ctx: TransformContext) => StepResult;
  isActive: (step: Transformation) => boolean;
}

export interface PipelineInput {
  frames: readonly Frame[];
  steps: readonly Transformation[];
  context: TransformContext;
}

export interface PipelineOptions {
  engine: Engine;
  /** Names of fields that the options of a step refer to. */
  namesOf: (step: Transformation) => readonly string[];
  now?: () => number;
}

interface Cached {
  context: TransformContext;
  result: PipelineStep;
}

/**
 * Returns a function that runs steps. A step runs again only if its input, its stored object or the
 * context is another one, so the caller keeps these identical while they mean the same.
 */
export function createPipeline({
  engine,
  namesOf,
  now = () => performance.now(),
}: PipelineOptions): (input: PipelineInput) => PipelineStep[] {
  let cache: Cached[] = [];
  return ({ frames, steps, context }) => {
    let current = frames;
    const results = steps.map((step, index): PipelineStep => {
      const known = cache[index];
      const isSame =
        known?.context === context && known.result.step === step && known.result.before === current;
      const result = isSame ? known.result : run(current, step, context);
      current = result.after;
      return result;
    });
    cache = results.map((result) => ({ context, result }));
    return results;
  };

  function run(
    before: readonly Frame[],
    step: Transformation,
    context: TransformContext,
  ): PipelineStep {
    const missing = missingNames(before, namesOf(step));
    const unchanged = { added: [], removed: [], retyped: [] };
    if (!engine.isActive(step))
      return { step, before, after: before, isActive: false, changes: unchanged, missing, time: 0 };
    const start = now();
    const { frames, error } = engine.applyStep([...before], step, context);
    const time = now() - start;
    const after = error === undefined ? frames : before;
    const changes = columnChanges(before, after);
    return { step, before, after, isActive: true, error, changes, missing, time };
  }
}

/** Fields by the name they are shown with, in the order of the frames, each name once. */
export function knownFields(frames: readonly Frame[]): KnownField[] {
  const known = new Map<string, KnownField>();
  for (const frame of frames)
    for (const field of frame.fields) {
      const name = fieldDisplayName(field, frame, frames);
      if (known.has(name)) continue;
      const sample = field.values.find((value) => value !== null && value !== undefined);
      known.set(name, { name, type: field.type, sample });
    }
  return [...known.values()];
}

/** Steps find fields by the name that is shown or by the one that the source gave. */
function missingNames(frames: readonly Frame[], wanted: readonly string[]): string[] {
  if (wanted.length === 0 || frames.every(({ fields }) => fields.length === 0)) return [];
  const names = new Set(knownFields(frames).map(({ name }) => name));
  for (const frame of frames) for (const { name } of frame.fields) names.add(name);
  return [...new Set(wanted)].filter((name) => name !== '' && !names.has(name));
}

function columnChanges(before: readonly Frame[], after: readonly Frame[]): ColumnChanges {
  const old = new Map(knownFields(before).map((field) => [field.name, field.type]));
  const now = new Map(knownFields(after).map((field) => [field.name, field.type]));
  const retyped = [...now].flatMap(([name, to]) => {
    const from = old.get(name);
    return from !== undefined && from !== to ? [{ name, from, to }] : [];
  });
  return {
    added: [...now.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !now.has(name)),
    retyped,
  };
}

export interface Size {
  frames: number;
  rows: number;
  /** The number of fields of the widest frame. */
  fields: number;
}

export function sizeOf(frames: readonly Frame[]): Size {
  return {
    frames: frames.length,
    rows: frames.reduce((sum, { length }) => sum + length, 0),
    fields: Math.max(0, ...frames.map(({ fields }) => fields.length)),
  };
}
