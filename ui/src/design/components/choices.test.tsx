import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ColorField } from './ColorField';
import { Pill } from './Pill';
import { Segmented } from './Segmented';

afterEach(cleanup);

describe('segmented control', () => {
  const options = [
    { value: 'line', label: 'Lines' },
    { value: 'bars', label: 'Bars', disabled: true },
    { value: 'points', label: 'Points' },
  ];
  const radios = () => screen.getAllByRole('radio');

  test('one tab stop; arrow keys move and choose, past what is disabled and round the end', () => {
    const onChange = vi.fn();
    render(<Segmented label="Style" value="line" options={options} onChange={onChange} />);
    expect(radios().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    radios()[0]?.focus();
    fireEvent.keyDown(radios()[0]!, { key: 'ArrowRight' });
    expect(onChange).toHaveBeenCalledWith('points');
    expect(document.activeElement).toBe(radios()[2]);
  });

  test('can be reached where nothing is chosen', () => {
    render(<Segmented label="Style" value={undefined} options={options} onChange={() => {}} />);
    expect(radios().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  });

  test('choosing what is chosen changes nothing', () => {
    const onChange = vi.fn();
    render(<Segmented label="Style" value="line" options={options} onChange={onChange} />);
    fireEvent.click(radios()[0]!);
    expect(onChange).not.toHaveBeenCalled();
  });
});

test('a pill says its count in words', () => {
  render(
    <Pill role="radio" selected count={3} countLabel="overrides" color="red">
      p99
    </Pill>,
  );
  expect(screen.getByRole('radio', { name: 'p99 3 overrides', checked: true })).toBeTruthy();
});

describe('color field', () => {
  function Controlled({ onDone }: { onDone?: () => void }) {
    const [value, setValue] = useState('semi-dark-red');
    return (
      <>
        <ColorField label="Line" value={value} onChange={setValue} onDone={onDone} clearable />
        <output>{value}</output>
      </>
    );
  }
  const stored = () => screen.getByRole('status').textContent;
  const open = async (onDone?: () => void) => {
    render(<Controlled onDone={onDone} />);
    fireEvent.click(screen.getByRole('button', { name: 'Line: Semi-dark red' }));
    return screen.findByRole('radiogroup', { name: 'Line: theme colors' });
  };

  test('opens on the chosen color; arrow keys walk the palette in rows of one hue', async () => {
    const theme = await open();
    expect(within(theme).getAllByRole('radio')).toHaveLength(30);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Semi-dark red');
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' });
    expect(stored()).toBe('dark-red');
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
    expect(stored()).toBe('dark-blue');
  });

  test('a typed color counts once it is one', async () => {
    await open();
    const input = screen.getByRole('textbox', { name: 'Line: color value' });
    fireEvent.change(input, { target: { value: 'url(x)' } });
    expect(stored()).toBe('semi-dark-red');
    expect(screen.getByRole('alert').textContent).toContain('#5b9dfb');
    fireEvent.change(input, { target: { value: '#123456' } });
    expect(stored()).toBe('#123456');
  });

  test('Enter closes the palette, ends the step and returns the focus', async () => {
    const onDone = vi.fn();
    await open(onDone);
    fireEvent.keyDown(document.activeElement!, { key: 'Enter' });
    expect(screen.queryByRole('radiogroup', { name: 'Line: theme colors' })).toBeNull();
    expect(onDone).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Line/ }));
  });

  test('no color is a choice where it is offered', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'No color' }));
    expect(stored()).toBe('');
  });
});
