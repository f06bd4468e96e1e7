import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { FieldColor } from '../../../../../data';
import { ColorSchemeEditor } from './ColorSchemeEditor';
import { contextWith } from './testing';

afterEach(cleanup);

let latest: FieldColor | undefined;

function Controlled({ start }: { start?: FieldColor }) {
  const [value, setValue] = useState(start);
  useEffect(() => {
    latest = value;
  }, [value]);
  return (
    <ColorSchemeEditor
      id="x"
      label="Color scheme"
      value={value}
      onChange={setValue}
      definition={{ kind: 'colorScheme' }}
      context={contextWith([])}
    />
  );
}

const open = async (start?: FieldColor) => {
  render(<Controlled start={start} />);
  fireEvent.click(screen.getAllByRole('button', { name: /^Color scheme:/ })[0]!);
  await screen.findByRole('radiogroup', { name: 'Color scheme' });
};
const radio = (name: RegExp) => screen.getByRole('radio', { name });

test('arrow keys choose the next scheme; what else is stored stays', async () => {
  const start = { mode: 'fixed', fixedColor: 'red', kept: 1 } as FieldColor;
  await open(start);
  expect(document.activeElement).toBe(radio(/^Single color/));
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
  expect(latest).toEqual({ ...start, mode: 'shades' });
  fireEvent.keyDown(document.activeElement!, { key: 'Enter' });
  expect(screen.queryByRole('radiogroup', { name: 'Color scheme' })).toBeNull();
});

test('schemes are marked by what stays distinct with color vision deficiencies', async () => {
  await open({ mode: 'thresholds' });
  expect(radio(/^Cividis ?, distinct with every/)).toBeTruthy();
  expect(radio(/^Green, yellow, red ?, hard to tell apart with/)).toBeTruthy();
  expect(radio(/^Single color ?$/)).toBeTruthy();
});

test('by value, the series takes the color of its last, smallest or largest value', () => {
  render(<Controlled start={{ mode: 'continuous-BlPu' }} />);
  fireEvent.click(screen.getByRole('radio', { name: 'Max' }));
  expect(latest).toEqual({ mode: 'continuous-BlPu', seriesBy: 'max' });
});

test('a scheme that is not known is named and stays selectable', async () => {
  await open({ mode: 'palette-later' });
  expect(radio(/^Unknown: palette-later/).getAttribute('aria-checked')).toBe('true');
});

test('nothing stored is the default, and choosing stores the mode alone', async () => {
  await open();
  fireEvent.click(radio(/^Yellow to red/));
  expect(Object.keys(latest ?? {})).toEqual(['mode']);
});
