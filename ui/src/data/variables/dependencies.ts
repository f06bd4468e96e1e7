/** The order in which variables are refreshed. */
import type { VariableModel } from '../dashboard';
import { referencedVariables } from './interpolate';

/**
 * Variables that wait for each other: `names` is the circle, its first name repeated at the end.
 */
export class VariableCycleError extends Error {
  constructor(readonly names: string[]) {
    super(
      `Variables depend on each other in a cycle: ${names.join(' -> ')}. Remove one of the references.`,
    );
    this.name = 'VariableCycleError';
  }
}

/** Names of the dashboard's variables that this one uses in its query, filter or data source. */
export function dependenciesOf(variable: VariableModel, known: ReadonlySet<string>): string[] {
  const { query, regex, datasource, definition, allValue } = variable as VariableModel & {
    definition?: unknown;
  };
  const text =
    JSON.stringify([
      query,
      regex,
      datasource,
      variable.type === 'query' ? definition : null,
      allValue,
    ]) ?? '';
  return referencedVariables(text).filter((name) => name !== variable.name && known.has(name));
}

/**
 * Steps to refresh in turn; the variables of one step do not depend on each other and run in
 * parallel. Throws `VariableCycleError`.
 */
export function dependencyOrder(variables: readonly VariableModel[]): VariableModel[][] {
  const known = new Set(variables.map((variable) => variable.name));
  const waits = new Map(
    variables.map((variable) => [variable, dependenciesOf(variable, known)] as const),
  );
  const done = new Set<string>();
  const steps: VariableModel[][] = [];
  let left = [...variables];
  while (left.length > 0) {
    const ready = left.filter((variable) => waits.get(variable)?.every((name) => done.has(name)));
    if (ready.length === 0) throw new VariableCycleError(circle(left, waits));
    for (const variable of ready) done.add(variable.name);
    steps.push(ready);
    left = left.filter((variable) => !done.has(variable.name));
  }
  return steps;
}

function circle(
  left: readonly VariableModel[],
  waits: ReadonlyMap<VariableModel, string[]>,
): string[] {
  const byName = new Map(left.map((variable) => [variable.name, variable]));
  const path: string[] = [];
  let current = left[0];
  while (current && !path.includes(current.name)) {
    path.push(current.name);
    const next: string | undefined = waits.get(current)?.find((name) => byName.has(name));
    current = next === undefined ? undefined : byName.get(next);
  }
  const start = current ? path.indexOf(current.name) : 0;
  return [...path.slice(start), path[start] ?? ''];
}
