import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

// How long real plugins take to load is not what is told here.
vi.mock('../../../src/vedette_plugins/panels/stat/ui/index.ts', () => ({
  default: { api: 1, Panel: () => null },
}));
vi.mock('../../../src/vedette_plugins/panels/text/ui/index.ts', () => ({
  default: { api: 1, Panel: () => null },
}));
vi.mock('../../../src/vedette_plugins/panels/table/ui/index.ts', () => ({
  default: { api: 1, Panel: () => null },
}));

type Plugins = typeof import('./panels');

let plugins: Plugins;

beforeEach(async () => {
  vi.resetModules();
  plugins = await import('./panels');
});
afterEach(cleanup);

/** The panels of a page, asking for their code in the order they stand in. */
function page(...types: string[]) {
  const { result } = renderHook(() => types.map((type) => plugins.usePlugin(type).state));
  return result;
}

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));

describe('the code of panels', () => {
  it('is fetched for heavy panels once a light one is on the screen', async () => {
    const states = page('text', 'stat', 'table');
    await waitFor(() => expect(states.current[1]).toBe('ready'));
    await settle();
    expect(states.current).toEqual(['loading', 'ready', 'loading']);
    plugins.panelDrawn();
    await waitFor(() => expect(states.current).toEqual(['ready', 'ready', 'ready']));
  });

  it('does not wait for ever for a light panel that has nothing to draw', async () => {
    const states = page('text', 'stat');
    await waitFor(() => expect(states.current).toEqual(['ready', 'ready']), { timeout: 5000 });
  });

  it('is fetched at once where no light panel is near', async () => {
    const states = page('text');
    await settle();
    expect(states.current).toEqual(['ready']);
  });

  it('is not looked for where no plugin has the type', () => {
    expect(page('geomap', 'acme-panel').current).toEqual(['planned', 'unknown']);
  });
});
