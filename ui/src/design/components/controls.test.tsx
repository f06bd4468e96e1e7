import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Button } from './Button';
import { Combobox } from './Combobox';
import { Field } from './Field';
import { Input } from './Input';
import { Menu } from './Menu';
import { OptionPicker } from './OptionPicker';
import { Tabs } from './Tabs';

afterEach(cleanup);

const cities = ['Aachen', 'Berlin', 'Bremen'].map((label) => ({
  value: label.toLowerCase(),
  label,
}));

describe('menu', () => {
  async function open(onSelect = vi.fn()) {
    const items = [
      { label: 'Rename', onSelect },
      { label: 'Share', disabled: true, onSelect },
      { label: 'Delete', onSelect },
    ];
    render(<Menu label="Actions" items={items} trigger={<Button>More</Button>} />);
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    await screen.findByRole('menu');
    return onSelect;
  }

  test('opens with the first action focused and moves with the arrow keys, round the end', async () => {
    await open();
    expect(document.activeElement?.textContent).toBe('Rename');
    const menu = screen.getByRole('menu');
    fireEvent.keyDown(menu, { key: 'ArrowUp' });
    expect(document.activeElement?.textContent).toBe('Delete');
    fireEvent.keyDown(menu, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toBe('Rename');
    fireEvent.keyDown(menu, { key: 'd' });
    expect(document.activeElement?.textContent).toBe('Delete');
  });

  test('an action runs once and closes the menu, focus goes back to its button', async () => {
    const onSelect = await open();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(onSelect).toHaveBeenCalledOnce();
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' }));
  });

  test('a disabled action does nothing', async () => {
    const onSelect = await open();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Share' }));
    expect(onSelect).not.toHaveBeenCalled();
  });

  test('Escape closes it', async () => {
    await open();
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

describe('option picker', () => {
  test('typing narrows the list, Enter takes the active option', () => {
    const onChange = vi.fn();
    render(<OptionPicker label="City" options={cities} value={[]} onChange={onChange} />);
    const input = screen.getByRole('combobox');
    fireEvent.change(input, { target: { value: 'b' } });
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(onChange).toHaveBeenCalledWith(['bremen']);
  });

  test('with many choices a second click takes one away again', () => {
    const onChange = vi.fn();
    render(
      <OptionPicker label="City" multi options={cities} value={['berlin']} onChange={onChange} />,
    );
    fireEvent.click(screen.getByRole('option', { name: 'Aachen' }));
    expect(onChange).toHaveBeenLastCalledWith(['berlin', 'aachen']);
    fireEvent.click(screen.getByRole('option', { name: 'Berlin' }));
    expect(onChange).toHaveBeenLastCalledWith([]);
  });

  test('what was typed can be a value of its own where that is allowed', () => {
    const onChange = vi.fn();
    render(
      <OptionPicker label="City" allowCustom options={cities} value={[]} onChange={onChange} />,
    );
    const input = screen.getByRole('combobox');
    fireEvent.change(input, { target: { value: 'Cologne' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(onChange).toHaveBeenCalledWith(['Cologne']);
  });

  test('what was typed stays while the options are on their way, and narrows them once they are here', () => {
    const view = render(
      <OptionPicker label="City" loading options={[]} value={[]} onChange={() => {}} />,
    );
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'br' } });
    view.rerender(<OptionPicker label="City" options={cities} value={[]} onChange={() => {}} />);
    expect(screen.getByRole('combobox')).toHaveProperty('value', 'br');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Bremen']);
  });

  test('what was typed on its button before the list was there is in the list, and searched for', async () => {
    const onSearch = vi.fn();
    render(
      <Combobox label="City" options={cities} value={[]} onSearch={onSearch} onChange={() => {}} />,
    );
    const button = screen.getByRole('button');
    fireEvent.click(button);
    for (const key of ['b', 'e', 'x', 'Backspace', ' ', 'Enter', 'Shift'])
      fireEvent.keyDown(button, { key });
    expect(await screen.findByRole('combobox')).toHaveProperty('value', 'be ');
    await vi.waitFor(() => expect(onSearch).toHaveBeenCalledExactlyOnceWith('be '));
  });

  test('ten thousand options draw two hundred rows and say how many are left', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      value: String(index),
      label: `host-${index}`,
    }));
    render(<OptionPicker label="Host" options={many} value={[]} onChange={() => {}} />);
    expect(document.querySelectorAll('[role="option"]')).toHaveLength(200);
    expect(screen.getByText(/9,800 more/)).toBeTruthy();
  });
});

test('a field ties its label, hint and error to the control', () => {
  render(
    <Field label="Address" hint="With http://" error="This is no address">
      <Input value="x" />
    </Field>,
  );
  const input = screen.getByLabelText('Address');
  const described = (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(described).toEqual(['With http://', 'This is no address']);
  expect(input.getAttribute('aria-invalid')).toBe('true');
});

test('tabs change with the arrow keys, and only the chosen one is a tab stop', () => {
  const onChange = vi.fn();
  render(
    <Tabs
      label="Views"
      value="a"
      onChange={onChange}
      tabs={[
        { id: 'a', label: 'Data' },
        { id: 'b', label: 'JSON' },
      ]}
    />,
  );
  const [data, json] = screen.getAllByRole('tab');
  expect([data?.tabIndex, json?.tabIndex]).toEqual([0, -1]);
  fireEvent.keyDown(data as HTMLElement, { key: 'ArrowRight' });
  expect(onChange).toHaveBeenCalledWith('b');
});
