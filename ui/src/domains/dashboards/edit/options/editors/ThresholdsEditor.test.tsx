import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ThresholdsConfig } from '../../../../../data';
import { contextWith, numberFrame } from './testing';
import { ThresholdsEditor } from './ThresholdsEditor';

afterEach(cleanup);

const stored: ThresholdsConfig = {
  mode: 'absolute',
  steps: [
    { color: 'green', value: null },
    { color: 'yellow', value: 300 },
    { color: 'red', value: 400 },
  ],
};

let latest: ThresholdsConfig;

function Controlled({ onDone, start = stored }: { onDone?: () => void; start?: ThresholdsConfig }) {
  const [value, setValue] = useState(start);
  latest = value;
  return (
    <ThresholdsEditor
      id="x"
      label="Thresholds"
      value={value}
      onChange={(next) => setValue(next ?? start)}
      onDone={onDone}
      definition={{ kind: 'thresholds' }}
      context={contextWith([numberFrame([100, 200, 350, 450])], { unit: 'ms' })}
    />
  );
}

const inputs = () => screen.getAllByRole<HTMLInputElement>('spinbutton');
const limits = () => latest.steps.map(({ value }) => value);

describe('typing', () => {
  test('no row jumps while a limit is typed; on blur the rows are sorted', () => {
    render(<Controlled />);
    expect(inputs().map(({ value }) => value)).toEqual(['400', '300']);
    const field = inputs()[1]!;
    field.focus();
    fireEvent.change(field, { target: { value: '500' } });
    expect(limits()).toEqual([null, 400, 500]);
    expect(inputs().map(({ value }) => value)).toEqual(['400', '500']);
    expect(document.activeElement).toBe(field);
    fireEvent.blur(field);
    expect(inputs().map(({ value }) => value)).toEqual(['500', '400']);
    expect(inputs()[0]).toBe(field);
  });

  test('an emptied field keeps the last limit; the base has none to edit', () => {
    render(<Controlled />);
    fireEvent.change(inputs()[0]!, { target: { value: '' } });
    expect(limits()).toEqual([null, 300, 400]);
    expect(inputs()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /Remove base/ })).toBeNull();
  });

  test('limits are read in the unit of the values', () => {
    render(<Controlled />);
    fireEvent.change(inputs()[0]!, { target: { value: '1.5s' } });
    expect(limits()).toEqual([null, 300, 1500]);
  });
});

describe('handles', () => {
  test('arrow keys move a limit by one tick, ten with Shift', () => {
    render(<Controlled />);
    const handle = screen.getByRole('slider', { name: 'Thresholds: limit 300 ms' });
    fireEvent.keyDown(handle, { key: 'ArrowRight' });
    expect(limits()).toEqual([null, 305, 400]);
    fireEvent.keyDown(handle, { key: 'ArrowLeft', shiftKey: true });
    expect(limits()).toEqual([null, 255, 400]);
    expect(handle.getAttribute('aria-valuetext')).toBe('255 ms');
  });

  test('a drag moves the limit and is one step of the history', () => {
    const onDone = vi.fn();
    render(<Controlled onDone={onDone} />);
    const handle = screen.getByRole('slider', { name: 'Thresholds: limit 400 ms' });
    handle.parentElement!.getBoundingClientRect = () => ({ left: 0, width: 350 }) as DOMRect;
    fireEvent.pointerDown(handle, { button: 0 });
    fireEvent.pointerMove(handle, { clientX: 100 });
    fireEvent.pointerMove(handle, { clientX: 50 });
    expect(onDone).not.toHaveBeenCalled();
    fireEvent.pointerUp(handle);
    expect(limits()).toEqual([null, 150, 300]);
    expect(onDone).toHaveBeenCalledOnce();
  });
});

test('each step says its share of the points', () => {
  render(<Controlled />);
  expect(screen.getAllByText(/ %$/, { selector: 'span' }).map((one) => one.textContent)).toEqual([
    '25 % of the points',
    '25 % of the points',
    '50 % of the points',
  ]);
});

test('percentages are previewed, and switching converts the limits', () => {
  render(<Controlled />);
  expect(screen.getByText('As percentages of 100 ms to 450 ms: 57.1 %, 85.7 %')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Percentage' }));
  expect(latest.mode).toBe('percentage');
  expect(limits()).toEqual([null, 57.1429, 85.7143]);
});

test('adding puts the focus in the new limit, removing on a neighbour', async () => {
  render(<Controlled />);
  fireEvent.click(screen.getByRole('button', { name: 'Threshold' }));
  await vi.waitFor(() => expect(document.activeElement).toBe(inputs()[0]));
  expect(limits()).toEqual([null, 300, 400, 435]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove threshold 435' }));
  await vi.waitFor(() => expect(document.activeElement).toBe(inputs()[0]));
  expect(limits()).toEqual([null, 300, 400]);
});

test('without data the limits can still be edited', () => {
  render(
    <ThresholdsEditor
      id="x"
      label="Thresholds"
      value={stored}
      onChange={() => {}}
      definition={{ kind: 'thresholds' }}
      context={contextWith([])}
    />,
  );
  const group = screen.getByRole('group', { name: 'Thresholds' });
  expect(within(group).getAllByRole('spinbutton')).toHaveLength(2);
  expect(within(group).queryByRole('slider')).toBeNull();
});
