/** A new column calculated from others. */
import { fieldMatcher } from '../field/matchers';
import { fieldDisplayName } from '../field/names';
import type { Frame } from '../frame';
import { reduceField, reducers } from '../reduce';
import {
  findField,
  makeField,
  makeFrame,
  numberOption,
  optionsOf,
  textOption,
  textsOf,
  timeFieldOf,
  type Options,
  type Transform,
  type TransformContext,
} from './context';
import { onOneTime } from './join';
import { windowed } from './window';

interface Calculated {
  name: string;
  values: unknown[];
  unit?: string;
}

/** Frames that share time are joined first, so that columns of different queries meet. */
export const calculateField: Transform = (frames, options, ctx) => {
  const joined = options['timeSeries'] === false ? frames : onOneTime(frames);
  return joined.map((frame) => {
    const results = calculated(frame, joined, options, ctx);
    if (results.length === 0) return frame;
    const alias = textOption(options['alias']);
    const added = results.map(({ name, values, unit }) =>
      makeField(
        alias && results.length === 1 ? ctx.interpolate(alias) : name,
        'number',
        values,
        unit ? { unit } : {},
      ),
    );
    if (options['replaceFields'] !== true) return { ...frame, fields: [...frame.fields, ...added] };
    const time = timeFieldOf(frame);
    return makeFrame(time ? [time, ...added] : added, frame);
  });
};

function calculated(
  frame: Frame,
  frames: Frame[],
  options: Options,
  ctx: TransformContext,
): Calculated[] {
  switch (options['mode'] ?? 'reduceRow') {
    case 'binary':
      return binary(frame, frames, optionsOf(options['binary']), ctx);
    case 'unary':
      return unary(frame, frames, optionsOf(options['unary']));
    case 'cumulativeFunctions':
      return cumulative(frame, frames, optionsOf(options['cumulative']));
    case 'windowFunctions':
      return windowed(frame, frames, optionsOf(options['window']));
    case 'index':
      return [rowIndex(frame, optionsOf(options['index'])['asPercentile'] === true)];
    default:
      return reduceRow(frame, frames, optionsOf(options['reduce']));
  }
}

function reduceRow(frame: Frame, frames: Frame[], options: Options): Calculated[] {
  const names = textsOf(options['include']);
  const calc = textOption(options['reducer'], 'sum');
  const matches = fieldMatcher(
    names.length > 0 ? { id: 'byNames', options: { names } } : { id: 'numeric' },
  );
  const chosen = frame.fields.filter((field) => matches(field, frame, frames));
  if (chosen.length === 0) return [];
  const countsGaps = calc === 'count' && options['nullValueMode'] !== 'connected';
  const values = Array.from({ length: frame.length }, (_, row) =>
    reduceField(
      { type: 'number', values: chosen.map((field) => field.values[row]) },
      countsGaps ? 'countAll' : calc,
    ),
  );
  return [{ name: reducers.find((reducer) => reducer.id === calc)?.name ?? calc, values }];
}

type Operator = (left: number, right: number) => number;

const OPERATORS: Record<string, Operator> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '**': (a, b) => a ** b,
  '=': (a, b) => Number(a === b),
  '!=': (a, b) => Number(a !== b),
  '>': (a, b) => Number(a > b),
  '>=': (a, b) => Number(a >= b),
  '<': (a, b) => Number(a < b),
  '<=': (a, b) => Number(a <= b),
};

function binary(
  frame: Frame,
  frames: Frame[],
  options: Options,
  ctx: TransformContext,
): Calculated[] {
  const sign = textOption(options['operator'], '+');
  const operate = OPERATORS[sign];
  const right = sideOf(options['right'], frame, frames, ctx);
  if (!operate || !right) return [];
  const { left: stored } = options;
  const matcher = optionsOf(optionsOf(stored)['matcher']);
  if (matcher['id'] === 'byType') {
    // One result for each column of the type.
    const matches = fieldMatcher({ id: 'byType', options: matcher['options'] });
    return frame.fields
      .filter((field) => matches(field, frame, frames))
      .map((field) => ({
        name: `${fieldDisplayName(field, frame, frames)} ${sign} ${right.name}`,
        values: operated(frame.length, operate, (row) => field.values[row], right.at),
      }));
  }
  const left = sideOf(stored, frame, frames, ctx);
  return left
    ? [
        {
          name: `${left.name} ${sign} ${right.name}`,
          values: operated(frame.length, operate, left.at, right.at),
        },
      ]
    : [];
}

function operated(
  length: number,
  operate: Operator,
  left: (row: number) => unknown,
  right: (row: number) => unknown,
): (number | null)[] {
  return Array.from({ length }, (_, row) => {
    // An explicit null counts as zero, as users are used to; where a joined frame has no row there
    // is no result.
    const [a, b] = [left(row), right(row)];
    return a === undefined || b === undefined ? null : operate(Number(a), Number(b));
  });
}

interface Side {
  name: string;
  at: (row: number) => unknown;
}

/** A column by name, or a fixed number; newer files wrap either in an object. */
function sideOf(
  stored: unknown,
  frame: Frame,
  frames: Frame[],
  ctx: TransformContext,
): Side | undefined {
  const wrapped = optionsOf(stored);
  const fixed = wrapped['fixed'];
  const name =
    fixed !== undefined && fixed !== ''
      ? String(fixed)
      : textOption(optionsOf(wrapped['matcher'])['options']) ||
        (typeof stored === 'number' ? String(stored) : textOption(stored));
  const filled = ctx.interpolate(name);
  const field = findField(frame, frames, filled);
  if (field) return { name: filled, at: (row) => field.values[row] };
  const number = numberOption(filled);
  return number === undefined ? undefined : { name: filled, at: () => number };
}

const UNARY: Record<string, (value: number) => number> = {
  abs: Math.abs,
  exp: Math.exp,
  ln: Math.log,
  floor: Math.floor,
  ceil: Math.ceil,
  round: Math.round,
};

function unary(frame: Frame, frames: Frame[], options: Options): Calculated[] {
  const name = textOption(options['fieldName']);
  const id = textOption(options['operator'], 'abs');
  const operate = UNARY[id];
  const field = findField(frame, frames, name);
  if (!operate || field?.type !== 'number') return [];
  return [
    {
      name: `${id}(${name})`,
      values: field.values.map((value) =>
        value === null || value === undefined ? null : operate(Number(value)),
      ),
    },
  ];
}

function cumulative(frame: Frame, frames: Frame[], options: Options): Calculated[] {
  const name = textOption(options['field']);
  const calc = textOption(options['reducer'], 'sum');
  const field = name
    ? findField(frame, frames, name)
    : frame.fields.find((one) => one.type === 'number');
  if (!field) return [];
  let total = 0;
  const values = field.values.map((value, row) => {
    total += Number(value ?? 0);
    return calc === 'mean' ? total / (row + 1) : total;
  });
  return [{ name: `cumulative ${calc}${name ? `(${name})` : ''}`, values }];
}

function rowIndex(frame: Frame, asPercentile: boolean): Calculated {
  const rows = Array.from({ length: frame.length }, (_, row) => row);
  if (!asPercentile) return { name: 'Row', values: rows };
  return { name: 'Row', values: rows.map((row) => row / frame.length), unit: 'percentunit' };
}
