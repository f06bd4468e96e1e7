/**
 * The settings of an integration, edited by the fields of the receiver's form. Pure.
 */
import type { ReceiverForm as Form, SettingField as Field } from '../../../../kernel/apiTypes';

/** The placeholder of a stored secret. Saving it keeps the secret. */
export const REDACTED = '[REDACTED]';

export type Settings = Record<string, unknown>;

/** The key of a setting has dots between nested keys: `tlsConfig.caCertificate`. */
export type SettingField = Required<Field>;

export type ReceiverForm = Omit<Form, 'fields'> & { fields: readonly SettingField[] };

export interface IntegrationDraft {
  uid: string;
  type: string;
  settings: Settings;
  disableResolveMessage: boolean;
}

/** The form of a type or alias. An exact match wins over one that differs in case. */
export function formOf(forms: readonly ReceiverForm[], type: string): ReceiverForm | undefined {
  const named = (wanted: (name: string) => boolean) =>
    forms.find((form) => [form.type, ...form.aliases].some(wanted));
  return (
    named((name) => name === type) ?? named((name) => name.toLowerCase() === type.toLowerCase())
  );
}

function isObject(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function valueAt(settings: Settings, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((inner, part) => (isObject(inner) ? inner[part] : undefined), settings);
}

/**
 * The settings with the value at a dotted key. `undefined` removes the key, and objects that are
 * empty without it.
 */
export function withValue(settings: Settings, key: string, value: unknown): Settings {
  const [first = '', ...rest] = key.split('.');
  const { [first]: inner, ...others } = settings;
  if (rest.length === 0) return value === undefined ? others : { ...settings, [first]: value };
  const changed = withValue(isObject(inner) ? inner : {}, rest.join('.'), value);
  return Object.keys(changed).length === 0 ? others : { ...settings, [first]: changed };
}

/** A value as the text of an input. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** The stored value of an input's text, or undefined if it is empty. */
export function storedValue({ kind }: SettingField, text: string): unknown {
  if (text === '') return undefined;
  return kind === 'number' && Number.isFinite(Number(text)) ? Number(text) : text;
}

export function isOn({ default: otherwise }: SettingField, value: unknown): boolean {
  return value === undefined ? otherwise === 'true' : value === true || value === 'true';
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (typeof value === 'string' && value.trim() === '')
  );
}

/** The problems of the settings, by the key of the field. */
export function problemsOf(
  form: ReceiverForm | undefined,
  settings: Settings,
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const field of form?.fields ?? []) {
    const value = valueAt(settings, field.key);
    if (field.required && isEmpty(value) && !field.default)
      problems[field.key] = `Enter a value for “${field.label}”.`;
    else if (field.kind === 'number' && !isEmpty(value) && !Number.isFinite(Number(value)))
      problems[field.key] = `Enter a number for “${field.label}”.`;
  }
  return problems;
}

/** The keys of settings without a field in the form. They are kept and listed. */
export function unknownKeys(form: ReceiverForm, settings: Settings): string[] {
  const known = new Set(form.fields.map(({ key }) => key.split('.')[0]));
  return Object.keys(settings).filter((key) => !known.has(key));
}
