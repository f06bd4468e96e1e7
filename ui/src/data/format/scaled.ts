/** The families of units: fixed, decimal, binary, counted and money. */
import { fixed } from './number';
import type { Formatter } from './formatter';

export const SI_PREFIXES = ['f', 'p', 'n', 'µ', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'];
const SI_ONE = SI_PREFIXES.indexOf('');
const BINARY_PREFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei', 'Zi', 'Yi'];
const COUNT_SUFFIXES = ['', 'K', 'M', 'B', 'T'];
const SHORT_SUFFIXES = ['', ' K', ' Mil', ' Bil', ' Tri', ' Quadr', ' Quint', ' Sext', ' Sept'];
const MONEY_DECIMALS = 1;

export function suffixed(text: string): Formatter {
  return (value, decimals) =>
    text ? { text: fixed(value, decimals), suffix: text } : { text: fixed(value, decimals) };
}

export function prefixed(text: string): Formatter {
  return (value, decimals) =>
    text ? { text: fixed(value, decimals), prefix: text } : { text: fixed(value, decimals) };
}

/** Divides by `factor` while the value reaches it and another suffix is left. */
export function stepped(factor: number, suffixes: readonly string[]): Formatter {
  return (value, decimals) => {
    let index = 0;
    let size = value;
    while (Math.abs(size) >= factor && index < suffixes.length - 1) {
      size /= factor;
      index += 1;
    }
    return { text: fixed(size, decimals), suffix: suffixes[index] ?? '' };
  };
}

export const short = stepped(1000, SHORT_SUFFIXES);

export function counted(unit: string): Formatter {
  return stepped(
    1000,
    COUNT_SUFFIXES.map((suffix) => `${suffix} ${unit}`),
  );
}

/** Base 1000; `start` is the exponent the source counts in: 1 for kilo, -1 for milli. */
export function decimal(unit: string, start = 0): Formatter {
  return scaledBy(
    1000,
    SI_PREFIXES.map((prefix) => ` ${prefix}${unit}`),
    SI_ONE + start,
  );
}

/** Base 1024 with IEC prefixes; nothing below one. */
export function binary(unit: string, start = 0): Formatter {
  return scaledBy(
    1024,
    BINARY_PREFIXES.map((prefix) => ` ${prefix}${unit}`),
    start,
  );
}

function scaledBy(base: number, suffixes: readonly string[], start: number): Formatter {
  return (value, decimals) => {
    if (value === 0) return { text: fixed(value, decimals), suffix: suffixes[start] ?? '' };
    const wanted = Math.floor(Math.log10(Math.abs(value)) / Math.log10(base)) + start;
    const index = Math.min(Math.max(wanted, 0), suffixes.length - 1);
    return {
      text: fixed(value / base ** (index - start), decimals),
      suffix: suffixes[index] ?? '',
    };
  };
}

/** `asSuffix` puts the symbol behind: kr. */
export function money(symbol: string, asSuffix = false): Formatter {
  const scale = stepped(1000, COUNT_SUFFIXES);
  return (value, decimals) => {
    const scaled = scale(Math.abs(value), decimals);
    const sign = value < 0 ? '-' : '';
    return asSuffix
      ? { prefix: sign, text: scaled.text, suffix: (scaled.suffix ?? '') + symbol }
      : { prefix: sign + symbol, text: scaled.text, suffix: scaled.suffix ?? '' };
  };
}

/** Money in full, with separators of thousands. */
export function fullMoney(symbol: string, asSuffix: boolean): Formatter {
  return (value, decimals) => {
    const digits = decimals ?? MONEY_DECIMALS;
    const text = value.toLocaleString('en-US', {
      minimumFractionDigits: decimals ? digits : 0,
      maximumFractionDigits: digits,
    });
    return asSuffix ? { text, suffix: symbol } : { text, prefix: symbol };
  };
}

export const percentUnit: Formatter = (value, decimals) => ({
  text: fixed(value * 100, decimals),
  suffix: '%',
});

export function hexadecimal(mark: string): Formatter {
  return (value, decimals) => {
    const text = Number(fixed(value, decimals)).toString(16).toUpperCase();
    return { text: text.startsWith('-') ? `-${mark}${text.slice(1)}` : mark + text };
  };
}

export const scientific: Formatter = (value, decimals) => ({
  text: value.toExponential(
    decimals === null || decimals === undefined ? undefined : Math.min(Math.max(decimals, 0), 100),
  ),
});

export const localised: Formatter = (value, decimals) => ({
  text: value.toLocaleString('en-US', { maximumFractionDigits: decimals ?? 3 }),
});

export function truth(yes: string, no: string): Formatter {
  return (value) => ({ text: value ? yes : no });
}
