/** From what the builder holds to PromQL. */
import { kindOfOperation, type BuilderQuery, type MatchFilter, type Operation } from './query';

const PLAIN_NAME = /^[a-zA-Z_:$][\w:$]*$/;
const PLAIN_LABEL = /^[a-zA-Z_$][\w$]*$/;

export function toPromql({ metric, filters, operations }: BuilderQuery): string {
  let text = selector(metric, filters);
  let before: Operation | undefined;
  for (const operation of operations) {
    text = apply(text, operation, isBinary(before));
    before = operation;
  }
  return text;
}

const isBinary = (operation: Operation | undefined) =>
  Boolean(operation && kindOfOperation(operation.id)?.isBinary);

function selector(metric: string, filters: readonly MatchFilter[]): string {
  const matchers = filters
    .filter(({ label }) => label !== '')
    .map(
      ({ label, operator, value }) =>
        `${PLAIN_LABEL.test(label) ? label : quoted(label)}${operator}${quoted(value)}`,
    );
  const named = metric === '' || PLAIN_NAME.test(metric);
  const all = named ? matchers : [quoted(metric), ...matchers];
  if (all.length === 0) return metric;
  return `${named ? metric : ''}{${all.join(', ')}}`;
}

/** An operator binds to what stands beside it, so a second one has brackets around the first. */
function apply(inner: string, { id, params, grouping }: Operation, innerIsBinary: boolean): string {
  const kind = kindOfOperation(id);
  if (kind?.isBinary) return `${innerIsBinary ? `(${inner})` : inner} ${id} ${params[0] ?? ''}`;
  if (kind?.isRange) return `${id}(${inner}[${params[0] ?? ''}])`;
  const group = grouping ? ` ${grouping.kind} (${grouping.labels.join(', ')}) ` : '';
  return `${id}${group}(${[...params, inner].join(', ')})`;
}

function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
