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

test('a dotted key leads into objects, and out of them nothing is lost', () => {
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

test('what is needed and what is no number is told by its field', () => {
  expect(problemsOf(form, { url: ' ', most: 'many' })).toEqual({
    url: 'Fill in “url”.',
    most: 'Write a number for “most”.',
  });
  expect(problemsOf(form, { url: REDACTED, most: 3 })).toEqual({});
  expect(problemsOf(undefined, {})).toEqual({});
});

test('numbers are stored as numbers, empty inputs as nothing', () => {
  expect(storedValue(field('most', { kind: 'number' }), '12')).toBe(12);
  expect(storedValue(field('most', { kind: 'number' }), 'x')).toBe('x');
  expect(storedValue(field('url'), '')).toBeUndefined();
});

test('a switch stands as its default says until somebody turns it', () => {
  expect(isOn(field('a', { kind: 'switch', default: 'true' }), undefined)).toBe(true);
  expect(isOn(field('a', { kind: 'switch', default: 'true' }), false)).toBe(false);
  expect(isOn(field('a', { kind: 'switch' }), 'true')).toBe(true);
});

test('a kind is known by its other names; settings without a field are named', () => {
  expect(formOf([form], 'webhook-old')).toBe(form);
  expect(formOf([form], 'Webhook-OLD')).toBe(form);
  expect(formOf([form], 'nothing')).toBeUndefined();
  expect(unknownKeys(form, { url: 'x', tls: {}, extra: 1 })).toEqual(['extra']);
});
