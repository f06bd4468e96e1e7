import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contextWith, numberFrame } from './editors/testing';
import type { EditorDefinition } from './editors/types';
import { OptionControl } from './OptionControl';

afterEach(cleanup);

const onChange = vi.fn();
const onDone = vi.fn();
beforeEach(() => {
  onChange.mockClear();
  onDone.mockClear();
});

function Controlled({ definition, start }: { definition: EditorDefinition; start: unknown }) {
  const [value, setValue] = useState(start);
  return (
    <OptionControl
      id="x"
      label="Option"
      value={value}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
      onDone={onDone}
      definition={definition}
      context={contextWith([numberFrame([1, 2])], { unit: 'bytes' })}
    />
  );
}

const show = (definition: EditorDefinition, start?: unknown) =>
  render(<Controlled definition={definition} start={start} />);
const choices = (...labels: string[]) =>
  labels.map((label, index) => ({ value: index === 0 ? null : index, label }));

describe('simple editors', () => {
  test('text reports each letter, and the end of the step on Enter', () => {
    show({ kind: 'text' }, 'a');
    const input = screen.getByRole('textbox', { name: 'Option' });
    fireEvent.change(input, { target: { value: 'ab' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(onChange).toHaveBeenCalledWith('ab');
    expect(onDone).toHaveBeenCalledOnce();
  });

  test('a number reads the unit of the panel and stays a text where it was stored as one', () => {
    show({ kind: 'number' }, '5');
    const input = screen.getByRole('spinbutton', { name: 'Option' });
    fireEvent.change(input, { target: { value: '1 KiB' } });
    expect(onChange).toHaveBeenLastCalledWith('1024');
    fireEvent.keyDown(input, { key: 'ArrowUp' });
    expect(onChange).toHaveBeenLastCalledWith('1025');
  });

  test('up to four choices are side by side, more are a list; null is a choice', () => {
    show({ kind: 'radio', choices: choices('Auto', 'On', 'Off') }, 2);
    const off = screen.getByRole('radio', { name: 'Off', checked: true });
    off.focus();
    fireEvent.keyDown(off, { key: 'ArrowRight' });
    expect(onChange).toHaveBeenCalledWith(null);
    cleanup();
    show({ kind: 'radio', choices: choices('a', 'b', 'c', 'd', 'e') }, 1);
    fireEvent.change(screen.getByRole('combobox'), { target: { value: '4' } });
    expect(onChange).toHaveBeenLastCalledWith(4);
  });

  test('a stored choice that is not declared stays selected and is named', () => {
    show({ kind: 'select', choices: choices('a', 'b') }, 'later');
    expect(screen.getByRole('combobox')).toHaveProperty('value', '"later"');
    expect(screen.getByRole('option', { name: 'later (unknown)' })).toBeTruthy();
  });

  test('a switch ends its step at once', () => {
    show({ kind: 'switch' }, false);
    fireEvent.click(screen.getByRole('switch', { name: 'Option' }));
    expect(onChange).toHaveBeenCalledWith(true);
    expect(onDone).toHaveBeenCalledOnce();
  });

  test('a field shows its type and a value; one that is missing is said to be', async () => {
    show({ kind: 'field' }, 'gone');
    fireEvent.click(screen.getByRole('button', { name: 'Option: gone' }));
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Automatic',
      'Timetime · 1000',
      'p99number · 2',
      'gonenot in the data',
    ]);
  });
});

describe('what no editor knows', () => {
  test.each([
    [{ kind: 'switch' }, 'yes'],
    [{ kind: 'number' }, { min: 1 }],
    [{ kind: 'text' }, 7],
    [{ kind: 'thresholds' }, { mode: 'later', steps: [] }],
    [{ kind: 'thresholds' }, { steps: 'none' }],
    [{ kind: 'mappings' }, ['text']],
    [{ kind: 'links' }, { 0: {} }],
    [{ kind: 'colorScheme' }, 'red'],
  ] as [EditorDefinition, unknown][])('%j with %j is shown as JSON and kept', (kind, stored) => {
    show(kind, stored);
    const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Option, JSON' });
    expect(JSON.parse(text.value)).toEqual(stored);
    fireEvent.change(text, { target: { value: '{' } });
    fireEvent.blur(text);
    expect(onChange).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toContain('valid JSON');
  });
});

describe('an editor of a plugin', () => {
  const Custom = ({
    value,
    onChange: set,
  }: {
    value: number;
    onChange: (next: number) => void;
  }) => {
    if (value > 1) throw new Error('too much');
    return <button onClick={() => set(value + 1)}>More</button>;
  };
  const definition = { kind: 'custom', component: Custom } as unknown as EditorDefinition;

  test('that fails is contained, and its value can be edited as JSON', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    show(definition, 1);
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(screen.getByRole('status').textContent).toContain('too much');
    fireEvent.click(screen.getByRole('button', { name: 'Edit as JSON' }));
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '0' } });
    expect(onChange).toHaveBeenLastCalledWith(0);
    fireEvent.click(screen.getByRole('button', { name: 'Use the editor' }));
    expect(screen.getByRole('button', { name: 'More' })).toBeTruthy();
    vi.restoreAllMocks();
  });
});

test('every editor has names and roles that fit', async () => {
  const parts: [EditorDefinition, unknown][] = [
    [{ kind: 'text', multiline: true }, 'a'],
    [{ kind: 'slider', min: 0, max: 10 }, 3],
    [{ kind: 'radio', choices: choices('a', 'b') }, 1],
    [{ kind: 'color' }, 'red'],
    [{ kind: 'unit' }, 'ms'],
    [{ kind: 'colorScheme' }, { mode: 'continuous-BlPu' }],
    [
      { kind: 'thresholds' },
      {
        mode: 'absolute',
        steps: [
          { color: 'red', value: null },
          { color: 'blue', value: 1.5 },
        ],
      },
    ],
    [
      { kind: 'mappings' },
      [
        { type: 'value', options: { 1: { text: 'Up' } } },
        { type: 'special', options: { match: 'null', result: {} } },
      ],
    ],
    [{ kind: 'links' }, [{ title: 'A', url: 'javascript:1' }]],
  ];
  for (const [definition, start] of parts) {
    const { container } = show(definition, start);
    await vi.waitFor(() => expect(container.querySelector('[aria-busy]')).toBeNull(), {
      timeout: 10_000,
    });
    const { violations } = await axe.run(container, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    });
    expect(
      violations.map(({ id, nodes }) => `${definition.kind}: ${id} ${nodes[0]?.html}`),
    ).toEqual([]);
    cleanup();
  }
});
