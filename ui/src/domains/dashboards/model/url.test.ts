import { describe, expect, it } from 'vitest';
import { formatUrl, parseUrl, type UrlState } from './url';

describe('the address of a dashboard', () => {
  it('reads time, variables and the viewed panel', () => {
    expect(
      parseUrl('?orgId=1&from=now-6h&to=now&var-job=api&var-job=web&viewPanel=4&kiosk&tz=utc'),
    ).toEqual({
      from: 'now-6h',
      to: 'now',
      timeZone: 'utc',
      variables: { job: ['api', 'web'] },
      viewPanel: '4',
      kiosk: true,
      rest: [['orgId', '1']],
    });
  });

  it('keeps a variable that was cleared apart from one that was not given', () => {
    expect(parseUrl('?var-filter=').variables).toEqual({ filter: [''] });
  });

  it('reads refresh=false of older links as "off"', () => {
    expect(parseUrl('?refresh=false').refresh).toBe('');
  });

  it('stays readable: colons, slashes and dollars are written as they are', () => {
    const state: UrlState = {
      from: 'now-1d/d',
      to: 'now',
      variables: { job: ['$__all'], path: ['a b/c:9'] },
      rest: [],
    };
    expect(formatUrl(state)).toBe('?from=now-1d/d&to=now&var-job=$__all&var-path=a+b/c:9');
  });

  it('comes back as it was written, whatever the values hold', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const state = randomState(seed);
      expect(parseUrl(formatUrl(state))).toEqual(state);
    }
  });
});

const ALPHABET = [
  'a',
  'Z',
  '0',
  ' ',
  '&',
  '=',
  '+',
  '%',
  '#',
  '?',
  '$',
  '{',
  '}',
  '|',
  '"',
  "'",
  '\\',
  'é',
  '漢',
  '😀',
  '\n',
  ':',
  '/',
  ',',
  '@',
];

function randomState(seed: number): UrlState {
  let x = seed * 2654435761;
  const next = (n: number) => (x = (x * 1103515245 + 12345) % 2147483648) % n;
  const text = (min: number) =>
    Array.from({ length: min + next(8) }, () => ALPHABET[next(ALPHABET.length)]).join('');
  const state: UrlState = { variables: {}, rest: [] };
  if (next(2)) Object.assign(state, { from: text(1), to: text(1) });
  if (next(2)) state.timeZone = text(1);
  if (next(2)) state.refresh = next(2) ? '' : `${1 + next(60)}s`;
  if (next(2)) state.viewPanel = text(1);
  if (next(2)) state.kiosk = true;
  if (next(2)) Object.assign(state, { inspect: text(1), inspectTab: 'json' });
  for (let i = next(4); i > 0; i--)
    state.variables[`v${i}${text(0)}`] = Array.from({ length: 1 + next(3) }, () => text(0));
  if (next(2)) state.rest.push([`x${text(0)}`, text(0)]);
  return state;
}
