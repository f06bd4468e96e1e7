import { describe, expect, test } from 'vitest';
import type { Frame } from '../frame';
import { field, frame, time } from '../testing/fields';
import { oracle } from '../testing/oracle';
import { fieldDisplayName } from './names';

describe('names of series', () => {
  const cases: Record<string, Frame[]> = {
    'one value': [frame([time(), field('Value', [1, 2])])],
    'frames of different names': [
      frame([time(), field('Value', [1, 2])], { name: 'a' }),
      frame([time(), field('Value', [1, 2])], { name: 'b' }),
    ],
    'frames of one name': [
      frame([time(), field('Value', [1, 2])], { name: 'a' }),
      frame([time(), field('Value', [1, 2])], { name: 'a' }),
    ],
    'one label key': [
      frame([time(), field('Value', [1, 2], { labels: { job: 'api' } })]),
      frame([time(), field('Value', [1, 2], { labels: { job: 'web' } })]),
    ],
    'several labels': [
      frame([time(), field('Value', [1, 2], { labels: { job: 'api', instance: 'h1' } })]),
      frame([time(), field('Value', [1, 2], { labels: { job: 'web', instance: 'h1' } })]),
    ],
    'labels that differ in keys': [
      frame([time(), field('Value', [1, 2], { labels: { job: 'api' } })]),
      frame([time(), field('Value', [1, 2], { labels: { host: 'h1' } })]),
    ],
    'named fields with labels': [
      frame([
        time(),
        field('cpu', [1, 2], { labels: { host: 'a' } }),
        field('cpu', [1, 2], { labels: { host: 'b' } }),
      ]),
    ],
    'wide frame': [
      frame([time(), field('cpu', [1, 2]), field('mem', [1, 2]), field('cpu', [3, 4])]),
    ],
    'name from the source': [
      frame([
        time(),
        field('Value', [1, 2], { config: { displayNameFromDS: 'api GET' }, labels: { job: 'x' } }),
      ]),
    ],
    'configured name': [
      frame([
        time(),
        field('Value', [1, 2], { config: { displayName: 'My name', displayNameFromDS: 'theirs' } }),
      ]),
    ],
    'frame name and labels': [
      frame([time(), field('Value', [1, 2], { labels: { a: '1', b: '2' } })], { name: 'f' }),
      frame([time(), field('Value', [1, 2], { labels: { a: '1', b: '3' } })], { name: 'g' }),
    ],
    'without names': [frame([field('', [1, 2])])],
    'empty labels': [frame([time(), field('Value', [1, 2], { labels: {} })], { name: 'f' })],
    'label missing on one': [
      frame([time(), field('up', [1, 2], { labels: { job: 'a' } })]),
      frame([time(), field('up', [1, 2])]),
    ],
    'time with labels': [
      frame([
        field('Time', [1, 2], { type: 'time', labels: { a: 'b' } }),
        field('Value', [1, 2], { labels: { a: 'b' } }),
      ]),
    ],
  };

  test.each(Object.keys(cases))('%s', (name) => {
    const frames = cases[name] ?? [];
    const ours = frames.flatMap((one) => one.fields.map((f) => fieldDisplayName(f, one, frames)));
    const copies = structuredClone(frames) as unknown as import('@grafana/data').DataFrame[];
    const theirs = copies.flatMap((one) =>
      one.fields.map((f) => oracle.getFieldDisplayName(f, one, copies)),
    );
    expect(ours).toEqual(theirs);
  });
});
