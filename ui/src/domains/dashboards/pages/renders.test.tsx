import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Route } from 'wouter';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setBoot, type BootData } from '../../../kernel/boot';
import { queryClient } from '../../../kernel/query';
import type { PanelProps } from '../../../sdk/panel';
import { DashboardPage } from './DashboardPage';

const renders = vi.hoisted(() => ({ panels: [] as string[], charts: [] as string[], bar: 0 }));

// Each header is drawn exactly when its panel is; what it shows is tested elsewhere.
vi.mock('../parts/panel/PanelHeader', async (importOriginal) => {
  const { PanelHeader } = await importOriginal<typeof import('../parts/panel/PanelHeader')>();
  return {
    PanelHeader: (props: Parameters<typeof PanelHeader>[0]) => {
      renders.panels.push(props.title);
      return <PanelHeader {...props} />;
    },
  };
});
vi.mock('../../../timepicker/RefreshControl', () => ({
  RefreshControl: () => {
    renders.bar += 1;
    return null;
  },
}));
// A panel plugin that draws its title.
vi.mock('../../../plugins/panels', async (importOriginal) => {
  const plugin = {
    Panel: ({ title }: PanelProps<object>) => {
      renders.charts.push(title);
      return <p>{title}</p>;
    },
  };
  const state = { state: 'ready', plugin };
  return { ...(await importOriginal<object>()), usePlugin: () => state };
});

const expressions = [
  ...Array.from({ length: 10 }, () => 'up{job="$job"}'),
  ...Array.from({ length: 5 }, () => 'up{env="$env"}'),
  ...Array.from({ length: 5 }, () => 'up'),
];
const prometheus = { type: 'prometheus', uid: 'p' };
const dashboard = {
  uid: 'many',
  title: 'Many panels',
  schemaVersion: 39,
  tags: [],
  links: [],
  annotations: { list: [] },
  timepicker: {},
  time: { from: 'now-1h', to: 'now' },
  templating: {
    list: [
      { name: 'job', type: 'custom', query: 'api,web', current: { text: 'api', value: 'api' } },
      { name: 'env', type: 'textbox', query: 'prod', current: { text: 'prod', value: 'prod' } },
    ],
  },
  panels: expressions.map((expr, index) => ({
    id: index + 1,
    type: 'stat',
    title: `Panel ${index + 1}`,
    datasource: prometheus,
    gridPos: { x: (index % 4) * 6, y: Math.floor(index / 4) * 6, w: 6, h: 6 },
    targets: [{ refId: 'A', expr, datasource: prometheus }],
  })),
};
const answer = {
  results: {
    A: {
      frames: [
        { schema: { fields: [{ name: 'Value', type: 'number' }] }, data: { values: [[1]] } },
      ],
    },
  },
};

let queries: string[] = [];

beforeEach(() => {
  queries = [];
  setBoot({
    settings: {
      datasources: { P: { ...prometheus, name: 'P', isDefault: true, jsonData: {}, meta: {} } },
      defaultDatasource: 'P',
      minRefreshInterval: '5s',
    },
    user: null,
  } as unknown as BootData);
  window.history.replaceState(null, '', '/d/many');
  vi.stubGlobal('fetch', async (url: string, init: { body?: string }) => {
    const { pathname } = new URL(url, window.location.origin);
    if (pathname === '/api/dashboards/uid/many') return Response.json({ dashboard, meta: {} });
    if (pathname !== '/api/ds/query') return Response.json([]);
    const body = JSON.parse(init.body ?? '{}') as { queries: { expr: string }[] };
    queries.push(body.queries[0]?.expr ?? '');
    return Response.json(answer);
  });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly report: IntersectionObserverCallback) {}
      observe(target: Element) {
        this.report(
          [{ target, isIntersecting: true } as IntersectionObserverEntry],
          this as unknown as IntersectionObserver,
        );
      }
      unobserve() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 60)));

async function openDashboard() {
  render(
    <QueryClientProvider client={queryClient}>
      <Route path="/d/:uid">
        <DashboardPage />
      </Route>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(new Set(renders.charts).size).toBe(20), { timeout: 10_000 });
  await screen.findByRole('button', { name: /^job api/ }, { timeout: 10_000 });
  await settle();
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const environment = () => screen.getByRole('textbox', { name: 'env' });

/** How many panels and charts `action` drew, how often in all, and how often the bar above. */
async function drawnBy(action: () => unknown) {
  Object.assign(renders, { panels: [], charts: [], bar: 0 });
  queries = [];
  await act(async () => {
    action();
  });
  await settle();
  const { panels, charts, bar } = renders;
  return {
    panels: new Set(panels).size,
    charts: new Set(charts).size,
    renders: panels.length,
    bar,
    queries: queries.length,
  };
}

const NOTHING = { panels: 0, charts: 0, renders: 0, bar: 0, queries: 0 };

describe('a dashboard of 20 panels, ten of which use $job and five $env', () => {
  it('draws nothing again while a value is typed, a menu opens, or the pointer moves', async () => {
    await openDashboard();
    const typed = () => fireEvent.change(environment(), { target: { value: 'dev' } });
    expect(await drawnBy(typed)).toEqual(NOTHING);
    expect(await drawnBy(() => fireEvent.click(button('Menu of Panel 3')))).toEqual(NOTHING);
    expect(await drawnBy(() => fireEvent.click(button(/^job api/)))).toEqual(NOTHING);
    const hovered = () => {
      for (const panel of document.querySelectorAll('[data-panel]')) {
        fireEvent.pointerEnter(panel);
        fireEvent.mouseMove(panel);
      }
    };
    expect(await drawnBy(hovered)).toEqual(NOTHING);
  });

  it('draws no panel again when an inspector opens over it', async () => {
    await openDashboard();
    const inspected = () => window.history.pushState(null, '', `${window.location.href}?inspect=3`);
    expect(await drawnBy(inspected)).toEqual(NOTHING);
    await screen.findByRole('dialog', {}, { timeout: 10_000 });
  });

  it('draws only the panels that use the variable which changed', async () => {
    await openDashboard();
    fireEvent.change(environment(), { target: { value: 'dev' } });
    const committed = () => fireEvent.keyDown(environment(), { key: 'Enter' });
    expect(await drawnBy(committed)).toEqual({
      ...NOTHING,
      panels: 5,
      charts: 5,
      queries: 5,
      renders: 15,
    });

    fireEvent.click(button(/^job api/));
    const web = await screen.findByRole('option', { name: 'web' });
    expect(await drawnBy(() => fireEvent.click(web))).toEqual({
      ...NOTHING,
      panels: 10,
      charts: 10,
      queries: 10,
      renders: 30,
    });
  });

  it('draws every panel for another time range: changed, loading, loaded', async () => {
    await openDashboard();
    expect(await drawnBy(() => fireEvent.click(button('Earlier')))).toEqual({
      panels: 20,
      charts: 20,
      queries: 20,
      renders: 60,
      bar: 1,
    });
  });
});
