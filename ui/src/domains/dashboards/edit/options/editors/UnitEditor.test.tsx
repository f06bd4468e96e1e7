import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { unitCatalogue } from '../../../../../data';
import { UnitEditor } from './UnitEditor';
import { contextWith, numberFrame } from './testing';
import { matchingUnits } from './unitRows';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const onChange = vi.fn();
beforeEach(() => onChange.mockClear());

async function open(value?: string) {
  render(
    <UnitEditor
      id="x"
      label="Unit"
      value={value}
      onChange={onChange}
      definition={{ kind: 'unit' }}
      context={contextWith([numberFrame([1, 218.7])])}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Unit:/ }));
  // The list is loaded when it is opened.
  return screen.findByRole('combobox', { name: 'Search Unit' }, { timeout: 10_000 });
}
const type = (value: string) =>
  fireEvent.change(screen.getByRole('combobox'), { target: { value } });
const press = (key: string) => fireEvent.keyDown(screen.getByRole('combobox'), { key });
const texts = () => screen.getAllByRole('option').map((option) => option.textContent);

test('each row shows the current value in its unit', async () => {
  await open();
  type('milliseconds');
  await vi.waitFor(() => expect(texts()[0]).toBe('milliseconds ms219 ms'));
  expect(screen.getByText('p99 is 218.7 now')).toBeTruthy();
  press('Enter');
  expect(onChange).toHaveBeenCalledWith('ms');
});

test('every unit of the catalogue is found by its id, and Enter takes that one', async () => {
  const all = unitCatalogue().flatMap(({ units }) => units.map(({ id }) => id));
  for (const id of all)
    expect(matchingUnits(id, []).flatMap(({ units }) => units.map((unit) => unit.id))).toContain(
      id,
    );
  await open();
  type('s');
  press('Enter');
  expect(onChange).toHaveBeenLastCalledWith('s');
});

describe('units written by hand', () => {
  test.each([
    ['prefix:~', '~219'],
    ['suffix:req', '219 req'],
    ['time:YYYY', '1970'],
    ['si:mF', '219 mF'],
    ['count:hits', '219 hits'],
    ['currency:Kč', 'Kč219'],
    ['bool:up/down', 'up'],
    ['widgets', '219 widgets'],
  ])('%s is stored as it is written and shown as %s', async (unit, shown) => {
    await open();
    type(unit);
    await vi.waitFor(() => expect(texts().at(-1)).toBe(`Custom unit “${unit}” ${unit}${shown}`));
    press('Enter');
    expect(onChange).toHaveBeenCalledWith(unit);
  });

  test('an example is put into the search to be changed', async () => {
    await open();
    type('two words for');
    await vi.waitFor(() => expect(texts()[0]).toContain('bool:up/down'));
    press('Enter');
    expect(onChange).not.toHaveBeenCalled();
    expect(screen.getByRole('combobox')).toHaveProperty('value', 'bool:up/down');
  });
});

test('words that are no unit take the first match, not themselves', async () => {
  await open();
  type('milliseco');
  press('Enter');
  expect(onChange).toHaveBeenCalledWith('ms');
});

test('units used lately come first, and a stored unit can be taken back to the default', async () => {
  localStorage.setItem('vedette.recent-units', '["reqps"]');
  await open('odd-unit');
  expect(screen.getByRole('button', { name: 'Unit: odd-unit' })).toBeTruthy();
  expect(texts()[1]).toContain('reqps');
  press('Enter');
  expect(onChange).toHaveBeenCalledWith(undefined);
});
