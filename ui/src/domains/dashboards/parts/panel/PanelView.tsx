/** One panel of a dashboard, with what it may do to the dashboard around it. */
import { memo, useMemo, useRef, type ReactNode } from 'react';
import { safeUrl, type Frame, type PanelModel } from '../../../../data';
import { pageUrl } from '../../../../kernel/api';
import { notify } from '../../../../kernel/events';
import type { PanelAnnotation, PanelData, PanelDefinition } from '../../../../sdk/panel';
import { fillText } from '../../../../querying/fill';
import { useDashboard, useDashboardTime } from '../../session/context';
import { reportPanelLoad } from '../../session/panelMetrics';
import type { PanelResult } from '../../session/results';
import type { PanelScope } from '../../session/usePanelScope';
import { PanelFrame, type PanelFrameProps } from '../../../../plugins/PanelFrame';
import { panelDrawn } from '../../../../plugins/panels';
import styles from './Panel.module.css';

export interface PanelViewProps {
  panelKey: string;
  title: string;
  panel: PanelModel;
  plugin: PanelDefinition<object>;
  result: PanelResult;
  frames: Frame[];
  currentValues: PanelScope['currentValues'];
  annotations: PanelAnnotation[];
  /** When the panel began to load, for the report of load times. */
  startedAt: number;
}

export const PanelView = memo(function PanelView(props: PanelViewProps): ReactNode {
  const { panelKey, title, panel, plugin, result, frames, annotations, startedAt } = props;
  const { range, timeZone } = useDashboardTime();
  const host = usePanelHost(props.currentValues);
  const isLoading = result.state === 'loading';
  const data = useMemo<PanelData>(
    () => ({ state: isLoading ? 'loading' : 'done', frames, annotations }),
    [isLoading, frames, annotations],
  );
  const reported = useRef(false);
  const report = () => {
    if (reported.current || !startedAt) return;
    reported.current = true;
    panelDrawn();
    reportPanelLoad(panel.type, performance.now() - startedAt);
  };
  return (
    <PanelFrame
      id={panelKey}
      title={title}
      panel={panel}
      plugin={plugin}
      data={data}
      timeRange={result.range ?? range}
      timeZone={timeZone}
      host={host}
      className={styles.plot}
      onDrawn={report}
    />
  );
});

function usePanelHost(currentValues: PanelScope['currentValues']): PanelFrameProps['host'] {
  const { setRange, variables, crosshair, addFilter } = useDashboard();
  return useMemo(
    () => ({
      setTimeRange: ({ from, to }) =>
        setRange({ from: String(Math.round(from)), to: String(Math.round(to)) }),
      setVariable: (name, value) =>
        void variables.select(name, Array.isArray(value) ? value : [value]),
      addFilter,
      interpolate: (text, scope) => fillText(text, currentValues(), undefined, scope),
      resolveLinks: (links) =>
        links.flatMap((link) => {
          const values = currentValues();
          const href = safeUrl(fillText(link.url, values, 'uriencode'));
          if (!href) return [];
          return [
            {
              title: fillText(link.title, values, 'text'),
              href: pageUrl(href),
              newTab: Boolean(link.targetBlank),
            },
          ];
        }),
      crosshair,
      notify: (message, kind) => void notify(message, kind),
    }),
    [currentValues, setRange, variables, crosshair, addFilter],
  );
}
