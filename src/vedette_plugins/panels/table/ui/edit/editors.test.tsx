import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CellOptionsEditor } from './CellOptionsEditor';
import { SortByEditor } from './SortByEditor';

afterEach(cleanup);

test('a gauge cell offers its modes, and keeps settings of other versions', () => {
  const onChange = vi.fn();
  render(<CellOptionsEditor value={{ type: 'gauge', future: 1 }} onChange={onChange} />);
  fireEvent.change(screen.getByLabelText('Gauge'), { target: { value: 'lcd' } });
  fireEvent.change(screen.getByLabelText('Value'), { target: { value: 'hidden' } });
  expect(onChange.mock.calls).toEqual([
    [{ type: 'gauge', future: 1, mode: 'lcd' }],
    [{ type: 'gauge', future: 1, valueDisplayMode: 'hidden' }],
  ]);
});

test('a colored background offers the whole row', () => {
  const onChange = vi.fn();
  render(<CellOptionsEditor value={{ type: 'color-background' }} onChange={onChange} />);
  fireEvent.click(screen.getByLabelText('Apply to the whole row'));
  expect(onChange).toHaveBeenCalledWith({ type: 'color-background', applyToRow: true });
});

test('another type of cell starts without the settings of the old one', () => {
  const onChange = vi.fn();
  render(<CellOptionsEditor value={{ type: 'gauge', mode: 'lcd' }} onChange={onChange} />);
  fireEvent.change(screen.getByLabelText('Cell'), { target: { value: 'image' } });
  expect(onChange).toHaveBeenCalledWith({ type: 'image' });
});

test('the order of rows changes by column, keeping further columns', () => {
  const onChange = vi.fn();
  const sortBy = [{ displayName: 'cpu', desc: true }, { displayName: 'host' }];
  render(<SortByEditor value={sortBy} onChange={onChange} />);
  fireEvent.click(screen.getByLabelText('Descending'));
  expect(onChange).toHaveBeenCalledWith([
    { displayName: 'cpu', desc: false },
    { displayName: 'host' },
  ]);
});
