/** Numbers as people write them: `1k`, `10 MiB`, `1.5h`, read in the unit of the option. */

const SI: Record<string, number> = { k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 };
const PREFIXES = Object.keys(SI);
const IEC: Record<string, number> = Object.fromEntries(
  PREFIXES.map((prefix, index) => [`${prefix}i`.replace('k', 'K'), 1024 ** (index + 1)]),
);
const SECONDS: Record<string, number> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  min: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  y: 31_536_000,
};

/** Seconds in one of the unit. */
const TIMES: Record<string, number> = {
  ...SECONDS,
  dtdurationms: 1e-3,
  dtdurations: 1,
  clockms: 1e-3,
  clocks: 1,
  timeticks: 0.01,
};

/** Bits in one of the unit, and whether a bare prefix such as `k` counts 1024. */
function sizeOf(unit: string): { bits: number; binary: boolean } | undefined {
  const known = {
    bytes: [8, true],
    decbytes: [8, false],
    bits: [1, true],
    decbits: [1, false],
    binBps: [8, true],
    Bps: [8, false],
    binbps: [1, true],
    bps: [1, false],
  }[unit];
  if (known) return { bits: known[0] as number, binary: known[1] as boolean };
  const bytes = /^(dec)?([kmgtp])bytes$/.exec(unit);
  if (bytes) {
    const power = 'kmgtp'.indexOf(bytes[2] ?? '') + 1;
    return { bits: 8 * (bytes[1] ? 1000 : 1024) ** power, binary: !bytes[1] };
  }
  const rate = /^([KMGTP])(i)?(B|bit)s$/.exec(unit);
  if (!rate) return undefined;
  const power = 'KMGTP'.indexOf(rate[1] ?? '') + 1;
  return { bits: (rate[3] === 'B' ? 8 : 1) * (rate[2] ? 1024 : 1000) ** power, binary: !!rate[2] };
}

const prefixFactor = (prefix: string, binary: boolean): number | undefined => {
  if (prefix === '') return 1;
  const si = prefix === 'K' ? 'k' : prefix;
  if (IEC[prefix]) return IEC[prefix];
  return binary ? IEC[`${si}i`.replace('ki', 'Ki')] : SI[si];
};

function factorOf(suffix: string, unit: string): number | undefined {
  const perUnit = TIMES[unit];
  if (perUnit !== undefined) {
    const seconds = SECONDS[suffix];
    return seconds === undefined ? prefixFactor(suffix, false) : seconds / perUnit;
  }
  const size = sizeOf(unit);
  if (size) {
    const match = /^([kKMGTPE]i?)?(B|b|bit|bits|byte|bytes)?(?:\/s|ps)?$/.exec(suffix);
    if (!match) return undefined;
    const { 1: prefix = '', 2: word } = match;
    // `10k` of kilobytes is 10 000 of them; with a word the size is absolute.
    if (!word) return prefixFactor(prefix, size.binary);
    const factor = prefixFactor(prefix, false);
    return factor && (factor * (/^(B|byte)/.test(word) ? 8 : 1)) / size.bits;
  }
  if (unit === 'percentunit' && suffix === '%') return 0.01;
  if ((unit === 'percent' && suffix === '%') || suffix === unit) return 1;
  return prefixFactor(suffix, false);
}

/**
 * The number of a text in `unit` (a unit id, or the text shown after the number); null for an empty
 * text, undefined for anything that is no number.
 */
export function parseQuantity(text: string, unit = ''): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(\S*)$/i.exec(
    trimmed.replace('−', '-'),
  );
  if (!match) return undefined;
  const number = Number(match[1]);
  const suffix = match[2] ?? '';
  const factor = suffix === '' ? 1 : factorOf(suffix, unit);
  if (factor === undefined || !Number.isFinite(number)) return undefined;
  return factor === 1 ? number : Number((number * factor).toPrecision(15));
}
