/** From the id of a unit to its formatter. */
import * as family from './scaled';
import { dateFormatters, dateWith } from './date-units';
import { timeFormatters } from './time-units';
import { fixed } from './number';
import { UNIT_TABLE } from './unit-table';
import type { Formatter } from './formatter';

interface UnitRow {
  kind: string;
  text: string;
}

const special: Record<string, Formatter> = {
  none: family.suffixed(''),
  string: (value) => ({ text: String(value) }),
  short: family.short,
  sishort: family.decimal(''),
  percent: (value, decimals) => ({ text: fixed(value, decimals), suffix: '%' }),
  percentunit: family.percentUnit,
  hex: family.hexadecimal(''),
  hex0x: family.hexadecimal('0x'),
  sci: family.scientific,
  locale: family.localised,
  pressurepsi: family.stepped(1000, ['psi', 'ksi', 'Mpsi']),
  bool: family.truth('True', 'False'),
  bool_yes_no: family.truth('Yes', 'No'),
  bool_on_off: family.truth('On', 'Off'),
  ...timeFormatters,
  ...dateFormatters,
};

const ALIASES = new Map([['farenheit', 'fahrenheit']]);

let rows: Map<string, UnitRow> | undefined;

function table(): Map<string, UnitRow> {
  rows ??= new Map(
    UNIT_TABLE.trim()
      .split('\n')
      .map((line): [string, UnitRow] => {
        const [id = '', kind = '', text = ''] = line.split(' ');
        return [id, { kind, text }];
      }),
  );
  return rows;
}

/** Whether a unit has a rule or formatter of its own; anything else is shown behind the number. */
export function isKnownUnit(id: string): boolean {
  return Object.hasOwn(special, id) || table().has(id);
}

export function unitFormatter(unit: string): Formatter {
  const id = ALIASES.get(unit) ?? unit;
  if (Object.hasOwn(special, id)) return special[id] as Formatter;
  const row = table().get(id);
  if (row) return fromRow(row);
  const colon = id.indexOf(':');
  return (
    (colon > 0 && custom(id.slice(0, colon), id.slice(colon + 1))) || family.suffixed(` ${id}`)
  );
}

function fromRow({ kind, text }: UnitRow): Formatter {
  const start = Number(kind.slice(1));
  switch (kind[0]) {
    case 's':
      return family.decimal(text, start);
    case 'b':
      return family.binary(text, start);
    case 'n':
      return family.counted(text);
    case 'c':
      return family.money(text);
    case 'k':
      return family.money(text, true);
    default:
      return family.suffixed(` ${text}`);
  }
}

function custom(key: string, rest: string): Formatter | undefined {
  switch (key) {
    case 'prefix':
      return family.prefixed(rest);
    case 'suffix':
      return family.suffixed(rest ? ` ${rest}` : '');
    case 'time':
      return dateWith(rest || 'YYYY-MM-DDTHH:mm:ssZ');
    case 'count':
      return family.counted(rest);
    case 'si': {
      const start = family.SI_PREFIXES.indexOf(rest.charAt(0)) - family.SI_PREFIXES.indexOf('');
      return rest && start >= -5 && start !== 0
        ? family.decimal(rest.slice(1), start)
        : family.decimal(rest);
    }
    case 'currency': {
      const [form, symbol, side] = rest.split(':');
      if (form !== 'financial' || symbol === undefined) return family.money(rest);
      return symbol ? family.fullMoney(symbol, side === 'suffix') : family.suffixed('');
    }
    case 'bool': {
      const slash = rest.indexOf('/');
      return slash < 0
        ? family.truth(rest, '-')
        : family.truth(rest.slice(0, slash), rest.slice(slash + 1));
    }
    default:
      return undefined;
  }
}
