/** Search results: each row leads to its trace. */
import type { Field, Frame, SourceInfo } from '@vedette/sdk';
import { traceLink } from './traceLink';

const ID = 'traceid';
const HIDDEN_ID = 'traceidhidden';

/** Trace ids, and span ids beside one, become links; columns that only links need are hidden. */
export function withTraceLinks(frame: Frame, source: SourceInfo): Frame {
  const ids = frame.fields.find(({ name }) => [ID, HIDDEN_ID].includes(name.toLowerCase()))?.values;
  if (!ids) return frame;
  const link = (title: string, spans?: readonly unknown[]) => (row: number) => {
    const id = ids[row];
    return typeof id === 'string' && id !== '' ? [traceLink(title, source, id, spans && String(spans[row]))] : [];
  };
  const fields = frame.fields.map((field): Field => {
    const name = field.name.toLowerCase();
    if (name === ID) return { ...field, rowLinks: link('Open the trace') };
    if (name === 'spanid') return { ...field, rowLinks: link('Open the span in its trace', field.values) };
    return name === HIDDEN_ID || name === 'nested' ? hidden(field) : field;
  });
  return { ...frame, fields };
}

function hidden(field: Field): Field {
  return { ...field, config: { ...field.config, custom: { ...field.config.custom, hidden: true } } };
}
