import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../../kernel/query';
import { loadSourceUi } from '../../../../plugins/datasources';
import {
  DashboardProvider,
  type Dashboard,
  type DashboardSession,
  type DashboardValues,
} from '../../session/context';
import { createVariableStore, type VariableState } from '../../session/variableStore';
import { VariableBar } from './VariableBar';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const choices = ['api', 'web', 'worker'].map((value) => ({ text: value, value }));

function show(
  states: Partial<VariableState>[],
  { sourceOf, ...more }: Partial<Dashboard & DashboardValues> = {},
) {
  const all = states.map((state): VariableState => ({
    model: { name: 'job', type: 'query' },
    selected: ['api'],
    choices,
    filters: [],
    status: 'ready',
    ...state,
  }));
  const snapshot = new Map(all.map((state) => [state.model.name, state]));
  const empty = createVariableStore({
    models: [],
    range: { from: 0, to: 1, raw: { from: '0', to: '1' } },
    asked: {},
    parseFilters: () => [],
    dependenciesOf: () => [],
    lookUp: () => [],
  });
  const reload = vi.fn<(name: string) => Promise<void>>();
  const chooseVariable = vi.fn<(name: string, values: readonly string[]) => void>();
  const session = {
    dashboard: {
      variables: { ...empty, states: () => snapshot, reload },
      chooseVariable,
      ...more,
    },
    values: { sourceOf },
    time: {},
  } as unknown as DashboardSession;
  render(
    <QueryClientProvider client={queryClient}>
      <DashboardProvider session={session}>
        <VariableBar />
      </DashboardProvider>
    </QueryClientProvider>,
  );
  return { chooseVariable, reload };
}

describe('the variables above a dashboard', () => {
  it('show their label and what is selected', () => {
    show([
      {
        model: { name: 'job', label: 'Job', type: 'query', multi: true },
        selected: ['api', 'web', 'worker'],
      },
    ]);
    expect(screen.getByRole('button', { name: 'Job api, web +1' })).toBeTruthy();
  });

  it('choose one value and close', async () => {
    const { chooseVariable } = show([{}]);
    fireEvent.click(screen.getByRole('button', { name: /^job api/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'web' }));
    expect(chooseVariable).toHaveBeenCalledWith('job', ['web']);
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  });

  it('add a value where several may be on, and let All stand alone', async () => {
    const { chooseVariable } = show([
      { model: { name: 'job', type: 'query', multi: true, includeAll: true } },
    ]);
    fireEvent.click(screen.getByRole('button', { name: /^job api/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'web' }));
    expect(chooseVariable).toHaveBeenLastCalledWith('job', ['api', 'web']);
    fireEvent.click(screen.getByRole('option', { name: 'All' }));
    expect(chooseVariable).toHaveBeenLastCalledWith('job', ['$__all']);
  });

  it('hide what is meant to be hidden', () => {
    show([
      { model: { name: 'hidden', type: 'query', hide: 2 } },
      { model: { name: 'constant', type: 'constant' } },
      { model: { name: 'bare', type: 'query', hide: 1 } },
    ]);
    const buttons = screen.getAllByRole('button');
    expect(buttons).toHaveLength(1);
    expect(buttons[0]?.querySelector('b')?.className).toBe('vd-sr');
  });

  it('say that they are loading', () => {
    show([{ status: 'waiting', selected: [] }]);
    expect(screen.getByRole('status').textContent).toContain('Loading job');
  });

  it('say what went wrong and try again', async () => {
    const { reload } = show([{ status: 'error', error: 'prometheus-eu is unreachable' }]);
    fireEvent.click(screen.getByRole('button', { name: /^job api/ }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'prometheus-eu is unreachable',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(reload).toHaveBeenCalledWith('job');
  });

  it('offer as filters what their kind of source knows', async () => {
    const asked = vi.fn<typeof fetch>(async (url) => {
      const isKeys = String(url).endsWith('/uid/logs/resources/labels');
      return new Response(JSON.stringify({ data: isKeys ? ['namespace'] : ['shop', 'spare'] }));
    });
    vi.stubGlobal('fetch', asked);
    const setFilters = vi.fn<Dashboard['setFilters']>();
    await loadSourceUi('loki');
    show([{ model: { name: 'narrow', type: 'adhoc' } }], {
      sourceOf: () => ({ uid: 'logs', name: 'Logs', type: 'loki' }),
      setFilters,
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Add filter' }));
    fireEvent.click(await screen.findByRole('button', { name: /^Label/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'namespace' }));
    fireEvent.click(screen.getByRole('button', { name: /^Value/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'shop' }));
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(setFilters).toHaveBeenCalledWith('narrow', [
      { key: 'namespace', operator: '=', value: 'shop' },
    ]);
    const paths = asked.mock.calls.map(([url]) => String(url));
    expect(paths).toEqual([
      '/api/datasources/uid/logs/resources/labels',
      '/api/datasources/uid/logs/resources/label/namespace/values',
    ]);
  });

  it('take a typed value when Enter is pressed', () => {
    const { chooseVariable } = show([
      { model: { name: 'filter', type: 'textbox' }, selected: ['old'] },
    ]);
    const input = screen.getByRole('textbox', { name: 'filter' });
    fireEvent.change(input, { target: { value: 'new' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(chooseVariable).toHaveBeenCalledWith('filter', ['new']);
  });
});
