import { describe, expect, it } from 'vitest';
import type { Frame } from '@vedette/sdk';
import { fieldsOf, valueOf } from './fields';
import { fileText } from './files';
import { logfmtPairs } from './logfmt';
import { logLines, type LogLine } from './lines';
import { statisticsOf } from './statistics';

function lokiLine(
  text: string,
  labels: Record<string, string> = {},
  types: Record<string, string> = {},
): LogLine {
  const column = (name: string, type: Frame['fields'][number]['type'], value: unknown) => ({
    name,
    type,
    values: [value],
    config: {},
  });
  const fields = [
    column('labels', 'other', labels),
    column('Time', 'time', 1_700_000_000_123),
    column('Line', 'string', text),
    column('tsNs', 'string', '1700000000123000456'),
    column('id', 'string', `id ${text}`),
    column('labelTypes', 'other', types),
    column('traceID', 'string', null),
  ];
  return logLines([{ refId: 'A', fields, length: 1 }], 'Ascending')[0] as LogLine;
}

const named = (line: LogLine) =>
  fieldsOf(line).map(({ origin, name, value }) => `${origin} ${name}=${value}`);

describe('the fields of a line', () => {
  it('are its labels by where they come from, and what a filter has to know of each', () => {
    const line = lokiLine(
      'x',
      { app: 'shop', pod: 'a', user: '7' },
      { app: 'I', pod: 'S', user: 'P' },
    );
    expect(named(line)).toEqual(['label app=shop', 'metadata pod=a', 'parsed user=7']);
    expect(fieldsOf(line).map(({ filter }) => filter?.labelType)).toEqual(['I', 'S', 'P']);
  });

  it('are found in JSON, nested names joined as LogQL joins them', () => {
    const line = lokiLine('{"a":1,"b":{"c":true,"d":[1,2]},"e":null,"f":""}');
    expect(named(line)).toEqual(['line a=1', 'line b_c=true', 'line b_d=[1,2]', 'line f=']);
    expect(fieldsOf(line)[0]?.filter).toEqual({ labelType: 'P', parser: 'json' });
  });

  it('are found in logfmt, and not told twice where a label says the same', () => {
    const line = lokiLine('level=warn msg="a \\"b\\" c" took=12ms', { level: 'warn' });
    expect(named(line)).toEqual(['label level=warn', 'line msg=a "b" c', 'line took=12ms']);
    expect(valueOf(line, 'took')).toBe('12ms');
  });

  it('are none in plain text, and broken JSON is text', () => {
    expect(named(lokiLine('it took a while'))).toEqual([]);
    expect(named(lokiLine('{"a": 1'))).toEqual([]);
    expect(logfmtPairs('http://x/?a=b 1=2 =x')).toEqual([]);
  });

  it('are found in time in lines built to be slow', () => {
    const started = performance.now();
    logfmtPairs('a="'.repeat(10_000));
    logfmtPairs('a'.repeat(100_000));
    named(lokiLine('{"a":'.repeat(5_000)));
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('the values of a field', () => {
  it('are counted over the lines that have it, the most frequent first', () => {
    const lines = ['a=1', 'a=2', 'a=2', 'b=1', 'a=3', 'a=4'].map((text) => lokiLine(text));
    expect(statisticsOf('a', lines, 2)).toEqual({
      lines: 6,
      present: 5,
      top: [
        { value: '2', count: 2, share: 0.4 },
        { value: '1', count: 1, share: 0.2 },
      ],
      otherValues: 2,
      otherLines: 2,
    });
  });
});

describe('a file of lines', () => {
  const line = lokiLine('=1+1, "x"', { app: 'shop' });
  it('tells times to the nanosecond in every form', () => {
    expect(fileText('txt', [line])).toBe('2023-11-14T22:13:20.123000456Z\t=1+1, "x"\n');
    expect(JSON.parse(fileText('json', [line]))).toEqual([
      {
        timestamp: '2023-11-14T22:13:20.123000456Z',
        level: 'unknown',
        line: '=1+1, "x"',
        labels: { app: 'shop' },
      },
    ]);
  });

  it('has a column a label, and no cell that a spreadsheet would run', () => {
    expect(fileText('csv', [line])).toBe(
      '\ufefftimestamp,level,line,app\r\n2023-11-14T22:13:20.123000456Z,unknown,"\'=1+1, ""x""",shop\r\n',
    );
  });
});
