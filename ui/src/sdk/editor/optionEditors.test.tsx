import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Frame } from '../../data';
import type { CustomEditorContext } from '../options';
import { FieldNamesEditor, FieldsEditor } from './FieldsEditor';
import { InsertNullsEditor, SpanNullsEditor } from './NullsEditor';
import { ZonesEditor } from './ZonesEditor';

afterEach(cleanup);

const frame: Frame = {
  length: 1,
  fields: [
    { name: 'Time', type: 'time', values: [0], config: {} },
    { name: 'cpu (5m)', type: 'number', values: [1], config: {} },
  ],
};
const context: CustomEditorContext = {
  frames: [frame],
  options: {},
  fieldConfig: { defaults: {}, overrides: [] },
};

const open = async (name: RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }));
  return screen.findAllByRole('option');
};

describe('the choice of fields', () => {
  it('stores a field as a pattern of its whole name', async () => {
    const onChange = vi.fn();
    render(<FieldsEditor value="" onChange={onChange} context={context} />);
    const options = await open(/^Fields: Number fields/);
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Number fields',
      'All fields',
      'Time',
      'cpu (5m)',
    ]);
    fireEvent.click(screen.getByRole('option', { name: 'cpu (5m)' }));
    expect(onChange).toHaveBeenCalledWith('/^cpu \\(5m\\)$/');
  });

  it('shows a stored pattern that is no field', () => {
    render(<FieldsEditor value="/used|free/" onChange={vi.fn()} context={context} />);
    expect(screen.getByRole('button', { name: 'Fields: /used|free/' })).toBeTruthy();
  });

  it('offers number fields by name for a list', async () => {
    const onChange = vi.fn();
    render(<FieldNamesEditor value="" onChange={onChange} context={context} label="Columns" />);
    const options = await open(/^Columns: All fields/);
    expect(options.map(({ textContent }) => textContent)).toEqual(['cpu (5m)']);
    fireEvent.click(options[0] as HTMLElement);
    expect(onChange).toHaveBeenCalledWith(['cpu (5m)']);
  });
});

describe('missing values', () => {
  const choose = (value: string) =>
    fireEvent.change(screen.getByRole('combobox'), { target: { value } });

  it('are connected never, always, or in gaps shorter than an hour', () => {
    const onChange = vi.fn();
    const { rerender } = render(<SpanNullsEditor value={false} onChange={onChange} />);
    choose('always');
    rerender(<SpanNullsEditor value onChange={onChange} />);
    choose('threshold');
    rerender(<SpanNullsEditor value={3_600_000} onChange={onChange} />);
    choose('never');
    expect(onChange.mock.calls).toEqual([[true], [3_600_000], [false]]);
  });

  it('take the limit as a duration, and keep the last valid one', () => {
    const onChange = vi.fn();
    render(<InsertNullsEditor value={3_600_000} onChange={onChange} />);
    expect(screen.queryByRole('option', { name: 'Always' })).toBeNull();
    const limit = screen.getByLabelText<HTMLInputElement>('Gaps longer than');
    expect(limit.value).toBe('1h');
    fireEvent.change(limit, { target: { value: 'soon' } });
    fireEvent.blur(limit);
    expect(limit.getAttribute('aria-invalid')).toBe('true');
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.change(limit, { target: { value: '5m' } });
    fireEvent.blur(limit);
    expect(onChange).toHaveBeenCalledWith(300_000);
  });
});

it('time zones are chosen from all that the browser knows', async () => {
  const onChange = vi.fn();
  render(<ZonesEditor value={[]} onChange={onChange} />);
  const options = await open(/^Time zone: Dashboard/);
  expect(options.slice(0, 2).map(({ textContent }) => textContent)).toEqual(['Browser', 'UTC']);
  fireEvent.click(options[1] as HTMLElement);
  expect(onChange).toHaveBeenCalledWith(['utc']);
});
