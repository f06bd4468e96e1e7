/** Frames drawn by a panel plugin, the way a dashboard would. */
import { useMemo, type ReactNode } from 'react';
import type { FieldConfigSource, Frame, PanelModel, TimeRange } from '../../../data';
import { EmptyState, SkeletonRows } from '../../../design';
import { notify } from '../../../kernel/events';
import { createCrosshair } from '../../../plugins/crosshair';
import { useFieldConfig } from '../../../plugins/fieldConfig';
import { PanelBoundary } from '../../../plugins/PanelBoundary';
import { PanelFrame } from '../../../plugins/PanelFrame';
import { usePlugin } from '../../../plugins/panels';
import type { PanelData, PanelHost } from '../../../sdk/panel';
import styles from './FramesPanel.module.css';

export interface FramesPanelProps {
  /** Id of the panel plugin. */
  type: string;
  title: string;
  frames: readonly Frame[];
  range: TimeRange;
  /** IANA name. */
  timeZone: string;
  /** In pixels. */
  height: number;
  options?: Record<string, unknown>;
  fieldConfig?: FieldConfigSource;
  onRange?: (range: { from: number; to: number }) => void;
}

const asIs = (text: string) => text;

export function FramesPanel({
  type,
  title,
  frames,
  range,
  timeZone,
  height,
  options,
  fieldConfig,
  onRange,
}: FramesPanelProps): ReactNode {
  const state = usePlugin(type);
  const panel = useMemo<PanelModel>(
    () => ({ id: 0, type, title, gridPos: { x: 0, y: 0, w: 24, h: 8 }, options, fieldConfig }),
    [type, title, options, fieldConfig],
  );
  const configure = useFieldConfig(panel, { timeZone, timeRange: range, interpolate: asIs });
  const data = useMemo<PanelData>(
    () => ({ state: 'done', frames: configure(frames), annotations: [] }),
    [configure, frames],
  );
  const host = useMemo<Omit<PanelHost<object>, 'setOptions'>>(
    () => ({
      setTimeRange: (chosen) => onRange?.(chosen),
      setVariable: () => {},
      interpolate: asIs,
      resolveLinks: () => [],
      crosshair: createCrosshair(0),
      notify: (message, kind) => void notify(message, kind),
    }),
    [onRange],
  );
  return (
    <div className={styles.box} style={{ height }}>
      {state.state === 'loading' && <SkeletonRows rows={3} />}
      {state.state === 'failed' && (
        <EmptyState
          tone="error"
          title="This visualization could not be rendered"
          code={state.message}
        />
      )}
      {state.state === 'ready' && (
        <PanelBoundary
          resetKey={data}
          renderFailure={(message) => (
            <EmptyState
              tone="error"
              title="This visualization could not be rendered"
              code={message}
            />
          )}
        >
          <PanelFrame
            id={`alerting-${title}`}
            title={title}
            panel={panel}
            plugin={state.plugin}
            data={data}
            timeRange={range}
            timeZone={timeZone}
            host={host}
            className={styles.plot}
          />
        </PanelBoundary>
      )}
    </div>
  );
}
