import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { DiffView } from './DiffView';
import { Disclosure } from './Disclosure';
import { NoticeBar } from './NoticeBar';
import { SortableList } from './SortableList';
import { moved } from './sorting';
import { Splitter } from './Splitter';
import { TreeView } from './TreeView';

afterEach(cleanup);

describe('splitter', () => {
  function show(after = false) {
    const calls = { onChange: vi.fn(), onDone: vi.fn(), onReset: vi.fn() };
    const line = (
      <Splitter
        label="Options"
        orientation="vertical"
        value={300}
        min={200}
        max={400}
        after={after}
        {...calls}
      />
    );
    render(line);
    return { ...calls, line: screen.getByRole('separator', { name: 'Options' }) };
  }

  test('arrow keys move it, Home and End go to the limits, Enter resets', () => {
    const { line, onChange, onReset } = show();
    for (const key of ['ArrowRight', 'ArrowLeft', 'Home', 'End', 'ArrowUp'])
      fireEvent.keyDown(line, { key });
    expect(onChange.mock.calls).toEqual([[316], [284], [200], [400]]);
    fireEvent.keyDown(line, { key: 'Enter' });
    fireEvent.doubleClick(line);
    expect(onReset).toHaveBeenCalledTimes(2);
    expect(line.getAttribute('aria-valuenow')).toBe('300');
  });

  test('a drag stays inside the limits and ends once', () => {
    const { line, onChange, onDone } = show();
    fireEvent.pointerDown(line, { clientX: 300, button: 0 });
    fireEvent.pointerMove(line, { clientX: 350 });
    fireEvent.pointerMove(line, { clientX: 900 });
    fireEvent.pointerUp(line);
    fireEvent.pointerMove(line, { clientX: 100 });
    expect(onChange.mock.calls).toEqual([[350], [400]]);
    expect(onDone.mock.calls).toEqual([[400]]);
  });

  test('the size of the part after the line grows the other way', () => {
    const { line, onChange } = show(true);
    fireEvent.keyDown(line, { key: 'ArrowLeft' });
    expect(onChange).toHaveBeenCalledWith(316);
  });
});

test('a disclosure names its group and counts; closed it shows the summary', () => {
  render(
    <Disclosure title="Legend" count={2} summary="Table, right">
      <p>Inside</p>
    </Disclosure>,
  );
  const button = screen.getByRole('button', { name: 'Legend 2 changed Table, right' });
  expect(screen.queryByText('Inside')).toBeNull();
  fireEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('group', { name: /Legend/ }).textContent).toBe('Inside');
});

describe('sortable list', () => {
  function List() {
    const [items, setItems] = useState(['a', 'b', 'c']);
    return (
      <SortableList
        label="Letters"
        items={items}
        keyOf={(item) => item}
        nameOf={(item) => item.toUpperCase()}
        onMove={(from, to) => setItems(moved(items, from, to))}
      >
        {(item, _, handle) => (
          <>
            {handle}
            <input aria-label={item} />
          </>
        )}
      </SortableList>
    );
  }
  const order = () => screen.getAllByRole('textbox').map((box) => box.getAttribute('aria-label'));

  test('Alt with an arrow moves the row from any control in it; focus and news follow', () => {
    render(<List />);
    const box = screen.getByRole('textbox', { name: 'a' });
    box.focus();
    fireEvent.keyDown(box, { key: 'ArrowDown', altKey: true });
    expect(order()).toEqual(['b', 'a', 'c']);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'a' }));
    expect(screen.getByRole('status').textContent).toBe('A moved to 2 of 3.');
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    expect(order()).toEqual(['b', 'a', 'c']);
  });

  test('the ends hold', () => {
    render(<List />);
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'a' }), { key: 'ArrowUp', altKey: true });
    expect(order()).toEqual(['a', 'b', 'c']);
  });

  test('dragging by the grip drops where the row is; Escape takes it back', () => {
    render(<List />);
    const rows = screen.getAllByRole('listitem');
    rows.forEach((row, index) => {
      row.getBoundingClientRect = () => ({ top: index * 30, height: 30 }) as DOMRect;
    });
    const grip = screen.getByRole('button', { name: 'Move C' });
    fireEvent.pointerDown(grip, { clientY: 75, button: 0 });
    fireEvent.pointerMove(grip, { clientY: 20 });
    fireEvent.keyDown(grip, { key: 'Escape' });
    fireEvent.pointerUp(grip);
    expect(order()).toEqual(['a', 'b', 'c']);
    fireEvent.pointerDown(grip, { clientY: 75, button: 0 });
    fireEvent.pointerMove(grip, { clientY: 10 });
    fireEvent.pointerUp(grip);
    expect(order()).toEqual(['c', 'a', 'b']);
  });
});

test('a notice is announced by its weight and can be dismissed', () => {
  const onDismiss = vi.fn();
  render(
    <NoticeBar tone="crit" onDismiss={onDismiss}>
      The draft cannot be kept.
    </NoticeBar>,
  );
  expect(screen.getByRole('alert').textContent).toBe('The draft cannot be kept.');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(onDismiss).toHaveBeenCalledOnce();
});

test('a change reads as words, a long text word by word', () => {
  const { container, rerender } = render(<DiffView from="1 px" to={undefined} />);
  expect(container.textContent).toBe('1 px changed to not set');
  const long = 'histogram_quantile(0.95, sum by (le) (rate(x[5m])))';
  rerender(<DiffView from={long} to={long.replace('0.95', '0.99')} />);
  expect(container.querySelector('del')?.textContent).toBe('removed: 95');
  expect(container.querySelector('ins')?.textContent).toBe('added: 99');
});

describe('tree', () => {
  const nodes = [
    { id: 'row', name: 'Signals', children: [{ id: '1', name: 'Latency' }] },
    { id: '2', name: 'Errors' },
  ];
  function Tree({ onActivate, onItemKeyDown }: Record<string, () => void>) {
    const [expanded, setExpanded] = useState<Set<string>>(new Set());
    const [selected, setSelected] = useState('row');
    return (
      <TreeView
        label="Outline"
        nodes={nodes}
        expanded={expanded}
        onExpandedChange={setExpanded}
        selected={selected}
        onSelect={setSelected}
        onActivate={onActivate}
        onItemKeyDown={onItemKeyDown}
      />
    );
  }
  const press = (key: string, more = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
  const at = () => document.activeElement?.textContent;

  test('arrow keys open, enter, leave and close a branch', () => {
    render(<Tree />);
    screen.getByRole('treeitem', { name: 'Signals' }).focus();
    press('ArrowRight');
    press('ArrowRight');
    expect(at()).toBe('Latency');
    press('ArrowDown');
    expect(at()).toBe('Errors');
    press('Home');
    press('ArrowDown');
    press('ArrowLeft');
    expect(at()).toBe('Signals');
    press('ArrowLeft');
    expect(screen.queryByText('Latency')).toBeNull();
    press('End');
    expect(at()).toBe('Errors');
    expect(screen.getAllByRole('treeitem').map(({ tabIndex }) => tabIndex)).toEqual([-1, 0]);
  });

  test('Enter activates; keys it does not know are passed on', () => {
    const onActivate = vi.fn();
    const onItemKeyDown = vi.fn();
    render(<Tree onActivate={onActivate} onItemKeyDown={onItemKeyDown} />);
    screen.getByRole('treeitem', { name: 'Errors' }).focus();
    press('Enter');
    expect(onActivate).toHaveBeenCalledWith('2');
    press('ArrowUp', { altKey: true });
    expect(onItemKeyDown).toHaveBeenCalledOnce();
    expect(at()).toBe('Errors');
  });
});
