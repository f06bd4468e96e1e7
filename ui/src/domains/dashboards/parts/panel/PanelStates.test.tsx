import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { QueryProblem } from '../../../../querying/response';
import { PanelBoundary } from '../../../../plugins/PanelBoundary';
import { NoDataState, PlannedState, ProblemState, UnknownTypeState } from './PanelStates';
import { pluginKind } from '../../../../plugins/panels';

afterEach(cleanup);

const problem = (more: Partial<QueryProblem>): QueryProblem => ({
  kind: 'query',
  message: 'parse error',
  source: 'prometheus-eu',
  ...more,
});

describe('a panel that has nothing to draw', () => {
  it('names source, status and message of a failed query, and tries again', () => {
    const onRetry = vi.fn<() => void>();
    render(<ProblemState problem={problem({ status: 422 })} panelTitle="CPU" onRetry={onRetry} />);
    expect(screen.getByRole('alert').textContent).toContain('prometheus-eu returned status 422');
    expect(screen.getByText('parse error')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it.each([
    ['forbidden', 'No permission to query “prometheus-eu”'],
    ['missing', 'Data source “prometheus-eu” was not found'],
    ['offline', 'No response from prometheus-eu'],
    ['refused', 'prometheus-eu rejected the query'],
    ['timeout', 'prometheus-eu timed out'],
  ] as const)('says what "%s" means', (kind, title) => {
    render(<ProblemState problem={problem({ kind })} panelTitle="CPU" onRetry={() => {}} />);
    expect(screen.getByText(title)).toBeTruthy();
  });

  it('shows the panel’s own words for no data, or how long the query took', () => {
    const { rerender } = render(<NoDataState text="all quiet" />);
    expect(screen.getByText('all quiet')).toBeTruthy();
    rerender(<NoDataState durationMs={41.6} />);
    expect(screen.getByText(/took 42 ms/)).toBeTruthy();
  });

  it('tells types of a later version from types nobody knows', () => {
    expect([pluginKind('timeseries'), pluginKind('geomap'), pluginKind('acme-panel')]).toEqual([
      'available',
      'planned',
      'unknown',
    ]);
    render(<PlannedState type="geomap" />);
    expect(screen.queryByRole('alert')).toBeNull();
    render(<UnknownTypeState type="acme-panel" />);
    expect(screen.getByText('Unknown panel type “acme-panel”')).toBeTruthy();
  });
});

describe('a panel that cannot be drawn', () => {
  function Fragile({ data }: { data: string }) {
    if (data === 'bad') throw new Error('no such field');
    return <p>drawn {data}</p>;
  }

  function Page() {
    const [data, setData] = useState('bad');
    return (
      <>
        <p>the other panel</p>
        <PanelBoundary resetKey={data} renderFailure={(message) => <p role="alert">{message}</p>}>
          <Fragile data={data} />
        </PanelBoundary>
        <button onClick={() => setData('good')}>new data</button>
      </>
    );
  }

  it('says so in its own place, and draws again with new data', () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    render(<Page />);
    expect(screen.getByRole('alert').textContent).toContain('no such field');
    expect(screen.getByText('the other panel')).toBeTruthy();
    fireEvent.click(screen.getByText('new data'));
    expect(screen.getByText('drawn good')).toBeTruthy();
    quiet.mockRestore();
  });
});
