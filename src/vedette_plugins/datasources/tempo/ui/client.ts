/**
 * Attribute names and values of the store, for completion and for the search form; asked once and
 * remembered.
 */
import { askResource, type SourceInfo, type TimeRange } from '@vedette/sdk';

interface TagsAnswer {
  scopes?: { name: string; tags?: string[] }[];
}

interface ValuesAnswer {
  tagValues?: { type: string; value: string }[];
}

export interface AttributeValue {
  /** `string`, `keyword`, `duration`, `int`, `float`, `bool`. */
  type: string;
  value: string;
}

export interface Attribute {
  /**
   * `resource`, `span`, `intrinsic`, `event`, `link`, `instrumentation`; `unscoped` from older
   * servers.
   */
  scope: string;
  tag: string;
}

export interface TempoClient {
  attributes(): Promise<Attribute[]>;
  /** `name` as in TraceQL: `resource.service.name`. */
  values(name: string): Promise<AttributeValue[]>;
}

const REMEMBERED_MS = 60_000;

export function tempoClient(source: SourceInfo, range: () => TimeRange): TempoClient {
  const ask = askResource(source.uid);
  const known = new Map<string, { at: number; answer: Promise<unknown> }>();
  const remembered = <T>(key: string, get: () => Promise<T>): Promise<T> => {
    const found = known.get(key);
    if (found && Date.now() - found.at < REMEMBERED_MS) return found.answer as Promise<T>;
    const answer = get();
    known.set(key, { at: Date.now(), answer });
    answer.catch(() => known.delete(key));
    return answer;
  };
  const times = () => {
    const { from, to } = range();
    return { start: Math.floor(from / 60_000) * 60, end: Math.ceil(to / 60_000) * 60 };
  };
  return {
    attributes: () =>
      remembered('', async () => {
        const { scopes = [] } = await ask<TagsAnswer>('tags', times());
        return scopes.flatMap(({ name, tags = [] }) => tags.map((tag) => ({ scope: name, tag })));
      }),
    values: (name) =>
      remembered(
        name,
        async () =>
          (await ask<ValuesAnswer>('tag-values', { ...times(), tag: name })).tagValues ?? [],
      ),
  };
}
