/** Stored secrets of a contact point: shown as set, and kept unless changed. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { REDACTED, type SettingField } from './model';
import { SettingInput } from './SettingInput';

afterEach(cleanup);

const base: SettingField = {
  key: 'url',
  label: 'URL',
  help: '',
  kind: 'text',
  placeholder: '',
  required: true,
  secret: false,
  template: false,
  choices: [],
  default: '',
  advanced: false,
};

function Form({ field, seen }: { field: SettingField; seen: unknown[] }): ReactNode {
  const [value, setValue] = useState<unknown>(REDACTED);
  seen.push(value);
  return (
    <SettingInput field={field} value={value} problem={undefined} hasSecret onChange={setValue} />
  );
}

test.each([
  ['an address that contains a token', base],
  ['a secret', { ...base, secret: true }],
  ['secret pairs', { ...base, label: 'Headers', kind: 'pairs' as const, secret: true }],
])('%s shows as set, can be changed, and can be kept again', (_name, field) => {
  const seen: unknown[] = [];
  render(<Form field={field} seen={seen} />);
  expect(screen.getByText('Set')).toBeTruthy();
  expect(document.body.textContent).not.toContain(REDACTED);
  fireEvent.click(screen.getByRole('button', { name: `Change ${field.label}` }));
  expect(screen.queryByText('Set')).toBeNull();
  expect(seen.at(-1)).toBe(field.kind === 'pairs' ? undefined : '');
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }));
  expect(seen.at(-1)).toBe(REDACTED);
});
