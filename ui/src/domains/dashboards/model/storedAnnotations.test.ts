import { describe, expect, it } from 'vitest';
import type { AnnotationQuery } from '../../../data';
import { storedAnnotations } from './storedAnnotations';

const range = { from: 1000.4, to: 2000 } as Parameters<typeof storedAnnotations>[2];
const asked = (target: Record<string, unknown>, values = {}) =>
  storedAnnotations({ name: 'Deploys', target } as AnnotationQuery, 'dash', range, values);

describe('queries of the built-in source for stored annotations', () => {
  it('ask by tags, all of them or any of them', () => {
    const target = { type: 'tags', tags: ['deploy', 'prod'], limit: 20 };
    expect(asked(target)).toEqual({
      from: 1000,
      to: 2000,
      limit: 20,
      tags: ['deploy', 'prod'],
      matchAny: false,
    });
    expect(asked({ ...target, matchAny: true })).toMatchObject({ matchAny: true });
  });

  it('fill variables into tags; several values are several tags', () => {
    const found = asked(
      { type: 'tags', tags: ['$env', 'x-${one}'] },
      { env: { value: ['a', 'b'] }, one: { value: '1' } },
    );
    expect(found?.tags).toEqual(['a', 'b', 'x-1']);
  });

  it('ask for nothing without a tag, so that not every annotation is drawn', () => {
    expect(asked({ type: 'tags', tags: [] })).toBeUndefined();
    expect(asked({ type: 'tags' })).toBeUndefined();
  });

  it('ask for those of the dashboard, 100 where no limit is set', () => {
    expect(asked({ type: 'dashboard', tags: ['ignored'] })).toEqual({
      from: 1000,
      to: 2000,
      limit: 100,
      dashboardUID: 'dash',
    });
    expect(asked({ type: 'dashboard', limit: 10_000.5 })).toMatchObject({ limit: 5000 });
    expect(
      storedAnnotations({ name: 'A', target: { type: 'dashboard' } }, '', range, {}),
    ).toBeUndefined();
  });

  it('draw no time regions, which are not stored', () => {
    expect(asked({ queryType: 'timeRegions', timeRegion: { from: '09:00' } })).toBeUndefined();
  });

  it('understand queries from before `target`', () => {
    const old = { name: 'Deploys', type: 'tags', tags: ['deploy'], limit: 5 } as AnnotationQuery;
    expect(storedAnnotations(old, 'dash', range, {})).toMatchObject({ tags: ['deploy'], limit: 5 });
  });
});
