/** From what the builder holds to LogQL. */
import type { BuilderOperation } from '@vedette/sdk';
import { kindOfOperation, type BuilderQuery, type MatchFilter } from './query';

export function toLogql({ filters, operations }: BuilderQuery): string {
  return operations.reduce(apply, selectorText(filters));
}

export function selectorText(filters: readonly MatchFilter[]): string {
  const matchers = filters
    .filter(({ label }) => label)
    .map(({ label, operator, value }) => `${label}${operator}${quoted(value)}`);
  return `{${matchers.join(', ')}}`;
}

function apply(inner: string, { id, params, grouping }: BuilderOperation): string {
  const kind = kindOfOperation(id);
  if (!kind) return inner;
  const { form, keyword } = kind;
  if (id === 'label filter') return `${inner} | ${labelFilter(params)}`;
  const written = params.map((param) => (kind.quoted ? quoted(param) : param));
  switch (form) {
    case 'line':
      return `${inner} ${keyword} ${written.join(' ')}`;
    case 'stage':
      return `${inner} | ${[keyword, ...written].join(' ').trim()}`;
    case 'range':
      return `${keyword}(${inner} [${params[0] ?? ''}])`;
    case 'aggregation': {
      const group = grouping ? ` ${grouping.kind} (${grouping.labels.join(', ')}) ` : '';
      return `${keyword}${group}(${[...params, inner].join(', ')})`;
    }
  }
}

/** Numbers, durations and sizes are compared as such; everything else is text. */
function labelFilter([label = '', operator = '=', value = '']: readonly string[]): string {
  const isNumber = /[<>]/.test(operator) && /^[\d.]+\s*[a-zA-Z]*$/.test(value);
  return `${label}${operator}${isNumber ? value : quoted(value)}`;
}

/** Backticks keep expressions readable; a text with one in it is written in quotes. */
function quoted(value: string): string {
  if (value.includes('\\') && !value.includes('`')) return `\`${value}\``;
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
