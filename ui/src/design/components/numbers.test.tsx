import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { NumberField, stepped, type NumberFieldProps } from './NumberField';
import { Slider } from './Slider';

afterEach(cleanup);

function Controlled({
  start = null,
  onChange,
  ...props
}: Partial<NumberFieldProps> & { start?: number | null }) {
  const [value, setValue] = useState<number | null>(start);
  return (
    <>
      <NumberField
        label="Width"
        {...props}
        value={value}
        onChange={(next) => {
          setValue(next);
          onChange?.(next);
        }}
      />
      <button onClick={() => setValue(42)}>Undo</button>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('spinbutton');
const type = (value: string) => fireEvent.change(field(), { target: { value } });

describe('number field', () => {
  test('what is typed stays as typed until the field is left, then it is a plain number', () => {
    const onChange = vi.fn();
    render(<Controlled onChange={onChange} unit="bytes" />);
    type('10 MiB');
    expect(field().value).toBe('10 MiB');
    expect(onChange).toHaveBeenLastCalledWith(10_485_760);
    fireEvent.blur(field());
    expect(field().value).toBe('10485760');
  });

  test('an empty field is null', () => {
    const onChange = vi.fn();
    render(<Controlled start={3} onChange={onChange} />);
    type('');
    expect(onChange).toHaveBeenLastCalledWith(null);
  });

  test('a text that is no number says what fits, and the last good value stays in effect', () => {
    const onChange = vi.fn();
    render(<Controlled start={3} onChange={onChange} />);
    type('10s');
    fireEvent.blur(field());
    expect(onChange).not.toHaveBeenCalled();
    expect(field().value).toBe('10s');
    expect(field().getAttribute('aria-invalid')).toBe('true');
    const described = document.getElementById(field().getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('Enter a number, such as 10.');
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(field().value).toBe('3');
  });

  test('limits are named, and a value from elsewhere replaces a wrong text', () => {
    const onChange = vi.fn();
    render(<Controlled start={3} min={0} max={10} onChange={onChange} />);
    type('11');
    expect(screen.getByRole('alert').textContent).toBe('Enter a number from 0 to 10.');
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText('Undo'));
    expect(field().value).toBe('42');
  });

  test('arrow keys step inside the limits, ten times as far with Shift, and leave Alt alone', () => {
    render(<Controlled start={9.5} min={0} max={10} step={0.1} />);
    fireEvent.keyDown(field(), { key: 'ArrowUp' });
    expect(field().value).toBe('9.6');
    fireEvent.keyDown(field(), { key: 'ArrowUp', shiftKey: true });
    expect(field().value).toBe('10');
    fireEvent.keyDown(field(), { key: 'ArrowDown', altKey: true });
    expect(field().value).toBe('10');
  });

  test('Enter and leaving the field end the step', () => {
    const onDone = vi.fn();
    render(<Controlled start={1} onDone={onDone} />);
    fireEvent.keyDown(field(), { key: 'Enter' });
    fireEvent.blur(field());
    expect(onDone).toHaveBeenCalledTimes(2);
  });

  test('steps carry no noise of binary fractions', () => {
    let value = 0;
    for (let count = 0; count < 10; count += 1) value = stepped(value, 1, { step: 0.1 });
    expect(value).toBe(1);
    expect(stepped(0, 1, { step: 1e-7 })).toBe(1e-7);
  });
});

test('a slider and its number change the same value', () => {
  const onChange = vi.fn();
  const onDone = vi.fn();
  render(<Slider label="Fill" value={16} min={0} max={100} onChange={onChange} onDone={onDone} />);
  const slider = screen.getByRole('slider', { name: 'Fill, slider' });
  fireEvent.change(slider, { target: { value: '20' } });
  fireEvent.pointerUp(slider);
  expect(onChange).toHaveBeenLastCalledWith(20);
  expect(onDone).toHaveBeenCalledOnce();
  const number = screen.getByRole('spinbutton', { name: 'Fill' });
  expect(number).toHaveProperty('value', '16');
  fireEvent.change(number, { target: { value: '200' } });
  expect(onChange).toHaveBeenCalledOnce();
  fireEvent.change(number, { target: { value: '30' } });
  expect(onChange).toHaveBeenLastCalledWith(30);
});
