import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Frame } from '../data';
import { setBoot, type BootData } from '../kernel/boot';
import { useFieldConfig } from './fieldConfig';

const query = {
  datasourceUid: 'tempo',
  datasourceName: 'Tempo',
  query: { query: '${__value.raw}' },
};
const frames: Frame[] = [
  {
    length: 1,
    fields: [
      {
        name: 'trace',
        type: 'string',
        values: ['abc'],
        config: {
          links: [
            { title: 'Runbook', url: 'https://runbooks.example/${__value.raw}' },
            { title: 'Trace', url: '', internal: query },
          ],
        },
        rowLinks: () => [{ title: 'Logs of this span', internal: query }],
      },
    ],
  },
];

function firstColor(type: string): string | undefined {
  setBoot({ settings: {}, user: null } as unknown as BootData);
  const { result } = renderHook(() =>
    useFieldConfig(
      { type, fieldConfig: { defaults: {}, overrides: [] } },
      { timeZone: 'UTC', timeRange: undefined, interpolate: String },
    ),
  );
  const two = ['a', 'b'].map((name) => ({
    name,
    type: 'number' as const,
    values: [1],
    config: {},
  }));
  return result.current([{ length: 1, fields: two }])[0]?.fields[1]?.display?.(1).color;
}

test('panels distinguish series by color if their manifest declares it', () => {
  expect(firstColor('piechart')).not.toBe(firstColor('stat'));
  expect(firstColor('state-timeline')).toBe(firstColor('timeseries'));
  expect(firstColor('no-such-panel')).toBe(firstColor('stat'));
});

function linksFor(orgRole: string, viewersCanEdit: boolean): string[] {
  setBoot({
    settings: { exploreEnabled: true, viewersCanEdit },
    user: { orgRole, permissions: ['datasources:read'] },
  } as unknown as BootData);
  const { result } = renderHook(() =>
    useFieldConfig(
      { type: 'table', fieldConfig: { defaults: {}, overrides: [] } },
      { timeZone: 'UTC', timeRange: undefined, interpolate: String },
    ),
  );
  const links = result.current(frames)[0]?.fields[0]?.getLinks?.(0) ?? [];
  return links.map(({ title }) => title);
}

test.each([
  ['Viewer', false, ['Runbook']],
  ['Viewer', true, ['Runbook', 'Trace', 'Logs of this span']],
  ['Editor', false, ['Runbook', 'Trace', 'Logs of this span']],
])('%s with viewers_can_edit %s gets only links that open', (role, setting, titles) => {
  expect(linksFor(role, setting)).toEqual(titles);
});
