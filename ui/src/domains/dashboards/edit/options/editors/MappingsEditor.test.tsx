import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ValueMapping } from '../../../../../data';
import { MappingsEditor } from './MappingsEditor';
import { contextWith, numberFrame } from './testing';

afterEach(cleanup);

let latest: ValueMapping[];
const onDone = vi.fn();
beforeEach(() => onDone.mockClear());

function Controlled({ start = [] }: { start?: ValueMapping[] }) {
  const [value, setValue] = useState(start);
  latest = value;
  return (
    <MappingsEditor
      id="x"
      label="Value mappings"
      value={value}
      onChange={(next) => setValue(next ?? [])}
      onDone={onDone}
      definition={{ kind: 'mappings' }}
      context={contextWith([numberFrame([0, 1, 1, 1, 7, null])])}
    />
  );
}

const up: ValueMapping = { type: 'value', options: { 1: { text: 'Up' } } };
const low: ValueMapping = { type: 'range', options: { from: 0, to: 1, result: { text: 'Low' } } };
const one: ValueMapping = { type: 'range', options: { from: 1, to: 1, result: { text: 'One' } } };
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const rowTexts = () => screen.getAllByRole('listitem').map((row) => row.textContent);

describe('a row', () => {
  test('is added with the focus in it and filled by typing', async () => {
    render(<Controlled />);
    fireEvent.click(screen.getByRole('button', { name: 'Mapping' }));
    await vi.waitFor(() => expect(document.activeElement).toBe(box('Mapping 1: match')));
    fireEvent.change(box('Mapping 1: match'), { target: { value: '7' } });
    fireEvent.change(box('Mapping 1 7: display text'), { target: { value: 'Seven' } });
    expect(latest).toEqual([{ type: 'value', options: { 7: { text: 'Seven' } } }]);
  });

  test('changes its kind and keeps its text', () => {
    render(<Controlled start={[up]} />);
    fireEvent.change(screen.getByRole('combobox', { name: 'Mapping 1 1: condition' }), {
      target: { value: 'range' },
    });
    expect(latest).toEqual([
      { type: 'range', options: { from: 1, to: 1, result: { text: 'Up' } } },
    ]);
  });

  test('moves with Alt and an arrow from any field; the order decides which row matches', () => {
    render(<Controlled start={[up, one]} />);
    expect(rowTexts()[1]).toContain('never used: Mapping 1 matches first');
    fireEvent.keyDown(box('Mapping 2 1 – 1: match'), { key: 'ArrowUp', altKey: true });
    expect(latest.map(({ type }) => type)).toEqual(['range', 'value']);
    expect(rowTexts()[1]).toContain('never used: Mapping 1 matches first');
  });

  test('an expression that cannot be used says so and stays', () => {
    const broken: ValueMapping = { type: 'regex', options: { pattern: '/(/', result: {} } };
    render(<Controlled start={[broken]} />);
    expect(screen.getByRole('alert').textContent).not.toBe('');
    expect(box('Mapping 1 /(/: match').getAttribute('aria-invalid')).toBe('true');
    expect(latest).toEqual([broken]);
  });

  test('is removed in its menu, and the focus goes to a neighbor', async () => {
    render(<Controlled start={[up, low]} />);
    fireEvent.click(screen.getByRole('button', { name: 'Mapping 1 1: actions' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    expect(latest).toEqual([low]);
    await vi.waitFor(() => expect(document.activeElement).toBe(box('Mapping 1 0 – 1: match')));
  });
});

test('each row counts the values it matches, first match wins', () => {
  render(<Controlled start={[up, low]} />);
  expect(rowTexts()[0]).toContain('3 values');
  expect(rowTexts()[1]).toContain('1 values');
});

test('values of the data without a mapping are added, null as a special value', () => {
  render(<Controlled start={[up]} />);
  fireEvent.click(screen.getByRole('button', { name: 'Add 3 values from the data' }));
  expect(latest.map(({ type }) => type)).toEqual(['value', 'special']);
  expect(Object.keys(latest[0]?.options ?? {})).toEqual(['0', '1', '7']);
  expect(screen.queryByRole('button', { name: /from the data/ })).toBeNull();
});

test('two pasted columns become rows in place of an empty one', () => {
  render(<Controlled />);
  fireEvent.click(screen.getByRole('button', { name: 'Mapping' }));
  fireEvent.paste(box('Mapping 1: match'), {
    clipboardData: { getData: () => '0\tDown\tred\n1\tUp\tgreen\n' },
  });
  expect(latest).toEqual([
    {
      type: 'value',
      options: {
        0: { text: 'Down', color: 'red', index: 0 },
        1: { text: 'Up', color: 'green', index: 1 },
      },
    },
  ]);
});

test('a mapping of a kind that is not known is shown and kept', () => {
  const later = { type: 'later', options: { any: 1 } } as unknown as ValueMapping;
  render(<Controlled start={[later, up]} />);
  expect(screen.getByText('{"type":"later","options":{"any":1}}')).toBeTruthy();
  fireEvent.change(box('Mapping 2 1: display text'), { target: { value: 'On' } });
  expect(latest[0]).toEqual(later);
});

test('a hundred mappings are there to scroll', () => {
  const many = Array.from({ length: 100 }, (_, index) => [String(index), { text: `t${index}` }]);
  const start = [{ type: 'value', options: Object.fromEntries(many) }] as ValueMapping[];
  render(<Controlled start={start} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(100);
});
