// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { oracle } from '../testing/oracle';
import { unitCatalogue } from './catalogue';
import { isKnownUnit } from './units';
import { formatted, formatValue } from './value';

const VALUES = [
  0, 1, -1, 2, 5, 9.5, 10, 12.345, 59.9, 60, 61, 90, 99.999, 100, 123.456, 365, 366, 500, 999,
  999.4, 999.5, 999.99, 1000, 1000.5, 1023, 1024, 1025, 1440, 1500, 3599, 3600, 3601, 5000, 7200,
  8760, 10000, 12345.678, 65536, 86399, 86400, 90000, 100000, 123456.789, 604800, 999999, 1e6,
  1048576, 1234567, 31535999, 31536000, 31557600, 1e9, 1073741824, 1.5e9, 1.7e12, 1e12, 1e13,
  1.5e15, 1e18, 2.5e21, 0.1, 0.2, 0.25, 0.3333333, 0.5, 0.05, 0.001, 0.00123, 0.999, 0.9999, 1.005,
  1.23456789, 1e-4, 1e-6, 2.5e-7, 1e-9, 5e-10, -0.5, -12.3456, -999.9, -1000, -1234567, -86400, -90,
];
const DECIMALS = [undefined, null, 0, 1, 2, 3, 5];

const CUSTOM = [
  'suffix:req',
  'suffix:',
  'prefix:~',
  'prefix:',
  'si:mA',
  'si:µF',
  'si:B',
  'si:kW',
  'si:',
  'count:users',
  'count:',
  'currency:$',
  'currency:EUR',
  'currency:financial:$',
  'currency:financial:€:suffix',
  'bool:up/down',
  'bool:on',
  'farenheit',
  'no such unit',
  '/ sec',
  'connections',
  'errps',
  'dbm',
  'Bytes',
  'si:mx',
  'prefix:constructor',
  'time:YYYY',
];

/** Names of properties that every object has: a unit of that name is a text behind the number. */
const BUILT_IN = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', 'prototype'];

/** Texts that depend on the moment or the browser are compared by other tests. */
const MOVING = new Set(['dateTimeFromNow', 'dateTimeAsLocal', 'dateTimeAsLocalNoDateIfToday']);

const KNOWN_DIFFERENCES: Record<string, string> = {
  clockms:
    'a negative duration shows its size with a sign there is none for, and past 2^31 hours the reference writes "Invalid date"',
  clocks: 'as clockms',
  dBm: 'version 13 of the package writes "dbm"; 10.4 writes "dBm", and also "-500 mdBm", which no level is',
  Wm2: 'version 13 of the package scales to kW/m²; 10.4 and ours do not',
  locale:
    'the reference follows the language of the browser; ours writes the same text for everybody',
};

function expected(unit: string, value: number, decimals: number | null | undefined): string {
  const result = oracle.getValueFormat(unit)(value, decimals, undefined, 'utc');
  return (result.prefix ?? '') + result.text + (result.suffix ?? '');
}

const ids = [
  ...unitCatalogue().flatMap((group) => group.units.map((unit) => unit.id)),
  ...CUSTOM,
].filter((id) => !MOVING.has(id));

test('every unit that dashboards may name is offered', () => {
  const offered = new Set(unitCatalogue().flatMap((group) => group.units.map((unit) => unit.id)));
  const theirs = oracle
    .getValueFormats()
    .flatMap((group) => (group.submenu ?? []).map((unit) => String(unit.value)));
  expect([...offered].sort()).toEqual(theirs.sort());
});

test('a unit named as a property of every object is a text like any other', () => {
  expect(BUILT_IN.map((unit) => formatted(formatValue(1.5, unit)))).toEqual(
    BUILT_IN.map((unit) => `1.50 ${unit}`),
  );
});

test('levels and fluxes are not scaled, and clocks have hours of two digits', () => {
  expect(formatted(formatValue(-63.5, 'dBm'))).toBe('-63.5 dBm');
  expect(formatted(formatValue(1361, 'Wm2'))).toBe('1361 W/m²');
  expect(formatted(formatValue(3_600_000, 'clockms', 1))).toBe('01h:00m');
  expect(formatted(formatValue(360_000, 'clocks', 0))).toBe('100h');
});

test('a date unit without a pattern writes the date as ISO 8601 does', () => {
  expect(formatted(formatValue(0, 'time:', undefined, 'Europe/Berlin'))).toBe(
    '1970-01-01T01:00:00+01:00',
  );
});

test('values keep the zeros behind the point', () => {
  expect(
    [
      [1536, 'bytes'],
      [30, 'm'],
      [1_230_000, 'short'],
      [12.3, 'none'],
      [1234.56, 'none'],
      [0.00123, 'none'],
      [2, 'none'],
    ].map(([value, unit]) => formatted(formatValue(Number(value), String(unit)))),
  ).toEqual(['1.50 KiB', '30 min', '1.23 Mil', '12.3', '1235', '0.00123', '2']);
});

test('everything offered has a formatter', () => {
  expect(
    unitCatalogue()
      .flatMap((group) => group.units)
      .filter((unit) => !isKnownUnit(unit.id) || unit.name === ''),
  ).toEqual([]);
});

test('what is no finite number has no unit, where the reference writes "∞ years" and "NAN"', () => {
  expect(
    ['bytes', 's', 'hex', 'currencyUSD'].map((unit) => formatted(formatValue(Infinity, unit))),
  ).toEqual(['∞', '∞', '∞', '∞']);
  expect(formatted(formatValue(-Infinity, 'bytes'))).toBe('-∞');
  expect(formatted(formatValue(NaN, 's'))).toBe('NaN');
  expect(formatted(formatValue(null, 's'))).toBe('');
});

test.each(ids)('%s reads as users are used to', (unit) => {
  const different: string[] = [];
  for (const value of VALUES) {
    for (const decimals of DECIMALS) {
      if (unit in KNOWN_DIFFERENCES) continue;
      const wanted = expected(unit, value, decimals);
      const ours = formatted(formatValue(value, unit, decimals, 'utc'));
      if (ours !== wanted)
        different.push(`${value} (${String(decimals)}): ${ours} instead of ${wanted}`);
    }
  }
  expect(different.slice(0, 8)).toEqual([]);
});
