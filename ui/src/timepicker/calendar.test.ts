import { expect, test } from 'vitest';
import { chosenSpan, dayName, monthOf, movedDay, movedMonth } from './calendar';

test('a month shows whole weeks from the first day of the week', () => {
  const { title, weekdays, weeks } = monthOf('2026-11-21', 'monday');
  expect(title).toBe('November 2026');
  expect(weekdays[0]).toEqual({ short: 'Mo', long: 'Monday' });
  expect([weeks[0]?.[0], weeks.at(-1)?.at(-1), weeks.length]).toEqual([
    '2026-10-26',
    '2026-12-06',
    6,
  ]);
  expect(monthOf('2026-11-21', 'sunday').weeks[0]?.[0]).toBe('2026-11-01');
  expect(monthOf('2026-11-21', 'saturday').weeks[0]?.[0]).toBe('2026-10-31');
});

test('days and months are moved over their ends', () => {
  expect(movedDay('2026-12-31', 1)).toBe('2027-01-01');
  expect(movedMonth('2026-12-15', 1)).toBe('2027-01-15');
  expect(movedMonth('2026-03-31', -1)).toBe('2026-02-28');
  expect(dayName('2026-11-21')).toBe('Saturday, November 21, 2026');
});

test('two days make a span in either order, a third begins anew', () => {
  const begun = chosenSpan(undefined, '2026-11-21');
  expect(begun).toEqual({ from: '2026-11-21' });
  const span = chosenSpan(begun, '2026-11-19');
  expect(span).toEqual({ from: '2026-11-19', to: '2026-11-21' });
  expect(chosenSpan(begun, '2026-11-21')).toEqual({ from: '2026-11-21', to: '2026-11-21' });
  expect(chosenSpan(span, '2026-11-01')).toEqual({ from: '2026-11-01' });
});
