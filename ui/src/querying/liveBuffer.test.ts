import { expect, test } from 'vitest';
import type { Frame } from '../data';
import { grown } from './liveBuffer';

function lines(refId: string, times: number[], nanos?: number[]): Frame {
  return {
    refId,
    length: times.length,
    fields: [
      { name: 'Time', type: 'time', values: times, config: {}, ...(nanos ? { nanos } : {}) },
      { name: 'Line', type: 'string', values: times.map((time) => `line ${time}`), config: {} },
    ],
  };
}
const columns = (frames: readonly Frame[]) =>
  frames.map(({ fields }) => fields.map(({ values }) => values));

test('new rows come after those before', () => {
  const frames = grown(grown([], [lines('A', [1, 2])], 10), [lines('A', [3])], 10);
  expect(columns(frames)).toEqual([
    [
      [1, 2, 3],
      ['line 1', 'line 2', 'line 3'],
    ],
  ]);
  expect(frames[0]?.length).toBe(3);
});

test('the oldest rows go where there are too many, whole rows at a time', () => {
  let frames: Frame[] = [];
  for (let at = 0; at < 100; at += 1) frames = grown(frames, [lines('A', [at * 2, at * 2 + 1])], 5);
  expect(columns(frames)).toEqual([
    [[195, 196, 197, 198, 199], [195, 196, 197, 198, 199].map((time) => `line ${time}`)],
  ]);
  expect(frames[0]?.length).toBe(5);
});

test('one large answer is cut, too', () => {
  expect(grown([], [lines('A', [1, 2, 3, 4])], 2)[0]?.fields[0]?.values).toEqual([3, 4]);
});

test('a row that is told twice is there once, with its nanoseconds', () => {
  const told = (ids: string[], nanos: number[]): Frame => {
    const frame = lines('A', ids.map(Number), nanos);
    return {
      ...frame,
      fields: [...frame.fields, { name: 'id', type: 'string', values: ids, config: {} }],
    };
  };
  const [frame] = grown(
    grown([], [told(['1', '2'], [7, 8])], 10),
    [told(['2', '3', '4'], [8, 9, 5])],
    10,
  );
  expect(frame?.length).toBe(4);
  expect(frame?.fields[0]).toMatchObject({ values: [1, 2, 3, 4], nanos: [7, 8, 9, 5] });
  expect(frame?.fields[2]?.values).toEqual(['1', '2', '3', '4']);
});

test('queries and shapes stay apart', () => {
  const other: Frame = {
    ...lines('A', [9]),
    fields: [{ name: 'Value', type: 'number', values: [9], config: {} }],
  };
  const frames = grown([lines('A', [1])], [lines('B', [2]), other], 10);
  expect(frames.map(({ refId, fields }) => [refId, fields[0]?.name])).toEqual([
    ['A', 'Time'],
    ['B', 'Time'],
    ['A', 'Value'],
  ]);
});

test('nanoseconds stay with their rows', () => {
  const frames = grown(grown([], [lines('A', [1])], 3), [lines('A', [2, 3, 4], [7, 8, 9])], 3);
  expect(frames[0]?.fields[0]).toMatchObject({ values: [2, 3, 4], nanos: [7, 8, 9] });
  const mixed = grown([lines('A', [1])], [lines('A', [2], [7])], 3);
  expect(mixed[0]?.fields[0]?.nanos).toEqual([0, 7]);
});

test('what was there is not changed', () => {
  const before = [lines('A', [1])];
  grown(before, [lines('A', [2])], 10);
  expect(before).toEqual([lines('A', [1])]);
});
