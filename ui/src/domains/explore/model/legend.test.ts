import { expect, test } from 'vitest';
import { fieldDisplayName, type Frame, type Labels } from '../../../data';
import { namedByDifference } from './legend';

const time = { name: 'Time', type: 'time' as const, values: [1], config: {} };
const series = (labels: Labels, displayNameFromDS?: string): Frame => ({
  refId: 'A',
  fields: [
    time,
    {
      name: 'Value',
      type: 'number',
      values: [1],
      config: displayNameFromDS ? { displayNameFromDS } : {},
      labels,
    },
  ],
  length: 1,
});
const names = (...frames: Frame[]) => {
  const named = namedByDifference(frames);
  return named.map((frame) => fieldDisplayName(frame.fields[1]!, frame, named));
};

test('one label that differs names the series by its value', () => {
  const web = { __name__: 'up', instance: 'web:80', job: 'api' };
  expect(names(series(web), series({ ...web, instance: 'db:80' }))).toEqual(['web:80', 'db:80']);
});

test('several labels that differ are named, those in common are not', () => {
  const web = { __name__: 'up', instance: 'web:80', job: 'api', zone: 'eu' };
  expect(names(series(web), series({ ...web, instance: 'db:80', job: 'db' }))).toEqual([
    '{instance="web:80", job="api"}',
    '{instance="db:80", job="db"}',
  ]);
});

test('the full name that a source gives where no legend was chosen is shortened too', () => {
  const [web, db] = [
    { __name__: 'up', job: 'web' },
    { __name__: 'up', job: 'db' },
  ];
  expect(names(series(web, 'up{job="web"}'), series(db, 'up{job="db"}'))).toEqual(['web', 'db']);
});

test('a name that the query chose stays', () => {
  expect(names(series({ job: 'web' }, 'The web'), series({ job: 'db' }, 'The base'))).toEqual([
    'The web',
    'The base',
  ]);
});

test('one series, and series that no label tells apart, keep their full names', () => {
  const up = { __name__: 'up', job: 'web' };
  expect(names(series(up, 'up{job="web"}'))).toEqual(['up{job="web"}']);
  expect(names(series(up, 'up{job="web"}'), series(up, 'up{job="web"}'))).toEqual([
    'up{job="web"}',
    'up{job="web"}',
  ]);
});
