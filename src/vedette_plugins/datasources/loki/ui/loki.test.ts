// @vitest-environment happy-dom
import type { Frame } from '@vedette/sdk';
import { describe, expect, it } from 'vitest';
import { logContext, supplementary } from './besides';
import { decorate } from './derived';
import { mistakes } from './language';
import { isLogQuery, selectorOf, withFilter } from './logql';
import { parseLookUp } from './variables';

const range = { from: 0, to: 3_600_000, raw: { from: 'now-1h', to: 'now' } };
const lines: Frame = {
  refId: 'A',
  length: 2,
  fields: [
    {
      name: 'labels',
      type: 'other',
      values: [{ app: 'shop', pod: 'p1', user: '7' }, { app: 'shop' }],
      config: {},
    },
    { name: 'Time', type: 'time', values: [1000, 2000], config: {} },
    { name: 'Line', type: 'string', values: ['msg=paid traceID=abc123', 'nothing'], config: {} },
    { name: 'tsNs', type: 'string', values: ['1000000000', '2000000000'], config: {} },
    {
      name: 'labelTypes',
      type: 'other',
      values: [{ app: 'I', pod: 'S', user: 'P' }, { app: 'I' }],
      config: {},
    },
  ],
};
const decorated = (derivedFields: unknown) =>
  decorate([lines], {
    source: { uid: 'l', name: 'Loki', type: 'loki', jsonData: { derivedFields } },
    sourceByUid: (uid) =>
      uid === 'tempo'
        ? {
            uid,
            name: 'Traces',
            type: 'tempo',
            meta: { id: 'tempo', name: 'Tempo', queryText: 'query' },
          }
        : undefined,
    queryOf: () => undefined,
    range,
  })[0];

describe('a derived field', () => {
  it('leads from a part of the line to the trace', () => {
    const field = decorated([
      {
        name: 'Trace',
        matcherRegex: 'traceID=(\\w+)',
        url: '${__value.raw}',
        datasourceUid: 'tempo',
      },
    ])?.fields.at(-1);
    expect(field?.values).toEqual(['abc123', null]);
    expect(field?.config.links?.[0]?.internal).toEqual({
      datasourceUid: 'tempo',
      datasourceName: 'Traces',
      query: { query: '${__value.raw}', queryType: 'traceql' },
    });
  });

  it('takes the value of a label, and leads to an address', () => {
    const field = decorated([
      { name: 'User', matcherType: 'label', matcherRegex: 'user', url: 'https://x/${__value.raw}' },
    ])?.fields.at(-1);
    expect(field?.values).toEqual(['7', null]);
    expect(field?.config.links?.[0]).toMatchObject({
      title: 'User',
      url: 'https://x/${__value.raw}',
    });
  });

  it('of one name and two targets is one column with two links', () => {
    const one = { name: 'Trace', matcherRegex: 'traceID=(\\w+)', url: 'https://x/${__value.raw}' };
    const fields = decorated([one, { ...one, url: 'https://y/${__value.raw}' }])?.fields.filter(
      ({ name }) => name === 'Trace',
    );
    expect(fields).toHaveLength(1);
    expect(fields?.[0]?.config.links).toHaveLength(2);
  });

  it('that cannot be read is reported, and the lines are shown', () => {
    const frame = decorated([{ name: 'Bad', matcherRegex: '(' }]);
    expect(frame?.meta?.notices?.[0]?.text).toContain('Bad');
    expect(frame?.fields).toHaveLength(5);
  });
});

describe('a LogQL query', () => {
  it('asks for lines or for numbers', () => {
    expect(isLogQuery('{a="b"} |= "x" | json')).toBe(true);
    expect(isLogQuery('{a="b"} | line_format "{{.rate}}"')).toBe(true);
    expect(isLogQuery('rate({a="b"}[$__auto])')).toBe(false);
    expect(selectorOf('rate({a="b", c=~"}"}[5m])')).toBe('{a="b", c=~"}"}');
  });

  it('marks the first mistake', () => {
    expect(mistakes('{a="b"} | json | x="$v" [')).toHaveLength(1);
    expect(mistakes('sum(rate({a="$b"}[$__auto]))')).toEqual([]);
    expect(mistakes('{a=b}')[0]?.message).toContain('b');
  });

  it.each([
    ['{a="b"}', 'I', '{a="b", level="x"}'],
    ['{}', 'I', '{level="x"}'],
    ['{a="b"} |= "y" | json', 'P', '{a="b"} |= "y" | json | level="x"'],
    ['{a="b"}', 'S', '{a="b"} | level="x"'],
    ['rate({a="b"} | json [5m])', 'P', 'rate({a="b"} | json | level="x" [5m])'],
    ['{a="b"} | level="x"', 'S', '{a="b"} | level="x"'],
  ])('takes a filter: %s (%s)', (expr, labelType, after) => {
    const filter = { key: 'level', operator: '=', value: 'x', labelType };
    expect(withFilter({ refId: 'A', expr }, filter).expr).toBe(after);
  });
});

describe('a filter for a field that the page read from the line', () => {
  it.each([
    ['{a="b"} |= "y"', 'json', '{a="b"} |= "y" | json | user_id="7\\n"'],
    ['{a="b"}', 'logfmt', '{a="b"} | logfmt | user_id="7\\n"'],
    ['{a="b"} | json', 'json', '{a="b"} | json | user_id="7\\n"'],
  ])('parses it first: %s by %s', (expr, parser, after) => {
    const filter = { key: 'user.id', operator: '=', value: '7\n', labelType: 'P', parser };
    expect(withFilter({ refId: 'A', expr }, filter).expr).toBe(after);
  });
});

describe('besides a log query', () => {
  it('its volume is counted by level', () => {
    const [volume] = supplementary({ refId: 'A', expr: '{a="b"} |= "x"' });
    expect(volume?.query).toMatchObject({
      expr: 'sum by (level, detected_level) (count_over_time({a="b"} |= "x" | drop __error__ [$__auto]))',
      supportingQueryType: 'logsVolume',
    });
    expect(supplementary({ refId: 'A', expr: 'rate({a="b"}[5m])' })).toEqual([]);
  });

  it('lines around one are those of its stream, at its exact time', () => {
    const ask = (direction: 'before' | 'after') =>
      logContext({ frame: lines, row: 0, query: { refId: 'A' }, direction, limit: 10 })?.queries[0];
    expect(ask('before')).toMatchObject({
      expr: '{app="shop"}',
      direction: 'backward',
      endNs: '1000000001',
      maxLines: 10,
    });
    expect(ask('after')).toMatchObject({
      expr: '{app="shop"}',
      direction: 'forward',
      startNs: '1000000000',
    });
  });
});

describe('the text form of a variable', () => {
  it.each([
    ['label_names()', { kind: 'names' }],
    ['label_values(app)', { kind: 'values', label: 'app', selector: undefined }],
    [
      'label_values({env=~"a|b", x="}"}, app)',
      { kind: 'values', label: 'app', selector: '{env=~"a|b", x="}"}' },
    ],
    [
      { type: 1, label: 'app', stream: '{a="b"}' },
      { kind: 'values', label: 'app', selector: '{a="b"}' },
    ],
    ['nonsense', undefined],
  ])('%j', (query, expected) => {
    expect(parseLookUp(query)).toEqual(expected);
  });
});
