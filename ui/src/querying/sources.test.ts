import { describe, expect, it } from 'vitest';
import { resolveSource, sourcesFrom, sourcesOfType } from './sources';

const prom = { uid: 'p1', name: 'Prometheus', type: 'prometheus', isDefault: true };
const second = { uid: 'p2', name: 'Prometheus EU', type: 'prometheus' };
const loki = { uid: 'l1', name: 'Loki', type: 'loki' };
const sources = sourcesFrom([prom, second, loki]);
const fill = (text: string) => text.replace(/\$\{?ds\}?/, 'p2').replace('$nothing', '');
const resolve = (ref: Parameters<typeof resolveSource>[0]) => resolveSource(ref, sources, fill);

describe('the data source of a panel', () => {
  it('is the default one when none is named', () => {
    expect(resolve(null)).toEqual({ kind: 'source', source: prom });
    expect(resolve(undefined)).toEqual({ kind: 'source', source: prom });
    expect(resolve('default')).toEqual({ kind: 'source', source: prom });
  });
  it('is found by uid, by name, and through a variable', () => {
    expect(resolve({ uid: 'l1' })).toEqual({ kind: 'source', source: loki });
    expect(resolve('Loki')).toEqual({ kind: 'source', source: loki });
    expect(resolve({ type: 'prometheus', uid: '${ds}' })).toEqual({
      kind: 'source',
      source: second,
    });
    expect(resolve('$ds')).toEqual({ kind: 'source', source: second });
  });
  it('is the default of its kind when an import input was never filled', () => {
    expect(resolve({ type: 'loki', uid: '${DS_LOKI}' })).toEqual({ kind: 'source', source: loki });
    expect(resolve('${DS_PROMETHEUS}')).toEqual({ kind: 'source', source: prom });
  });
  it('may be one of the special ones', () => {
    expect(resolve({ type: 'datasource', uid: '-- Mixed --' }).kind).toBe('mixed');
    expect(resolve('-- Dashboard --').kind).toBe('dashboard');
    expect(resolve({ type: 'datasource', uid: 'grafana' })).toMatchObject({
      source: { uid: 'grafana' },
    });
    expect(resolve({ type: '__expr__', uid: '__expr__' }).kind).toBe('expression');
  });
  it('is named when it does not exist', () => {
    expect(resolve({ type: 'prometheus', uid: 'gone' })).toEqual({
      kind: 'missing',
      wanted: 'gone',
    });
  });
  it('is not guessed where a variable has nothing selected', () => {
    expect(resolve('$nothing')).toEqual({ kind: 'missing', wanted: '$nothing' });
    expect(resolve({ type: 'loki', uid: '$nothing' })).toEqual({ kind: 'source', source: loki });
  });
  it('is offered by kind and name pattern to a data source variable', () => {
    expect(sourcesOfType(sources, 'prometheus', /EU$/)).toEqual([second]);
  });
});
