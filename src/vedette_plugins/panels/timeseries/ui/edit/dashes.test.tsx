import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DashEditor } from './DashEditor';

afterEach(cleanup);

test('dashes are chosen from a list and stored as numbers', async () => {
  const onChange = vi.fn();
  render(<DashEditor value={null} onChange={onChange} />);
  fireEvent.click(screen.getByRole('button', { name: 'Dashes: Default' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Dash 30, 3, 3' }));
  expect(onChange).toHaveBeenCalledWith([30, 3, 3]);
});

test('text that is no list of lengths changes nothing', async () => {
  const onChange = vi.fn();
  render(<DashEditor value={[7, 2]} onChange={onChange} />);
  for (const text of ['wide', '8, 4']) {
    fireEvent.click(screen.getByRole('button', { name: 'Dashes: 7, 2' }));
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: text } });
    fireEvent.click(await screen.findByRole('option', { name: new RegExp(text) }));
  }
  expect(onChange.mock.calls).toEqual([[[8, 4]]]);
});
