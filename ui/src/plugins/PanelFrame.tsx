/** Draws one panel through its plugin, in the space it has, wherever the page puts it. */
import { memo, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { PanelModel, TimeRange } from '../data';
import { useTheme } from '../design';
import { resolveOptions } from '../sdk/options';
import type { PanelData, PanelDefinition, PanelHost } from '../sdk/panel';
import { useSize } from './useSize';

export interface PanelFrameProps {
  /** Unique on the page. */
  id: string;
  title: string;
  panel: PanelModel;
  plugin: PanelDefinition<object>;
  data: PanelData;
  timeRange: TimeRange;
  /** IANA name. */
  timeZone: string;
  host: Omit<PanelHost<object>, 'setOptions'>;
  className?: string;
  /** Called once, after the browser has painted the first picture. */
  onDrawn?: () => void;
}

export const PanelFrame = memo(function PanelFrame(props: PanelFrameProps): ReactNode {
  const { id, title, panel, plugin, data, timeRange, timeZone, host } = props;
  const theme = useTheme();
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const [patch, setPatch] = useState<object>({});
  const options = useMemo(
    () => ({ ...optionsOf(panel, plugin), ...patch }),
    [plugin, panel, patch],
  );
  const ownHost = useMemo<PanelHost<object>>(
    () => ({ ...host, setOptions: (change) => setPatch((before) => ({ ...before, ...change })) }),
    [host],
  );
  const isReady = size.width > 0 && size.height > 0;
  useDrawn(isReady, props.onDrawn);

  const { Panel } = plugin;
  return (
    <div ref={box} className={props.className} data-panel-state={isReady ? 'done' : 'waiting'}>
      {isReady && (
        <Panel
          id={id}
          title={title}
          options={options}
          data={data}
          timeRange={timeRange}
          timeZone={timeZone}
          width={size.width}
          height={size.height}
          theme={theme}
          host={ownHost}
        />
      )}
    </div>
  );
});

function optionsOf(panel: PanelModel, plugin: PanelDefinition<object>): object {
  const current = plugin.migrate?.(panel) ?? panel;
  return resolveOptions(plugin.options, current.options);
}

function useDrawn(isReady: boolean, onDrawn: (() => void) | undefined): void {
  const latest = useRef(onDrawn);
  latest.current = onDrawn;
  useEffect(() => {
    if (!isReady) return;
    const frame = requestAnimationFrame(() => latest.current?.());
    return () => cancelAnimationFrame(frame);
  }, [isReady]);
}
