import { beforeAll, describe, expect, test } from 'vitest';
import { loadPatternEngine } from '../pattern';
import type { VariableModel } from '../dashboard';
import { dependencyOrder, VariableCycleError } from './dependencies';
import { promqlRegex, sqlValue } from './formats';
import { globalVariables } from './globals';
import { interpolate, referencedVariables } from './interpolate';
import { customOptions, intervalOptions, queryOptions } from './options';
import { adHocFromText, adHocToText, variablesFromQuery, variablesToQuery } from './url';
import { variableValue, type VariableValue } from './value';

beforeAll(() => loadPatternEngine());

const single: VariableValue = { text: 'Alpha', value: 'a.b' };
const multi: VariableValue = { text: ['A', 'B'], value: ['a.b', "c'd"], multi: true };
const all: VariableValue = {
  text: 'All',
  value: '$__all',
  multi: true,
  includeAll: true,
  options: ['x', 'y'],
};
const allRaw: VariableValue = { ...all, allValue: '.*' };
const vars = { host: single, hosts: multi, all, allRaw };
const filled = (text: string, format?: string): string =>
  interpolate(text, vars, format ? { format } : {});

describe('variables in texts', () => {
  test('every way to write one is read', () => {
    expect(
      filled('$host ${host} [[host]] ${host:raw} [[host:csv]] $hostx ${unknown} $5 $ cost'),
    ).toBe('a.b a.b a.b a.b a.b $hostx ${unknown} $5 $ cost');
  });

  test.each([
    ['csv', 'a.b', "a.b,c'd"],
    ['raw', 'a.b', "a.b,c'd"],
    ['pipe', 'a.b', "a.b|c'd"],
    ['glob', 'a.b', "{a.b,c'd}"],
    ['regex', 'a\\.b', "(a\\.b|c'd)"],
    ['json', 'a.b', '["a.b","c\'d"]'],
    ['distributed', 'a.b', "a.b,NAME=c'd"],
    ['doublequote', '"a.b"', '"a.b","c\'d"'],
    ['singlequote', "'a.b'", "'a.b','c\\'d'"],
    ['sqlstring', "'a.b'", "'a.b','c''d'"],
    ['lucene', 'a.b', '("a.b" OR "c\'d")'],
    ['percentencode', 'a.b', '%7Ba.b%2Cc%27d%7D'],
    ['queryparam', 'var-NAME=a.b', 'var-NAME=a.b&var-NAME=c%27d'],
    ['customqueryparam:p', 'p=a.b', 'p=a.b&p=c%27d'],
    ['customqueryparam:p:x-', 'p=x-a.b', 'p=x-a.b&p=x-c%27d'],
    ['join:;', 'a.b', "a.b;c'd"],
    ['html', 'a.b', 'a.b, c&#39;d'],
    ['text', 'Alpha', 'A + B'],
    ['no such format', 'a.b', "{a.b,c'd}"],
  ])('format %s', (format, ofOne, ofSeveral) => {
    expect(filled(`\${host:${format}}`)).toBe(ofOne.replaceAll('NAME', 'host'));
    expect(filled(`\${hosts:${format}}`)).toBe(ofSeveral.replaceAll('NAME', 'hosts'));
  });

  test('the format of the caller holds where the text names none', () => {
    expect(filled('$hosts ${hosts:csv}', 'pipe')).toBe("a.b|c'd a.b,c'd");
  });

  test('All is every option, or its own value unescaped', () => {
    expect(filled('$all ${all:regex} ${all:text} ${all:queryparam}')).toBe(
      '{x,y} (x|y) All var-all=%24__all',
    );
    expect(filled('$allRaw ${allRaw:regex}')).toBe('.* .*');
  });

  test('a value that looks like a variable is not read again', () => {
    expect(interpolate('$a', { a: { text: '$host', value: '$host' }, host: single })).toBe('$host');
  });

  test('names of the object prototype are no variables', () => {
    expect(filled('$constructor ${toString} $__proto__')).toBe(
      '$constructor ${toString} $__proto__',
    );
  });

  test('Prometheus gets values for its matchers', () => {
    const prom = (text: string): string => interpolate(text, vars, { format: promqlRegex });
    expect(prom('{host="$host"}')).toBe('{host="a.b"}');
    expect(prom('{host=~"$hosts"}')).toBe('{host=~"(a\\\\.b|c\'d)"}');
    expect(prom('{host=~"$all"} ${allRaw}')).toBe('{host=~"(x|y)"} .*');
    expect(prom('${hosts:pipe}')).toBe("a.b|c'd");
    expect(promqlRegex('say "hi"', {})).toBe('say \\"hi\\"');
    expect(promqlRegex(['only.one'], { multi: true })).toBe('only\\\\.one');
  });

  test('names used in a text are found once each', () => {
    expect(referencedVariables('$a ${b:csv} [[c]] $a ${__from:date:iso} ${d.e}')).toEqual([
      'a',
      'b',
      'c',
      '__from',
      'd',
    ]);
  });

  test('the dashboard itself has variables', () => {
    const globals = globalVariables({
      range: { from: 0, to: 3_600_000, raw: { from: 'now-1h', to: 'now' } },
      timeZone: 'UTC',
      dashboard: { uid: 'u1', title: 'My board' },
      user: { id: 1, login: 'ada', email: 'a@b.c' },
      org: { id: 7, name: 'Main' },
      intervalMs: 15_000,
      scrapeMs: 15_000,
      variables: { host: single, hosts: multi, hidden: { ...single, skipUrlSync: true } },
    });
    const text =
      '$__from ${__to:date:iso} ${__to:date:seconds} ${__to:date:YYYY-MM-DD HH:mm} $__range $__range_s $__interval $__rate_interval $__dashboard ${__dashboard.uid} ${__user.login} ${__org.name} ${__url_time_range}';
    expect(interpolate(text, globals, { format: 'regex' })).toBe(
      '0 1970-01-01T01:00:00.000Z 3600 1970-01-01 01:00 3600s 3600 15s 1m My board u1 ada Main from=now-1h&to=now',
    );
    expect(interpolate('${__all_variables}', globals)).toBe(
      'var-host=a.b&var-hosts=a.b&var-hosts=c%27d',
    );
  });
});

