/** What may come next in TraceQL, by what stands before the cursor. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { TempoClient } from './client';
import { attributeName, quoted } from './search/filters';

export const INTRINSICS = [
  'duration',
  'kind',
  'name',
  'rootName',
  'rootServiceName',
  'status',
  'statusMessage',
  'traceDuration',
];
const SCOPES = ['resource.', 'span.', 'event.', 'link.', 'instrumentation.', 'parent.'];
const FUNCTIONS = [
  'count()',
  'avg()',
  'max()',
  'min()',
  'sum()',
  'by()',
  'select()',
  'rate()',
  'count_over_time()',
  'quantile_over_time()',
  'histogram_over_time()',
  'coalesce()',
];
const COMPARISONS = ['=', '!=', '>', '>=', '<', '<=', '=~', '!~'];
const FIXED: Record<string, readonly string[]> = {
  status: ['error', 'ok', 'unset'],
  kind: ['server', 'client', 'producer', 'consumer', 'internal', 'unspecified'],
};

export type Place =
  | { kind: 'attribute'; from: number }
  | { kind: 'value'; from: number; attribute: string; isQuoted: boolean }
  | { kind: 'comparison'; from: number }
  | { kind: 'joint'; from: number }
  | { kind: 'function'; from: number };

const NAME = String.raw`(?:(?:resource|span|event|link|instrumentation|parent)?\.(?:[\w./-]+|"[^"]*")|[A-Za-z][\w:]*)`;
const VALUE_PLACE = new RegExp(
  String.raw`(${NAME})\s*(?:=~|!~|!=|>=|<=|=|>|<)\s*("?)([^"\s{}&|]*|[^"]*)$`,
);
const ATTRIBUTE_PLACE = /(?:\{|&&|\|\||\(|,)\s*([\w.:/-]*)$/;
const AFTER_NAME = new RegExp(String.raw`(?:\{|&&|\|\||\()\s*${NAME}\s+$`);
const AFTER_VALUE = /(?:"[^"]*"|[\w.]+)\s+$/;
const FUNCTION_PLACE = /\}[^{}]*\|\s*(\w*)$/;

/** Undefined where nothing is known. */
export function placeAt(before: string): Place | undefined {
  const at = before.length;
  const isOpen = before.lastIndexOf('{') > before.lastIndexOf('}');
  const call = FUNCTION_PLACE.exec(before);
  if (!isOpen && call) return { kind: 'function', from: at - (call[1]?.length ?? 0) };
  const isInCall =
    !isOpen && /\b(?:by|select|avg|max|min|sum|\w+_over_time)\s*\([^)]*$/.test(before);
  if (!isOpen && !isInCall) return undefined;
  const value = VALUE_PLACE.exec(before);
  if (value && (value[2] === '"' ? !/"\s*$/.test(value[3] ?? '') : !/\s$/.test(value[3] ?? ''))) {
    return {
      kind: 'value',
      from: at - (value[3]?.length ?? 0),
      attribute: value[1] ?? '',
      isQuoted: value[2] === '"',
    };
  }
  const attribute = ATTRIBUTE_PLACE.exec(before);
  if (attribute) return { kind: 'attribute', from: at - (attribute[1]?.length ?? 0) };
  if (AFTER_NAME.test(before)) return { kind: 'comparison', from: at };
  return AFTER_VALUE.test(before) ? { kind: 'joint', from: at } : undefined;
}

export function completionSource(client: TempoClient) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const place = placeAt(context.state.sliceDoc(0, context.pos));
    if (!place) return null;
    return {
      from: place.from,
      options: await optionsAt(place, client),
      validFor: place.kind === 'value' ? /^[^"]*$/ : /^[\w.:/-]*$/,
    };
  };
}

async function optionsAt(place: Place, client: TempoClient): Promise<Completion[]> {
  switch (place.kind) {
    case 'attribute':
      return attributeOptions(client);
    case 'value':
      return valueOptions(client, place.attribute, place.isQuoted);
    case 'comparison':
      return COMPARISONS.map((label) => ({ label, type: 'keyword' }));
    case 'joint':
      return ['&&', '||', '}'].map((label) => ({ label, type: 'keyword' }));
    case 'function':
      return FUNCTIONS.map((label) => ({ label, type: 'function' }));
  }
}

/**
 * What the store knows before the scopes; without an answer of it the intrinsics are still offered.
 */
async function attributeOptions(client: TempoClient): Promise<Completion[]> {
  const known = await client.attributes().catch(() => []);
  const names = known
    .filter(({ scope }) => scope !== 'intrinsic')
    .map(({ scope, tag }) => ({
      label: attributeName(tag, scope),
      type: 'property',
      detail: scope,
    }));
  const intrinsics = [
    ...new Set([
      ...INTRINSICS,
      ...known.filter(({ scope }) => scope === 'intrinsic').map(({ tag }) => tag),
    ]),
  ];
  return [
    ...intrinsics.map((label) => ({ label, type: 'keyword', detail: 'intrinsic', boost: 1 })),
    ...names,
    ...SCOPES.map((label) => ({ label, type: 'namespace', boost: -1 })),
  ];
}

async function valueOptions(
  client: TempoClient,
  attribute: string,
  isQuoted: boolean,
): Promise<Completion[]> {
  const fixed = FIXED[attribute];
  if (fixed) return fixed.map((label) => ({ label, type: 'constant' }));
  const values = await client.values(attribute).catch(() => []);
  return values.map(({ type, value }) => {
    const isText = type === 'string' && !isQuoted;
    return {
      label: value,
      apply: isText ? quoted(value) : value,
      detail: type === 'string' ? undefined : type,
    };
  });
}
