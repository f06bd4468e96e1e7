/** Draws one panel through its plugin, in the space it has. */
import { memo, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { safeUrl, type Frame, type PanelModel } from '../../../../data';
import { useTheme } from '../../../../design';
import { notify } from '../../../../kernel/events';
import { resolveOptions } from '../../../../sdk/options';
import type { PanelAnnotation, PanelData, PanelDefinition, PanelHost } from '../../../../sdk/panel';
import { fillText, type VariableValues } from '../../../../querying/fill';
import { useDashboard } from '../../session/context';
import { reportPanelLoad } from '../../session/panelMetrics';
import type { PanelResult } from '../../session/results';
import { pageUrl } from '../../session/usePanelFrames';
import { useSize } from '../../session/useSize';
import { panelDrawn } from '../../../../plugins/panels';
import styles from './Panel.module.css';

export interface PanelViewProps {
  panelKey: string;
  title: string;
  panel: PanelModel;
  plugin: PanelDefinition<object>;
  result: PanelResult;
  frames: Frame[];
  values: VariableValues;
  annotations: PanelAnnotation[];
  /** When the panel began to load, for the report of load times. */
  startedAt: number;
}

export const PanelView = memo(function PanelView(props: PanelViewProps): ReactNode {
  const { panelKey, title, panel, plugin, result, frames, values, annotations } = props;
  const { range, timeZone } = useDashboard();
  const theme = useTheme();
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const [patch, setPatch] = useState<object>({});
  const options = useMemo(() => ({ ...optionsOf(panel, plugin), ...patch }), [plugin, panel, patch]);
  const host = usePanelHost(values, setPatch);
  const isLoading = result.state === 'loading';
  const data = useMemo<PanelData>(
    () => ({ state: isLoading ? 'loading' : 'done', frames, annotations }),
    [isLoading, frames, annotations],
  );
  const isReady = size.width > 0 && size.height > 0;
  useLoadReport(plugin.id, isReady, props.startedAt);

  const { Panel } = plugin;
  return (
    <div ref={box} className={styles.plot} data-panel-state={isReady ? 'done' : 'waiting'}>
      {isReady && (
        <Panel
          id={panelKey}
          title={title}
          options={options}
          data={data}
          timeRange={result.range ?? range}
          timeZone={timeZone}
          width={size.width}
          height={size.height}
          theme={theme}
          host={host}
        />
      )}
    </div>
  );
});

function optionsOf(panel: PanelModel, plugin: PanelDefinition<object>): object {
  const current = plugin.migrate?.(panel) ?? panel;
  return resolveOptions(plugin.options, current.options);
}

function usePanelHost(
  values: VariableValues,
  setPatch: (change: (before: object) => object) => void,
): PanelHost<object> {
  const { setRange, variables, crosshair, addFilter } = useDashboard();
  return useMemo(
    () => ({
      setOptions: (change) => setPatch((before) => ({ ...before, ...change })),
      setTimeRange: ({ from, to }) =>
        setRange({ from: String(Math.round(from)), to: String(Math.round(to)) }),
      setVariable: (name, value) => void variables.select(name, Array.isArray(value) ? value : [value]),
      addFilter,
      interpolate: (text, scope) => fillText(text, values, undefined, scope),
      resolveLinks: (links) =>
        links.flatMap((link) => {
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
    [values, setRange, variables, crosshair, addFilter, setPatch],
  );
}

/** Reported once, after the browser has painted the first picture. */
function useLoadReport(type: string, isReady: boolean, startedAt: number): void {
  const reported = useRef(false);
  useEffect(() => {
    if (!isReady || reported.current || !startedAt) return;
    reported.current = true;
    const frame = requestAnimationFrame(() => {
      panelDrawn();
      reportPanelLoad(type, performance.now() - startedAt);
    });
    return () => cancelAnimationFrame(frame);
  }, [isReady, type, startedAt]);
}
