import type { SourceQuery } from '@vedette/sdk';

export interface TestQuery extends SourceQuery {
  scenarioId?: string;
  alias?: string;
}

const FOLLOWED = new Set(['live', 'streaming_client']);

/** Whether new rows of a query come by themselves. */
export function isFollowed({ scenarioId }: TestQuery): boolean {
  return FOLLOWED.has(scenarioId ?? '');
}

type OwnKeys = 'refId' | 'datasource' | 'hide' | 'scenarioId' | 'alias';

/** What has no field of its own, as JSON. */
export function knobsText(query: TestQuery): string {
  const {
    refId: _refId,
    datasource: _datasource,
    hide: _hide,
    scenarioId: _id,
    alias: _alias,
    ...knobs
  } = query;
  return JSON.stringify(knobs, null, 2);
}

/** The query with these knobs, or undefined where the text is no JSON object. */
export function withKnobs(query: TestQuery, text: string): TestQuery | undefined {
  try {
    const knobs: unknown = JSON.parse(text || '{}');
    if (typeof knobs !== 'object' || knobs === null || Array.isArray(knobs)) return undefined;
    const own: OwnKeys[] = ['refId', 'datasource', 'hide', 'scenarioId', 'alias'];
    const kept = Object.fromEntries(
      own.flatMap((key) => (query[key] === undefined ? [] : [[key, query[key]]])),
    );
    return { ...knobs, ...kept, refId: query.refId };
  } catch {
    return undefined;
  }
}
