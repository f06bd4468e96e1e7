/** Search results: each row leads to its trace. */
import type { Field, Frame, SourceInfo } from '@vedette/sdk';
import { traceLink } from './traceLink';

const ID = 'traceid';
const HIDDEN_ID = 'traceidhidden';
const SPAN_ID = 'spanid';

/** Trace ids, and span ids beside one, become links; columns that only links need are hidden. */
export function withTraceLinks(frame: Frame, source: SourceInfo): Frame {
  if (!column(frame, ID) && !column(frame, HIDDEN_ID)) return frame;
  const link =
    (title: string, ofSpan = false) =>
    (row: number, shown: Frame) => {
      const id = (column(shown, ID) ?? column(shown, HIDDEN_ID))?.values[row];
      if (typeof id !== 'string' || id === '') return [];
      return [
        traceLink(
          title,
          source,
          id,
          ofSpan ? String(column(shown, SPAN_ID)?.values[row] ?? '') : undefined,
        ),
      ];
    };
  const fields = frame.fields.map((field): Field => {
    const name = field.name.toLowerCase();
    if (name === ID) return { ...field, rowLinks: link('Open trace') };
    if (name === SPAN_ID) return { ...field, rowLinks: link('Open span', true) };
    return name === HIDDEN_ID || name === 'nested' ? hidden(field) : field;
  });
  return { ...frame, fields };
}

function column(frame: Frame, wanted: string): Field | undefined {
  return frame.fields.find(({ name }) => name.toLowerCase() === wanted);
}

function hidden(field: Field): Field {
  return {
    ...field,
    config: { ...field.config, custom: { ...field.config.custom, hidden: true } },
  };
}