describe('what a variable offers', () => {
  test('a written list, with texts and commas in values', () => {
    expect(customOptions('a, b\\,c, One : 1 ,, http://x:9090')).toEqual([
      { text: 'a', value: 'a' },
      { text: 'b,c', value: 'b,c' },
      { text: 'One', value: '1' },
      { text: 'http://x:9090', value: 'http://x:9090' },
    ]);
    expect(intervalOptions('1m,10m, "1h"')).toEqual(['1m', '10m', '1h']);
  });

  const values = ['host-10', 'host-9', 'Web-1', 'host-10'];
  const texts = (regex: string, sort = 0, from: readonly string[] = values): string[] =>
    queryOptions(from, regex, sort).map((option) => `${option.text}=${option.value}`);

  test('a filter, a group, or text and value apart', () => {
    expect(texts('/host/')).toEqual(['host-10=host-10', 'host-9=host-9']);
    expect(texts('/-(\\d+)$/')).toEqual(['10=10', '9=9', '1=1']);
    expect(texts('/(?<text>\\w+)-(?<value>\\d+)/', 0, ['host-10'])).toEqual(['host=10']);
    expect(texts('/(?<value>\\d+)/')).toEqual(['10=10', '9=9', '1=1']);
    expect(
      texts('/id="(?<value>[^"]+)|name="(?<text>[^"]+)/g', 0, ['m{id="7",name="seven"}']),
    ).toEqual(['seven=7']);
    expect(texts('host')).toEqual(['host-10=host-10', 'host-9=host-9']);
  });

  test.each([
    [1, ['Web-1', 'host-10', 'host-9']],
    [2, ['host-9', 'host-10', 'Web-1']],
    [3, ['Web-1', 'host-9', 'host-10']],
    [4, ['host-10', 'host-9', 'Web-1']],
    [5, ['host-10', 'host-9', 'Web-1']],
    [6, ['Web-1', 'host-9', 'host-10']],
    [7, ['host-9', 'host-10', 'Web-1']],
    [8, ['Web-1', 'host-10', 'host-9']],
  ])('sort mode %i', (sort, wanted) => {
    expect(queryOptions(values, '', sort).map((option) => option.text)).toEqual(wanted);
  });

  test('stored selections become values', () => {
    const model: VariableModel = {
      name: 'x',
      type: 'query',
      multi: true,
      includeAll: true,
      allValue: '',
      current: { text: ['All'], value: ['$__all'] },
      options: [
        { text: 'All', value: '$__all' },
        { text: 'a', value: 'a' },
      ],
    };
    expect(interpolate('$x', { x: variableValue(model) })).toBe('a');
  });
});

