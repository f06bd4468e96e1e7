/** Names and values for completion and for the builder, asked of the server once and remembered. */
import { askResource, type SourceInfo, type TimeRange } from '@vedette/sdk';

const REMEMBERED_MS = 60_000;

export interface LabelsClient {
  labels: (selector: string) => Promise<string[]>;
  values: (label: string, selector: string) => Promise<string[]>;
  /** Labels that parsing would make of the lines of a selector. */
  parsed: (selector: string) => Promise<string[]>;
}

export function labelsClient(source: SourceInfo, range: () => TimeRange): LabelsClient {
  const ask = askResource(source.uid);
  const known = new Map<string, { at: number; answer: Promise<string[]> }>();
  const get = (
    path: string,
    params: Record<string, string | undefined>,
    read: (answer: Answer) => string[],
  ): Promise<string[]> => {
    const key = `${path}?${JSON.stringify(params)}`;
    const found = known.get(key);
    if (found && Date.now() - found.at < REMEMBERED_MS) return found.answer;
    const { from, to } = range();
    const answer = ask<Answer>(path, {
      start: from * 1_000_000,
      end: to * 1_000_000,
      ...params,
    }).then(read);
    known.set(key, { at: Date.now(), answer });
    answer.catch(() => known.delete(key));
    return answer;
  };
  const data = (answer: Answer) => answer.data ?? [];
  return {
    labels: (selector) => get('labels', { query: useful(selector) }, data),
    values: (label, selector) =>
      get(`label/${encodeURIComponent(label)}/values`, { query: useful(selector) }, data),
    parsed: (selector) =>
      selector
        ? get('detected_fields', { query: selector }, ({ fields }) =>
            (fields ?? []).map(({ label }) => label),
          )
        : Promise.resolve([]),
  };
}

interface Answer {
  data?: string[];
  fields?: { label: string }[] | null;
}

/** An empty selector selects nothing and is refused; no selector means all streams. */
const useful = (selector: string) =>
  /^\{\s*\}$/.test(selector) ? undefined : selector || undefined;
