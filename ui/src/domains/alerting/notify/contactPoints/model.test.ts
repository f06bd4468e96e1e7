import { expect, test } from 'vitest';
import {
  formOf,
  isOn,
  problemsOf,
  REDACTED,
  storedValue,
  unknownKeys,
  valueAt,
  withValue,
  type ReceiverForm,
  type SettingField,
} from './model';

function field(key: string, more: Partial<SettingField> = {}): SettingField {
  return {
    key,
    label: key,
    help: '',
    kind: 'text',
    placeholder: '',
    required: false,
    secret: false,
    template: false,
    choices: [],
    default: '',
    advanced: false,
    ...more,
  };
}

const form: ReceiverForm = {
  type: 'hook',
  name: 'Hook',
  description: '',
  aliases: ['webhook-old'],
  fields: [
    field('url', { required: true }),
    field('tls.ca', { secret: true }),
    field('most', { kind: 'number' }),
    field('method', { required: true, default: 'POST' }),
  ],
};

test('a dotted key reads and writes nested settings, and other settings stay', () => {
  const settings = { url: 'x', tls: { ca: REDACTED, skip: true } };
  expect(valueAt(settings, 'tls.ca')).toBe(REDACTED);
  expect(valueAt(settings, 'url.ca')).toBeUndefined();
  expect(withValue(settings, 'tls.ca', 'new')).toEqual({
    url: 'x',
    tls: { ca: 'new', skip: true },
  });
  expect(withValue(settings, 'tls.ca', undefined)).toEqual({ url: 'x', tls: { skip: true } });
  expect(withValue({ tls: { ca: 'a' } }, 'tls.ca', undefined)).toEqual({});
  expect(withValue({}, 'a.b.c', 1)).toEqual({ a: { b: { c: 1 } } });
  expect(settings).toEqual({ url: 'x', tls: { ca: REDACTED, skip: true } });
});

test('missing required values and invalid numbers are problems of their fields', () => {
  expect(problemsOf(form, { url: ' ', most: 'many' })).toEqual({
    url: 'Enter a value for “url”.',
    most: 'Enter a number for “most”.',
  });
  expect(problemsOf(form, { url: REDACTED, most: 3 })).toEqual({});
  expect(problemsOf(undefined, {})).toEqual({});
});

test('numbers are stored as numbers, and empty inputs are not stored', () => {
  expect(storedValue(field('most', { kind: 'number' }), '12')).toBe(12);
  expect(storedValue(field('most', { kind: 'number' }), 'x')).toBe('x');
  expect(storedValue(field('url'), '')).toBeUndefined();
});

test('a switch has its default state until it is changed', () => {
  expect(isOn(field('a', { kind: 'switch', default: 'true' }), undefined)).toBe(true);
  expect(isOn(field('a', { kind: 'switch', default: 'true' }), false)).toBe(false);
  expect(isOn(field('a', { kind: 'switch' }), 'true')).toBe(true);
});

test('a form is found by an alias, and settings without a field are listed', () => {
  expect(formOf([form], 'webhook-old')).toBe(form);
  expect(formOf([form], 'Webhook-OLD')).toBe(form);
  expect(formOf([form], 'nothing')).toBeUndefined();
  expect(unknownKeys(form, { url: 'x', tls: {}, extra: 1 })).toEqual(['extra']);
});
