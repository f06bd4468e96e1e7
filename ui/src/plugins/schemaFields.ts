/** A JSON schema of a query or of settings, as fields of a form. */

export interface SchemaField {
  key: string;
  label: string;
  hint?: string;
  kind: 'text' | 'number' | 'switch' | 'choice' | 'json';
  /** Of a choice. */
  options?: readonly string[];
  default?: unknown;
  min?: number;
  max?: number;
}

type Json = Readonly<Record<string, unknown>>;

export function schemaFields(schema: Json): SchemaField[] {
  const { properties } = schema;
  if (!isObject(properties)) return [];
  return Object.entries(properties).map(([key, property]) =>
    fieldOf(key, resolved(property, schema)),
  );
}

function fieldOf(key: string, property: Json): SchemaField {
  const { title, description, default: first, minimum, maximum } = property;
  return {
    key,
    label: typeof title === 'string' && title ? title : words(key),
    ...(typeof description === 'string' && description ? { hint: description } : {}),
    ...kindOf(property),
    ...(first === undefined || first === null ? {} : { default: first }),
    ...(typeof minimum === 'number' ? { min: minimum } : {}),
    ...(typeof maximum === 'number' ? { max: maximum } : {}),
  };
}

function kindOf({ type, enum: choices }: Json): Pick<SchemaField, 'kind' | 'options'> {
  if (Array.isArray(choices) && choices.every((choice) => typeof choice === 'string'))
    return { kind: 'choice', options: choices };
  if (type === 'boolean') return { kind: 'switch' };
  if (type === 'integer' || type === 'number') return { kind: 'number' };
  return type === 'string' ? { kind: 'text' } : { kind: 'json' };
}

/**
 * What a reference names, and the part of a union that is not null; the property's own words stay.
 */
function resolved(property: unknown, schema: Json): Json {
  if (!isObject(property)) return {};
  const { $ref, anyOf, ...own } = property;
  if (typeof $ref === 'string') {
    const definitions = isObject(schema.$defs) ? schema.$defs : {};
    const named = definitions[$ref.replace('#/$defs/', '')];
    const { title: _title, ...rest } = isObject(named) ? named : {};
    return { ...rest, ...own };
  }
  if (Array.isArray(anyOf)) {
    const parts = anyOf.filter((part) => isObject(part) && part.type !== 'null');
    return parts.length === 1 ? { ...resolved(parts[0], schema), ...own } : own;
  }
  return property;
}

/** `maxLines` and `max_lines` read `Max lines`. */
function words(key: string): string {
  const text = key
    .replaceAll('_', ' ')
    .replace(
      /([a-z\d])([A-Z])/g,
      (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    );
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