describe('the order of refreshing', () => {
  const variable = (
    name: string,
    query: string,
    extra: Partial<VariableModel> = {},
  ): VariableModel => ({
    name,
    type: 'query',
    query,
    ...extra,
  });
  const names = (list: VariableModel[]): string[][] =>
    dependencyOrder(list).map((step) => step.map((one) => one.name));

  test('what is used comes first, the rest together', () => {
    const list = [
      variable('pod', 'label_values(up{ns="$ns", job=~"${job}"}, pod)'),
      variable('ns', 'label_values(ns)', { datasource: { uid: '${ds}' } }),
      variable('job', 'label_values(job)'),
      variable('ds', 'prometheus', { type: 'datasource' }),
    ];
    expect(names(list)).toEqual([['job', 'ds'], ['ns'], ['pod']]);
  });

  test('a filter counts as well, its own name and globals do not', () => {
    expect(names([variable('a', 'x($__range) $a', { regex: '/$b/' }), variable('b', 'y')])).toEqual(
      [['b'], ['a']],
    );
  });

  test('a circle is an error that names it', () => {
    const list = [
      variable('a', '$b'),
      variable('b', '$c'),
      variable('c', '$a'),
      variable('d', 'x'),
    ];
    expect(() => dependencyOrder(list)).toThrow(VariableCycleError);
    expect(() => dependencyOrder(list)).toThrow('a -> b -> c -> a');
  });
});

describe('variables in the address', () => {
  test('are read and written', () => {
    expect(
      variablesFromQuery('?from=now-1h&var-host=a&var-host=b%26c&var-all=%24__all&x=1&var-empty='),
    ).toEqual({ host: ['a', 'b&c'], all: ['$__all'], empty: [''] });
    expect(
      variablesToQuery({
        host: single,
        hosts: multi,
        none: { text: [], value: [] },
        skipped: { ...single, skipUrlSync: true },
      }),
    ).toBe('var-host=a.b&var-hosts=a.b&var-hosts=c%27d&var-none=');
  });

  test('filters keep bars in their values', () => {
    const filter = { key: 'job', operator: '=~', value: 'a|b#1' };
    expect(adHocToText(filter)).toBe('job|=~|a__gfp__b__gfh__1');
    expect(adHocFromText(adHocToText(filter))).toEqual(filter);
    expect(adHocFromText('job|=')).toBeUndefined();
    expect(variablesToQuery({ Filters: { text: '', value: '', filters: [filter] } })).toBe(
      'var-Filters=job%7C%3D~%7Ca__gfp__b__gfh__1',
    );
  });
});

describe('values in SQL', () => {
  test.each([
    ["it's", {}, "it''s"],
    ["it's", { multi: true }, "'it''s'"],
    [['a', "b'c"], { multi: true }, "'a','b''c'"],
    ['7', { includeAll: true }, "'7'"],
  ] as [string | string[], object, string][])('%j %j', (value, variable, expected) => {
    expect(sqlValue(value, variable)).toBe(expected);
  });
});
