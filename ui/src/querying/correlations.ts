/**
 * Correlations: values of one source that lead to queries of another, as an organisation has set
 * them up.
 */
import {
  compilePattern,
  referencedVariables,
  type DataLink,
  type Field,
  type Frame,
} from '../data';
import type { Sources } from './sources';

export interface Correlation {
  uid: string;
  sourceUID: string;
  targetUID: string;
  label?: string;
  description?: string;
  /** From a file: changed there only. */
  provisioned?: boolean;
  config: {
    type?: string;
    /** Name of the field whose values become links. */
    field: string;
    /** A query of the target source; `${name}` stands for a variable. */
    target: Record<string, unknown>;
    transformations?: readonly CorrelationStep[];
  };
}

/** Makes more variables out of a value: of the link's field, or of another one. */
export interface CorrelationStep {
  type: 'regex' | 'logfmt';
  field?: string;
  expression?: string;
  /** Name of the variable; otherwise those of the named groups, or of the field. */
  mapValue?: string;
}

export type Variables = Record<string, string>;

/** Longer values are cut before a regular expression of somebody else sees them. */
const LONGEST = 20_000;
const LOGFMT = /([\w.-]+)=(?:"((?:[^"\\]|\\.)*)"|(\S*))/g;

/**
 * The frames with the links of these correlations; a row without a value for every variable gets
 * none.
 */
export function withCorrelations(
  frames: readonly Frame[],
  correlations: readonly Correlation[],
  sourceOf: (frame: Frame) => string | undefined,
  sources: Sources,
): readonly Frame[] {
  if (correlations.length === 0) return frames;
  return frames.map((frame) => {
    const uid = sourceOf(frame);
    const own = correlations.filter(
      ({ sourceUID, targetUID }) => sourceUID === uid && sources.byKey.has(targetUID),
    );
    const links = own.flatMap((correlation) => linkOf(correlation, frame, sources));
    if (links.length === 0) return frame;
    const fields = frame.fields.map((field) => {
      const added = links.filter((link) => link.field === field).map(({ link }) => link);
      return added.length
        ? {
            ...field,
            config: { ...field.config, links: [...(field.config.links ?? []), ...added] },
          }
        : field;
    });
    return { ...frame, fields };
  });
}

/**
 * The variables that steps make of one value of the link's field; those that read other fields find
 * nothing.
 */
export function variablesOf(
  steps: readonly CorrelationStep[],
  field: string,
  sample: string,
): Variables {
  const frame: Frame = {
    length: 1,
    fields: [{ name: field, type: 'string', values: [sample], config: {} }],
  };
  return Object.assign({}, ...steps.map((step) => reader(step, field)(frame, 0))) as Variables;
}

/** Names of the variables that a query cannot do without. */
export function variablesWanted(target: Readonly<Record<string, unknown>>): string[] {
  return referencedVariables(JSON.stringify(target)).filter((name) => !name.startsWith('__'));
}

/** Why an expression cannot be used; undefined where it can. */
export function expressionProblem(expression: string): string | undefined {
  if (expression === '') return 'Enter an expression.';
  return compiled(expression) ? undefined : 'The regular expression is not valid.';
}

function linkOf(
  { targetUID, label, config }: Correlation,
  frame: Frame,
  sources: Sources,
): { field: Field; link: DataLink }[] {
  const field = frame.fields.find(({ name }) => name === config.field);
  const target = sources.byKey.get(targetUID);
  if (!field || !target) return [];
  const steps = (config.transformations ?? []).map((step) => reader(step, config.field));
  const wanted = variablesWanted(config.target);
  const link: DataLink = {
    title: label || target.name,
    url: '',
    internal: { datasourceUid: target.uid, datasourceName: target.name, query: config.target },
    variables: (row) => {
      const found = { ...field.labels, ...rowVariables(frame, row) };
      for (const read of steps) Object.assign(found, read(frame, row));
      return wanted.every((name) => found[name]) ? found : undefined;
    },
  };
  return [{ field, link }];
}

/** Every field of the row by its name, and labels of log lines, which are an object, by theirs. */
function rowVariables({ fields }: Frame, row: number): Variables {
  const found: Variables = {};
  for (const { name, values } of fields) {
    const value = values[row];
    if (typeof value === 'object' && value !== null) {
      for (const [key, part] of Object.entries(value)) found[key] ??= String(part);
    } else if (value !== null && value !== undefined) {
      found[name] = String(value);
    }
  }
  return found;
}

function reader(
  step: CorrelationStep,
  linkField: string,
): (frame: Frame, row: number) => Variables {
  const name = step.field || linkField;
  const read = step.type === 'logfmt' ? fromLogfmt : fromPattern(step, name);
  return ({ fields }, row) => {
    const value = fields.find((field) => field.name === name)?.values[row];
    return value === null || value === undefined ? {} : read(String(value).slice(0, LONGEST));
  };
}

function fromLogfmt(text: string): Variables {
  const pairs = [...text.matchAll(LOGFMT)].map(([, key = '', quoted, plain]) => [
    key,
    quoted ?? plain ?? '',
  ]);
  return Object.fromEntries(pairs) as Variables;
}

function fromPattern(
  { expression = '', mapValue }: CorrelationStep,
  field: string,
): (text: string) => Variables {
  const pattern = compiled(expression);
  return (text) => {
    const match = pattern?.exec(text);
    if (!match) return {};
    if (match.groups && !mapValue)
      return Object.fromEntries(
        Object.entries(match.groups).filter(([, value]) => value !== undefined),
      );
    return { [mapValue || field]: match[1] ?? match[0] };
  };
}

/** Stored ones may be written `/.../flags`. One that is no expression finds nothing. */
function compiled(expression: string): RegExp | undefined {
  const [, body = expression, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(expression) ?? [];
  try {
    return compilePattern(body, flags.replace(/[gy]/g, ''));
  } catch {
    return undefined;
  }
}
