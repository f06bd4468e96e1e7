/** Rows that arrive one after another, kept up to a number. */
import type { Field, Frame } from '../data';

/**
 * Where a tail begins, or begins again, a source may tell a row twice: those whose `id` is there
 * already are left out.
 *
 * `incoming` after `before`. Frames of one query with the same columns grow; others stand beside
 * them. Of each, the oldest rows go where there are more than `most`.
 */
export function grown(before: readonly Frame[], incoming: readonly Frame[], most: number): Frame[] {
  const frames = [...before];
  for (const frame of incoming) {
    const key = shapeOf(frame);
    const at = frames.findIndex((known) => shapeOf(known) === key);
    const known = frames[at];
    if (known) frames[at] = joined(known, withoutKnown(frame, known), most);
    else
      frames.push(
        joined(
          { ...frame, fields: frame.fields.map((field) => ({ ...field, values: [] })), length: 0 },
          frame,
          most,
        ),
      );
  }
  return frames;
}

function withoutKnown(frame: Frame, before: Frame): Frame {
  const [ids, known] = [idsOf(frame), idsOf(before)];
  if (!ids || !known) return frame;
  const seen = new Set(known);
  const rows = ids.flatMap((id, row) => (seen.has(id) ? [] : [row]));
  if (rows.length === frame.length) return frame;
  const fields = frame.fields.map((field): Field => {
    const { nanos } = field;
    const values = rows.map((row) => field.values[row]);
    return nanos
      ? { ...field, values, nanos: rows.map((row) => nanos[row] ?? 0) }
      : { ...field, values };
  });
  return { ...frame, fields, length: rows.length };
}

function idsOf({ fields }: Frame): unknown[] | undefined {
  return fields.find(({ name, type }) => name === 'id' && type === 'string')?.values;
}

function joined(before: Frame, added: Frame, most: number): Frame {
  const length = before.length + added.length;
  const cut = Math.max(0, length - most);
  const fields = before.fields.map((field, index): Field => {
    const more = added.fields[index];
    const values = [...field.values, ...(more?.values ?? [])].slice(cut);
    const nanos = nanosOf(field, before.length)
      .concat(more ? nanosOf(more, added.length) : [])
      .slice(cut);
    const { nanos: _, ...rest } = field;
    return nanos.some(Boolean) ? { ...rest, values, nanos } : { ...rest, values };
  });
  return { ...before, meta: added.meta ?? before.meta, fields, length: length - cut } as Frame;
}

function nanosOf(field: Field, length: number): number[] {
  return Array.from({ length }, (_, row) => field.nanos?.[row] ?? 0);
}

function shapeOf({ refId = '', name = '', fields }: Frame): string {
  return JSON.stringify([
    refId,
    name,
    fields.map((field) => [field.name, field.type, field.labels ?? {}]),
  ]);
}
