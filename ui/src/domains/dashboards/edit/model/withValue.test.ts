import { expect, test } from 'vitest';
import { valueAt, withValue } from './withValue';

const panel = { id: 1, options: { legend: { showLegend: true, calcs: ['mean'] }, tooltip: {} } };

test('only the objects along the path are new', () => {
  const next = withValue(panel, ['options', 'legend', 'showLegend'], false);
  expect(next.options.legend).toEqual({ showLegend: false, calcs: ['mean'] });
  expect(next.options.tooltip).toBe(panel.options.tooltip);
  expect(Object.keys(next)).toEqual(Object.keys(panel));
});

test('the same value changes nothing', () => {
  expect(withValue(panel, ['options', 'legend', 'showLegend'], true)).toBe(panel);
  expect(withValue(panel, ['options', 'absent'], undefined)).toBe(panel);
});

test('a new key is appended, and removing it again gives the same JSON', () => {
  const next = withValue(panel, ['fieldConfig', 'defaults', 'unit'], 's');
  expect(Object.keys(next).at(-1)).toBe('fieldConfig');
  const back = withValue(next, ['fieldConfig', 'defaults', 'unit'], undefined);
  expect(JSON.stringify(back)).toBe(JSON.stringify(panel));
});

test('an item of a list is replaced or removed by its index', () => {
  expect(withValue({ a: [1, 2, 3] }, ['a', 1], 9)).toEqual({ a: [1, 9, 3] });
  expect(withValue({ a: [1, 2, 3] }, ['a', 1], undefined)).toEqual({ a: [1, 3] });
});

test('names of the object prototype are keys like others', () => {
  expect(valueAt({}, ['constructor'])).toBeUndefined();
  const next = withValue({}, ['constructor', 'name'], 'x');
  expect(Object.hasOwn(next, 'constructor')).toBe(true);
  expect(valueAt(next, ['constructor', 'name'])).toBe('x');
});
