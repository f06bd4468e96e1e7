import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DashboardProvider, type DashboardSession } from '../../session/context';
import { createVariableStore, type VariableState } from '../../session/variableStore';
import { VariableBar } from './VariableBar';

afterEach(cleanup);

const choices = ['api', 'web', 'worker'].map((value) => ({ text: value, value }));

function show(states: Partial<VariableState>[], more: Partial<DashboardSession> = {}) {
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
    variables: { ...empty, states: () => snapshot, reload },
    chooseVariable,
    ...more,
  } as unknown as DashboardSession;
  render(
    <DashboardProvider value={session}>
      <VariableBar />
    </DashboardProvider>,
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
    expect((await screen.findByRole('alert')).textContent).toContain('prometheus-eu is unreachable');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(reload).toHaveBeenCalledWith('job');
  });

  it('take a typed value when Enter is pressed', () => {
    const { chooseVariable } = show([{ model: { name: 'filter', type: 'textbox' }, selected: ['old'] }]);
    const input = screen.getByRole('textbox', { name: 'filter' });
    fireEvent.change(input, { target: { value: 'new' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(chooseVariable).toHaveBeenCalledWith('filter', ['new']);
  });
});
