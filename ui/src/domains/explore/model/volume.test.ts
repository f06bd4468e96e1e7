import { expect, test } from 'vitest';
import type { Field, Frame } from '../../../data';
import { volumeFrames } from './volume';

const counted = (
  labels: Record<string, string>,
  config: Field['config'] = {},
  values = [1],
): Frame => ({
  length: values.length,
  fields: [
    { name: 'Time', type: 'time', values: values.map((_, at) => at), config: {} },
    { name: 'Value', type: 'number', values, labels, config },
  ],
});
const shown = (...frames: Frame[]) =>
  volumeFrames(frames).map(({ fields }) => [
    fields[1]?.config.displayName,
    fields[1]?.config.color?.fixedColor,
  ]);

test('each level has its name and the colour of its lines', () => {
  expect(
    shown(
      counted({ detected_level: 'error' }),
      counted({ level: 'WARN' }),
      counted({ level: 'unknown' }),
    ),
  ).toEqual([
    ['error', 'red'],
    ['WARN', 'yellow'],
    ['unknown', undefined],
  ]);
});

test('one count of everything is that of the logs', () => {
  expect(shown(counted({}))).toEqual([['logs', undefined]]);
});

test('other labels keep the name their source gave', () => {
  expect(shown(counted({ app: 'shop' }, { displayNameFromDS: 'shop' }))).toEqual([
    ['shop', undefined],
  ]);
});

test('levels without a line are left out', () => {
  expect(shown(counted({ level: 'info' }, {}, []))).toEqual([]);
});
