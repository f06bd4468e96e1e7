/** Derived fields: one more column a link, filled with what its expression finds in each line. */
import { compilePattern, patternProblem } from '@vedette/sdk';
import type { DecorateContext, DataLink, Field, Frame, SourceInfo } from '@vedette/sdk';
import type { DerivedField } from './model';

export function decorate(
  frames: readonly Frame[],
  { source, sourceByUid }: DecorateContext,
): Frame[] {
  const derived = derivedFields(source);
  if (derived.length === 0) return [...frames];
  return frames.map((frame) => {
    const line = frame.fields.find(({ name }) => name === 'Line');
    if (!line) return frame;
    const labels = frame.fields.find(({ name }) => name === 'labels');
    const more = derived.flatMap((each) => columnOf(each, line, labels, sourceByUid));
    const notices = derived.flatMap(problemOf);
    return {
      ...frame,
      fields: [...frame.fields, ...merged(more)],
      ...(notices.length > 0
        ? { meta: { ...frame.meta, notices: [...(frame.meta?.notices ?? []), ...notices] } }
        : {}),
    };
  });
}

export function derivedFields({ jsonData }: SourceInfo): DerivedField[] {
  const stored = jsonData?.['derivedFields'];
  return Array.isArray(stored)
    ? (stored as DerivedField[]).filter(({ name, matcherRegex }) => name && matcherRegex)
    : [];
}

/** The first group of the expression in a text; the whole match where it has no group. */
export function valueIn(text: string, expression: RegExp): string | null {
  const match = expression.exec(text);
  return match ? (match[1] ?? match[0]) : null;
}

export function expressionOf(pattern: string): RegExp | undefined {
  try {
    return compilePattern(pattern);
  } catch {
    return undefined;
  }
}

function columnOf(
  derived: DerivedField,
  line: Field,
  labels: Field | undefined,
  sourceByUid: DecorateContext['sourceByUid'],
): Field[] {
  const values =
    derived.matcherType === 'label'
      ? ofLabel(derived.matcherRegex, labels)
      : inLines(derived.matcherRegex, line);
  if (!values?.some((value) => value !== null)) return [];
  const links = linkOf(derived, sourceByUid);
  return [{ name: derived.name, type: 'string', values, config: links ? { links: [links] } : {} }];
}

function inLines(pattern: string, { values }: Field): (string | null)[] | undefined {
  const expression = expressionOf(pattern);
  return (
    expression &&
    values.map((value) => (typeof value === 'string' ? valueIn(value, expression) : null))
  );
}

/** A label by its name, or by an expression that its name matches. */
function ofLabel(pattern: string, field: Field | undefined): (string | null)[] | undefined {
  const expression = expressionOf(`^(?:${pattern})$`);
  return field?.values.map((value) => {
    const labels = (typeof value === 'object' && value !== null ? value : {}) as Record<
      string,
      unknown
    >;
    const key =
      pattern in labels
        ? pattern
        : expression && Object.keys(labels).find((name) => expression.test(name));
    const found = key === undefined ? undefined : labels[key];
    return typeof found === 'string' ? found : null;
  });
}

function linkOf(
  derived: DerivedField,
  sourceByUid: DecorateContext['sourceByUid'],
): DataLink | undefined {
  const { url = '', urlDisplayLabel, datasourceUid, targetBlank } = derived;
  if (!datasourceUid)
    return url
      ? { title: urlDisplayLabel || derived.name, url, targetBlank: targetBlank ?? true }
      : undefined;
  const target = sourceByUid(datasourceUid);
  if (!target) return undefined;
  const kind = target.meta?.id ?? target.type;
  // Old settings kept the query under `url` without a variable where the value itself was meant.
  const text = url || '${__value.raw}';
  const query = {
    [target.meta?.queryText || 'query']: text,
    ...(kind === 'tempo' ? { queryType: 'traceql' } : {}),
  };
  return {
    title: urlDisplayLabel || `${derived.name} in ${target.name}`,
    url: '',
    internal: { datasourceUid, datasourceName: target.name, query },
  };
}

/** Several derived fields of one name are one column with several links. */
function merged(columns: readonly Field[]): Field[] {
  const byName = new Map<string, Field>();
  for (const column of columns) {
    const before = byName.get(column.name);
    if (!before) {
      byName.set(column.name, column);
      continue;
    }
    byName.set(column.name, {
      ...before,
      values: before.values.map((value, row) => value ?? column.values[row]),
      config: { links: [...(before.config.links ?? []), ...(column.config.links ?? [])] },
    });
  }
  return [...byName.values()];
}

function problemOf({ name, matcherRegex, matcherType }: DerivedField) {
  if (matcherType === 'label') return [];
  const expression = expressionOf(matcherRegex);
  const refused = expression && patternProblem(expression);
  if (expression && !refused) return [];
  const text = refused
    ? `Derived field ${name}: ${refused}`
    : `Derived field ${name}: the regular expression is not valid: ${matcherRegex}`;
  return [{ severity: 'warning' as const, text }];
}
