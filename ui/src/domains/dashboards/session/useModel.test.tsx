import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StoredDashboard } from '../api';
import { useModel } from './useModel';

vi.mock('../../../kernel/boot', () => ({
  boot: () => ({
    settings: {
      datasources: { prom: { uid: 'p1', name: 'prom', type: 'prometheus' } },
      defaultDatasource: 'prom',
    },
  }),
}));

afterEach(cleanup);

const stored = (dashboard: Record<string, unknown>) =>
  ({ dashboard, meta: {} }) as unknown as StoredDashboard;
const current = (uid: string) =>
  stored({
    uid,
    title: uid,
    schemaVersion: 39,
    tags: [],
    links: [],
    panels: [],
    templating: { list: [] },
    annotations: { list: [] },
    timepicker: {},
    time: { from: 'now-1h', to: 'now' },
  });
const old = (uid: string) =>
  stored({
    uid,
    title: uid,
    schemaVersion: 14,
    rows: [{ panels: [{ id: 1, type: 'graph', datasource: 'prom' }] }],
  });

const open = (first: StoredDashboard | undefined) =>
  renderHook(({ dashboard }) => useModel(dashboard), { initialProps: { dashboard: first } });

describe('a stored dashboard', () => {
  it('of today is there at once, as it is stored', () => {
    const dashboard = current('now');
    expect(open(dashboard).result.current?.model).toBe(dashboard.dashboard);
  });

  it('of long ago comes in the current form, its data sources found by name', async () => {
    const { result } = open(old('then'));
    expect(result.current).toBeUndefined();
    await waitFor(() => expect(result.current?.model.panels).toHaveLength(1));
    expect(result.current?.model.panels[0]).toMatchObject({
      type: 'timeseries',
      datasource: { type: 'prometheus', uid: 'p1' },
    });
  });

  it('gives way to another one without showing the one before under its name', async () => {
    const { result, rerender } = open(old('first'));
    await waitFor(() => expect(result.current?.model.uid).toBe('first'));
    rerender({ dashboard: undefined });
    expect(result.current).toBeUndefined();
    rerender({ dashboard: old('second') });
    expect(result.current).toBeUndefined();
    await waitFor(() => expect(result.current?.model.uid).toBe('second'));
  });

  it('stays on screen while a newly saved version of it is upgraded', async () => {
    const { result, rerender } = open(old('same'));
    await waitFor(() => expect(result.current).toBeDefined());
    const next = old('same');
    rerender({ dashboard: next });
    expect(result.current?.model.uid).toBe('same');
    await waitFor(() => expect(result.current?.stored).toBe(next));
  });
});
