/** Frames drawn by a panel plugin, the way a dashboard would. */
import { useMemo, type ReactNode } from 'react';
import type { FieldConfigSource, Frame, PanelModel, TimeRange } from '../../../data';
import { EmptyState, SkeletonRows } from '../../../design';
import { useFieldConfig } from '../../../plugins/fieldConfig';
import { PanelBoundary } from '../../../plugins/PanelBoundary';
import { PanelFrame } from '../../../plugins/PanelFrame';
import { usePlugin } from '../../../plugins/panels';
import type { PanelData, PanelHost } from '../../../sdk/panel';
import { usePaneResults } from '../session/paneContext';
import styles from './Explore.module.css';

export interface ResultPanelProps {
  /** Id of the panel plugin. */
  type: string;
  title: string;
  frames: readonly Frame[];
  options?: Record<string, unknown>;
  fieldConfig?: FieldConfigSource;
  /** What this result may ask for beyond what all of the pane may. */
  host?: Partial<PanelHost<object>>;
  isStreaming?: boolean;
}

export function ResultPanel(props: ResultPanelProps): ReactNode {
  const { type, title, frames, options, fieldConfig, host, isStreaming = false } = props;
  const session = usePaneResults();
  const { id, timeZone, range, result } = session;
  const state = usePlugin(type);
  const panel = useMemo<PanelModel>(
    () => ({ id: 0, type, title, gridPos: { x: 0, y: 0, w: 24, h: 8 }, options, fieldConfig }),
    [type, title, options, fieldConfig],
  );
  const streamed = useMemo(() => (isStreaming ? spanOf(frames) : undefined), [isStreaming, frames]);
  const timeRange = streamed ?? result.range ?? range;
  const configure = useFieldConfig(panel, {
    timeZone,
    timeRange,
    interpolate: session.host.interpolate,
  });
  const isLoading = result.state === 'loading';
  const data = useMemo<PanelData>(
    () => ({
      state: isStreaming ? 'streaming' : isLoading ? 'loading' : 'done',
      frames: configure(frames),
      annotations: [],
    }),
    [configure, frames, isLoading, isStreaming],
  );
  const ownHost = useMemo(() => {
    const linesAround = host?.logs?.context;
    const configured = async (...asked: Parameters<NonNullable<typeof linesAround>>) =>
      configure((await linesAround?.(...asked)) ?? []);
    const logs = linesAround ? { ...host.logs, context: configured } : host?.logs;
    return { ...session.host, ...host, ...(logs ? { logs } : {}) };
  }, [session.host, host, configure]);

  if (state.state === 'loading') return <SkeletonRows rows={3} />;
  if (state.state !== 'ready')
    return (
      <EmptyState title={`No panel can show this visualization: “${type}”`}>
        {state.state === 'failed'
          ? state.message
          : 'The result is complete. View it in the query inspector.'}
      </EmptyState>
    );
  return (
    <PanelBoundary
      resetKey={data}
      renderFailure={(message) => (
        <EmptyState tone="error" title="This visualization could not be rendered" code={message}>
          Run the query again, or view the response in the query inspector.
        </EmptyState>
      )}
    >
      <PanelFrame
        id={`${id}-${type}-${title}`}
        title={title}
        panel={panel}
        plugin={state.plugin}
        data={data}
        timeRange={timeRange}
        timeZone={timeZone}
        host={ownHost}
        className={styles.plot}
      />
    </PanelBoundary>
  );
}

/** The time the rows themselves take, for what comes in live. */
function spanOf(frames: readonly Frame[]): TimeRange | undefined {
  let [from, to] = [Infinity, -Infinity];
  for (const { fields } of frames) {
    for (const value of fields.find(({ type }) => type === 'time')?.values ?? []) {
      from = Math.min(from, Number(value));
      to = Math.max(to, Number(value));
    }
  }
  if (from > to) return undefined;
  return { from: Math.min(from, to - 1000), to, raw: { from: String(from), to: String(to) } };
}
