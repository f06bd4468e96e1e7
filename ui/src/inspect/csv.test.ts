import { describe, expect, it } from 'vitest';
import type { Field, Frame } from '../data/frame';
import { frameToCsv } from './csv';

const frame = (...fields: Field[]): Frame => ({ fields, length: fields[0]?.values.length ?? 0 });
const text = (name: string, values: unknown[]): Field => ({
  name,
  type: 'string',
  values,
  config: {},
});

describe('CSV export', () => {
  it('writes times as ISO 8601 and numbers unrounded', () => {
    const time: Field = { name: 'Time', type: 'time', values: [0, 1500], config: {} };
    const value: Field = {
      name: 'Value',
      type: 'number',
      values: [0.1, null],
      config: {},
      displayName: 'cpu',
    };
    expect(frameToCsv(frame(time, value))).toBe(
      'Time,cpu\r\n1970-01-01T00:00:00.000Z,0.1\r\n1970-01-01T00:00:01.500Z,\r\n',
    );
  });

  it('quotes what would break a line or a column', () => {
    expect(frameToCsv(frame(text('a,b', ['say "hi"', 'two\nlines'])))).toBe(
      '"a,b"\r\n"say ""hi"""\r\n"two\nlines"\r\n',
    );
  });

  it('never hands a spreadsheet a formula', () => {
    const cells = ['=1+1', '+cmd', '-cmd', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x","y")'];
    for (const cell of cells) {
      const line = frameToCsv(frame(text('c', [cell]))).split('\r\n')[1] ?? '';
      expect(line.replace(/^"/, '')).toMatch(/^'/);
    }
  });

  it('leaves signed numbers numbers', () => {
    expect(frameToCsv(frame(text('c', ['-5', '+3.2', '-1e9', '-12.5 %'])))).toBe(
      'c\r\n-5\r\n+3.2\r\n-1e9\r\n-12.5 %\r\n',
    );
  });

  it('writes what the panel shows when asked to', () => {
    const value: Field = {
      name: 'Value',
      type: 'number',
      values: [2048],
      config: {},
      display: () => ({ text: '2', suffix: ' KiB', numeric: 2048 }),
    };
    expect(frameToCsv(frame(value), { formatted: true, excelHeader: true })).toBe(
      'sep=,\r\nValue\r\n2 KiB\r\n',
    );
  });
});
