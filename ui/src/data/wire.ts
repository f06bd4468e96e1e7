/** Frames as `/api/ds/query` sends them, and back. */
import type { Field, FieldConfig, FieldType, Frame, FrameMeta, Labels } from './frame';

export interface WireEntities {
  NaN?: number[];
  Inf?: number[];
  NegInf?: number[];
}

export interface WireField {
  name: string;
  type?: string;
  typeInfo?: { frame: string; nullable?: boolean };
  labels?: Labels | null;
  config?: FieldConfig | null;
}

export interface WireFrame {
  schema?: { name?: string; refId?: string; meta?: FrameMeta; fields: WireField[] };
  data?: {
    values: unknown[][];
    /** Rows whose number JSON cannot write, per column. */
    entities?: (WireEntities | null)[] | null;
    /** Nanoseconds below the millisecond, per time column. */
    nanos?: (readonly number[] | null)[] | null;
  };
}

const KNOWN_TYPES = new Set<string>(['time', 'number', 'string', 'boolean', 'enum', 'other']);

function fieldType(wire: WireField): FieldType {
  if (wire.type && KNOWN_TYPES.has(wire.type)) return wire.type as FieldType;
  if (wire.type === 'duration') return 'number';
  const stored = wire.typeInfo?.frame ?? '';
  if (stored.startsWith('time.T')) return 'time';
  if (/^u?int|^float|^time\.D/.test(stored)) return 'number';
  if (stored === 'bool') return 'boolean';
  return stored === 'string' ? 'string' : 'other';
}

/** NaN and infinities are put back into the columns; `nanos` stay beside their field. */
export function frameFromJson(json: WireFrame): Frame {
  const columns = json.data?.values ?? [];
  let length = 0;
  const fields = (json.schema?.fields ?? []).map((wire, index): Field => {
    const values = columns[index] ?? [];
    const entities = json.data?.entities?.[index];
    for (const row of entities?.NaN ?? []) values[row] = NaN;
    for (const row of entities?.Inf ?? []) values[row] = Infinity;
    for (const row of entities?.NegInf ?? []) values[row] = -Infinity;
    length = Math.max(length, values.length);
    const field: Field = {
      name: wire.name ?? '',
      type: fieldType(wire),
      values,
      config: wire.config ?? {},
    };
    if (wire.labels && Object.keys(wire.labels).length > 0) field.labels = wire.labels;
    const nanos = json.data?.nanos?.[index];
    if (nanos) field.nanos = nanos;
    return field;
  });
  const frame: Frame = { fields, length };
  if (json.schema?.refId !== undefined) frame.refId = json.schema.refId;
  if (json.schema?.name !== undefined) frame.name = json.schema.name;
  if (json.schema?.meta) frame.meta = json.schema.meta;
  return frame;
}

/** The inverse of `frameFromJson`; what was computed for display is left out. */
export function frameToJson(frame: Frame): WireFrame {
  let anyEntity = false;
  const entities: (WireEntities | null)[] = [];
  const values = frame.fields.map((field) => {
    const found: WireEntities = {};
    const column = field.values.map((value, row) => {
      if (typeof value !== 'number' || Number.isFinite(value)) return value;
      const kind = Number.isNaN(value) ? 'NaN' : value > 0 ? 'Inf' : 'NegInf';
      (found[kind] ??= []).push(row);
      return null;
    });
    const has = Object.keys(found).length > 0;
    anyEntity ||= has;
    entities.push(has ? found : null);
    return column;
  });
  const fields = frame.fields.map((field): WireField => {
    const wire: WireField = { name: field.name, type: field.type, config: field.config };
    if (field.labels) wire.labels = field.labels;
    return wire;
  });
  const schema: NonNullable<WireFrame['schema']> = { fields };
  if (frame.refId !== undefined) schema.refId = frame.refId;
  if (frame.name !== undefined) schema.name = frame.name;
  if (frame.meta) schema.meta = frame.meta;
  const data: NonNullable<WireFrame['data']> = { values };
  if (anyEntity) data.entities = entities;
  if (frame.fields.some((field) => field.nanos))
    data.nanos = frame.fields.map((field) => field.nanos ?? null);
  return { schema, data };
}
