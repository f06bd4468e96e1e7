import type { VariableLookUp } from '@vedette/sdk';
import { named } from './search/TagFilters';
import { attributeName } from './search/filters';

/** Names of all attributes, or the values of the one that `label` names. */
export async function findValues({
  query,
  range,
  ask,
}: VariableLookUp): Promise<{ text: string }[]> {
  const label = labelOf(query);
  const time = { start: Math.floor(range.from / 1000), end: Math.ceil(range.to / 1000) };
  if (!label) {
    const { scopes = [] } = await ask<{ scopes?: { name: string; tags?: string[] }[] }>(
      'tags',
      time,
    );
    return scopes.flatMap(({ name, tags = [] }) =>
      tags.map((tag) => ({ text: attributeName(tag, name) })),
    );
  }
  const { tag = '', scope } = named(label);
  // Names as older variables have them, without a scope.
  const name = scope === 'intrinsic' && tag.includes('.') ? `.${tag}` : attributeName(tag, scope);
  const { tagValues = [] } = await ask<{ tagValues?: { value: string }[] }>('tag-values', {
    ...time,
    tag: name,
  });
  return tagValues.map(({ value }) => ({ text: value }));
}

/** `{type: 1, label: "resource.service.name"}`, or the label alone as text. */
function labelOf(query: unknown): string {
  if (typeof query === 'string') return query.trim();
  const { label } = (query ?? {}) as { label?: unknown };
  return typeof label === 'string' ? label.trim() : '';
}
