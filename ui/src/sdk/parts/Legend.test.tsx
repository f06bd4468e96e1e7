import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Legend, type LegendProps } from './Legend';
import type { LegendItem } from './legendItems';

const item = (name: string, max: number): LegendItem => ({
  id: name,
  name,
  color: '#fff',
  values: [{ title: 'Max', text: `${max} ms`, numeric: max }],
});
const items = [item('p50', 3), item('p99', 9), item('p95', 5)];

const ignore = () => {};

afterEach(cleanup);

describe('Legend', () => {
  it('isolates a series with a click and toggles it with Ctrl', () => {
    const onToggle = vi.fn<NonNullable<LegendProps['onToggle']>>();
    render(<Legend items={items} mode="list" placement="bottom" onToggle={onToggle} />);
    const button = screen.getByRole('button', { name: /p99/ });
    fireEvent.click(button);
    fireEvent.click(button, { ctrlKey: true });
    expect(onToggle.mock.calls.map(([, clicked, how]) => [clicked.id, how])).toEqual([
      ['p99', 'isolate'],
      ['p99', 'toggle'],
    ]);
  });

  it('tells assistive technology which series are shown', () => {
    const hidden = items.map((one) => ({ ...one, hidden: one.id === 'p99' }));
    render(<Legend items={hidden} mode="list" placement="bottom" onToggle={ignore} />);
    expect(screen.getAllByRole('button', { pressed: false }).map((one) => one.title)).toEqual([
      'p99',
    ]);
  });

  it('sorts the table by a column, the largest first, and turns round on the second click', () => {
    render(<Legend items={items} mode="table" placement="right" onToggle={ignore} />);
    const names = () => screen.getAllByRole('button', { pressed: true }).map((one) => one.title);
    expect(names()).toEqual(['p50', 'p99', 'p95']);
    fireEvent.click(screen.getByRole('button', { name: /Max/ }));
    expect(names()).toEqual(['p99', 'p95', 'p50']);
    fireEvent.click(screen.getByRole('button', { name: /Max/ }));
    expect(names()).toEqual(['p50', 'p95', 'p99']);
  });

  it('brings a series forward under the keyboard focus as under the pointer', () => {
    const onFocus = vi.fn<NonNullable<LegendProps['onFocus']>>();
    render(
      <Legend items={items} mode="list" placement="bottom" onToggle={ignore} onFocus={onFocus} />,
    );
    const button = screen.getByRole('button', { name: /p95/ });
    fireEvent.focus(button);
    fireEvent.blur(button);
    expect(onFocus.mock.calls.map(([one]) => one?.id ?? null)).toEqual(['p95', null]);
  });
});
