import { describe, expect, it } from 'vitest';
import { rangeFromText, readEnd, readRange } from './editing';
import { rangeToText, shifted, zoomedOut } from './moves';

const options = { timeZone: 'UTC', now: Date.UTC(2026, 10, 21, 12) };
const range = (from: number, to: number) => ({
  from,
  to,
  raw: { from: String(from), to: String(to) },
});

describe('moving a time range', () => {
  it('zooms out around its middle', () => {
    expect(zoomedOut(range(1_000_000, 2_000_000))).toEqual({ from: '500000', to: '2500000' });
  });
  it('moves by half a window', () => {
    expect(shifted(range(1000, 3000), -1)).toEqual({ from: '0', to: '2000' });
    expect(shifted(range(1000, 3000), 1, 1e6)).toEqual({ from: '2000', to: '4000' });
  });
  it('does not move past now', () => {
    expect(shifted(range(1000, 3000), 1, 3500)).toEqual({ from: '1500', to: '3500' });
  });
});

describe('reading a typed time', () => {
  it.each([
    ['now-6h', 'now-6h'],
    ['now - 6h', 'now-6h'],
    ['6h', 'now-6h'],
    ['now/d', 'now/d'],
    ['2026-11-21 10:30', String(Date.UTC(2026, 10, 21, 10, 30))],
    ['1700000000', '1700000000000'],
    ['1700000000000', '1700000000000'],
  ])('%s', (text, expected) => expect(readEnd(text, false, options)).toBe(expected));

  it('says which end it cannot read, and when the end is before the start', () => {
    expect(readRange('soon', 'now', options)).toMatchObject({
      from: expect.stringContaining('now-6h') as string,
    });
    expect(readRange('now', 'now-1h', options)).toEqual({
      to: 'The end must be after the start.',
    });
  });
});

describe('pasting a time range', () => {
  const copied = { from: 'now-2h', to: 'now-1h' };
  it('takes what was copied here', () =>
    expect(rangeFromText(rangeToText(copied), options)).toEqual(copied));
  it('takes it out of a link', () =>
    expect(rangeFromText('https://x/d/a?from=now-2h&to=now-1h', options)).toEqual(copied));
  it('takes two times in words', () =>
    expect(rangeFromText('now-2h to now-1h', options)).toEqual(copied));
  it('refuses other text', () => expect(rangeFromText('hello', options)).toBeUndefined());
});
