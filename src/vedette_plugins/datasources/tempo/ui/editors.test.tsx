import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SourceInfo } from '../../../../../ui/src/sdk';
import { ConfigEditor } from './ConfigEditor';
import { logsSettings, metricsSettings } from './links/settings';
import type { TempoQuery } from './model';
import { QueryEditor } from './QueryEditor';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
// The store is away; the editors work without it.
beforeEach(() =>
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ message: 'away' }, { status: 502 })),
  ),
);

const sources: SourceInfo[] = [
  { uid: 'l', name: 'logs', type: 'loki' },
  { uid: 'p', name: 'metrics', type: 'prometheus' },
];

function settings(stored: Record<string, unknown>, readOnly = false) {
  let latest = stored;
  function Page() {
    const [jsonData, setJsonData] = useState(stored);
    const store = (patch: Record<string, unknown>) => {
      latest = { ...jsonData, ...patch };
      setJsonData(latest);
    };
    return (
      <ConfigEditor
        jsonData={jsonData}
        secretKeys={[]}
        sources={sources}
        readOnly={readOnly}
        onSecretChange={() => {}}
        onJsonChange={store}
      />
    );
  }
  render(<Page />);
  return () => latest;
}

describe('the settings of a Tempo', () => {
  it('start a link to logs with the usual tags, and take tags of one’s own', () => {
    const stored = settings({});
    fireEvent.change(screen.getByLabelText(/^Logs/), { target: { value: 'l' } });
    expect(logsSettings(stored())).toMatchObject({ datasourceUid: 'l', byTraceId: false });
    fireEvent.change(screen.getByLabelText('Attribute 1'), { target: { value: 'k8s.pod' } });
    fireEvent.change(screen.getByLabelText('Label 1'), { target: { value: 'pod' } });
    expect(logsSettings(stored())?.tags[0]).toEqual({ key: 'k8s.pod', value: 'pod' });
  });

  it('keep what older settings mean when one thing of them is changed', () => {
    const stored = settings({
      tracesToLogs: {
        datasourceUid: 'l',
        tags: ['pod'],
        mappedTags: [{ key: 'a.b', value: 'c' }],
        mapTagNamesEnabled: true,
        filterByTraceID: true,
        spanStartTimeShift: '-1h',
      },
    });
    const before = logsSettings(stored());
    fireEvent.click(screen.getByLabelText(/^Filter by span ID/));
    expect(logsSettings(stored())).toEqual({ ...before, bySpanId: true });
    expect(stored()['tracesToLogs']).toBeUndefined();
  });

  it('take named queries for metrics, and let go of them', () => {
    const stored = settings({ tracesToMetrics: { datasourceUid: 'p' } });
    fireEvent.click(screen.getByText('Add query'));
    fireEvent.change(screen.getByLabelText('Name of query 1'), { target: { value: 'Rate' } });
    fireEvent.change(screen.getByLabelText('Query 1'), {
      target: { value: 'rate(x{$__tags}[5m])' },
    });
    expect(metricsSettings(stored())?.queries).toEqual([
      { name: 'Rate', query: 'rate(x{$__tags}[5m])' },
    ]);
    fireEvent.change(screen.getByLabelText(/^Metrics/), { target: { value: '' } });
    expect(metricsSettings(stored())).toBeUndefined();
  });

  it('store the service graph, the node graph and whether there is a search', () => {
    const stored = settings({ search: { filters: [] } });
    fireEvent.change(screen.getByLabelText(/^Service graph/), { target: { value: 'p' } });
    fireEvent.click(screen.getByLabelText(/^Show node graph/));
    fireEvent.click(screen.getByLabelText(/^Hide search/));
    expect(stored()).toMatchObject({
      serviceMap: { datasourceUid: 'p' },
      nodeGraph: { enabled: true },
      search: { hide: true, filters: [] },
    });
  });
});

describe('the query editor', () => {
  function edit(stored: TempoQuery, jsonData: Record<string, unknown> = {}) {
    let latest = stored;
    function Page() {
      const [query, setQuery] = useState(stored);
      const source = { uid: 't', name: 't', type: 'tempo', jsonData };
      const store = (next: TempoQuery) => {
        latest = next;
        setQuery(next);
      };
      return (
        <QueryEditor
          query={query}
          source={source}
          range={{ from: 0, to: 1, raw: { from: 'now-1h', to: 'now' } }}
          app="explore"
          onChange={store}
          onRun={() => {}}
        />
      );
    }
    render(<Page />);
    return () => latest;
  }

  it('stores what a search is narrowed to, and shows it as TraceQL', () => {
    const query = edit({ refId: 'A', queryType: 'traceqlSearch' });
    fireEvent.change(screen.getByLabelText('Min duration'), { target: { value: '100ms' } });
    expect(query().filters).toEqual([
      {
        id: 'min-duration',
        tag: 'duration',
        scope: 'intrinsic',
        operator: '>',
        valueType: 'duration',
        value: '100ms',
      },
    ]);
    expect(screen.getByText('{duration>100ms}')).toBeTruthy();
  });

  it('asks for a trace by its id', () => {
    const query = edit({ refId: 'A', queryType: 'traceql', query: '' });
    fireEvent.click(screen.getByRole('tab', { name: 'Trace ID' }));
    fireEvent.change(screen.getByLabelText('Trace ID', { selector: 'input' }), {
      target: { value: ' 7f3a ' },
    });
    expect(query()).toMatchObject({ queryType: 'traceId', query: '7f3a' });
  });

  it('says what a service graph needs', () => {
    edit({ refId: 'A', queryType: 'serviceMap' });
    expect(screen.getByText(/needs a Prometheus data source/)).toBeTruthy();
  });
});
