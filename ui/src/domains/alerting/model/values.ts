/** The values of a series, as the server writes them in one text. Pure. */
export interface NamedValue {
  /** A refId; empty where the text is one number. */
  name: string;
  value: string;
}

const PART = /var='([^']*)'.*?value=(\S+?)\s*\]/g;

/** Of `[ var='A' labels={} value=3 ], [ var='B' … ]`, of `A=3, B=4`, or of a number alone. */
export function valuesOf(text: string | undefined): NamedValue[] {
  const written = text?.trim() ?? '';
  if (written === '') return [];
  const listed = [...written.matchAll(PART)].map(([, name = '', value = '']) => ({ name, value: short(value) }));
  if (listed.length > 0) return listed;
  const pairs = [...written.matchAll(/(\w+)=([^\s,]+)/g)].map(([, name = '', value = '']) => ({ name, value: short(value) }));
  return pairs.length > 0 ? pairs : [{ name: '', value: short(written) }];
}

/** Six digits say enough. */
function short(text: string): string {
  const number = Number(text);
  return text !== '' && Number.isFinite(number) ? String(Number(number.toPrecision(6))) : text;
}
