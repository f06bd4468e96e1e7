import { expect, test } from 'vitest';
import type { DecorateContext, Frame, SourceInfo } from '@vedette/sdk';
import { decorate } from './exemplars';

const exemplars: Frame = {
  length: 1,
  meta: { dataTopic: 'annotations' },
  fields: [
    { name: 'Value', type: 'number', values: [0.2], config: {} },
    { name: 'traceID', type: 'string', values: ['4bf9'], config: {} },
  ],
};

function linksFor(...destinations: object[]) {
  const source: SourceInfo = { uid: 'p', name: 'P', type: 'prometheus', jsonData: { exemplarTraceIdDestinations: destinations } };
  const context: DecorateContext = {
    source,
    sourceByUid: (uid) => (uid === 'tempo' ? { uid, name: 'Traces', type: 'tempo' } : undefined),
    queryOf: () => undefined,
    range: { from: 0, to: 1, raw: { from: '0', to: '1' } },
  };
  return decorate([exemplars], context)[0]?.fields.map(({ config }) => config.links);
}

test('the trace id of an exemplar leads to its trace', () => {
  const internal = { datasourceUid: 'tempo', datasourceName: 'Traces', query: { queryType: 'traceql', query: '${__value.raw}' } };
  expect(linksFor({ name: 'traceID', datasourceUid: 'tempo' })).toEqual([
    undefined,
    [{ title: 'Trace in Traces', url: '', internal }],
  ]);
});

test('or to an address, under the name that was set', () => {
  expect(linksFor({ name: 'traceID', url: 'https://t.example/${__value.raw}', urlDisplayLabel: 'Look' })?.[1]).toEqual([
    { title: 'Look', url: 'https://t.example/${__value.raw}', targetBlank: true },
  ]);
});

test('other labels, and sources that are gone, give no link', () => {
  expect(linksFor({ name: 'span', datasourceUid: 'tempo' }, { name: 'traceID', datasourceUid: 'gone' })).toEqual([undefined, undefined]);
});
