import { describe, expect, it } from 'vitest';
import type { Frame, Labels } from '../data';
import { shapeAnswers } from './shape';
import type { QueryRequest } from './targets';

const number = (refId: string, labels: Labels, value: number): Frame => ({
  refId,
  length: 1,
  meta: { type: 'numeric-multi' },
  fields: [
    { name: 'Time', type: 'time', values: [1000], config: {} },
    { name: 'Value', type: 'number', values: [value], labels, config: {} },
  ],
});
const asked = (...queries: Record<string, unknown>[]) =>
  ({ body: { from: '0', to: '1', queries } }) as unknown as QueryRequest;
const columns = (frame: Frame | undefined) =>
  Object.fromEntries((frame?.fields ?? []).map(({ name, values }) => [name, values]));
const loki = { type: 'loki', uid: 'logs' };
const frames = [number('A', { app: 'a' }, 1), number('A', { app: 'b' }, 2)];

describe('numbers that Loki counted for one moment', () => {
  it('are one table with a column for each label', () => {
    const shaped = shapeAnswers(
      frames,
      asked({ refId: 'A', datasource: loki, queryType: 'instant' }),
    );
    expect(shaped).toHaveLength(1);
    expect(columns(shaped[0])).toEqual({ Time: [1000, 1000], app: ['a', 'b'], 'Value #A': [1, 2] });
  });

  it('stay apart from other queries', () => {
    const other = number('B', { job: 'x' }, 3);
    const query = { refId: 'A', datasource: loki, queryType: 'instant' };
    const shaped = shapeAnswers(
      [...frames, other],
      asked(query, { refId: 'B', datasource: { type: 'prometheus', uid: 'p' } }),
    );
    expect(shaped).toHaveLength(2);
    expect(shaped[1]).toBe(other);
  });

  it('stay as they are for other sources and ranges', () => {
    expect(
      shapeAnswers(frames, asked({ refId: 'A', datasource: loki, queryType: 'range' })),
    ).toEqual(frames);
    expect(
      shapeAnswers(
        frames,
        asked({ refId: 'A', datasource: { type: 'prometheus' }, queryType: 'instant' }),
      ),
    ).toEqual(frames);
  });
});

describe('queries in table format', () => {
  it('are one table, with numbered values where there are several', () => {
    const table = { datasource: { type: 'prometheus', uid: 'p' }, format: 'table' };
    expect(columns(shapeAnswers(frames, asked({ refId: 'A', ...table }))[0])).toMatchObject({
      Value: [1, 2],
    });
    const both = shapeAnswers(
      [...frames, number('B', {}, 3)],
      asked({ refId: 'A', ...table }, { refId: 'B', ...table }),
    );
    expect(both.map((frame) => frame.fields.at(-1)?.name)).toEqual(['Value #A', 'Value #B']);
  });
});
