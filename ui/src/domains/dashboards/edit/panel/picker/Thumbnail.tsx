/** A small picture of the data as one type would draw it. */
import { memo, useMemo, type ReactNode } from 'react';
import type { Frame, PanelModel } from '../../../../../data';
import { PanelBoundary } from '../../../../../plugins/PanelBoundary';
import { PanelFrame } from '../../../../../plugins/PanelFrame';
import { createCrosshair } from '../../../../../plugins/crosshair';
import { useFieldConfig } from '../../../../../plugins/fieldConfig';
import type { PanelDefinition } from '../../../../../sdk/panel';
import { useDashboardTime } from '../../../session/context';
import styles from './Picker.module.css';

export interface ThumbnailProps {
  id: string;
  panel: PanelModel;
  plugin: PanelDefinition<object>;
  /** A sample, without field configuration. */
  frames: readonly Frame[];
}

const HOST = {
  setTimeRange: () => undefined,
  setVariable: () => undefined,
  interpolate: (text: string) => text,
  resolveLinks: () => [],
  crosshair: createCrosshair(0),
  notify: () => undefined,
};

/** No legend: there is no room for one. */
const withoutLegend = (panel: PanelModel): PanelModel => ({
  ...panel,
  options: { ...panel.options, legend: { showLegend: false } },
});

export const Thumbnail = memo(function Thumbnail(props: ThumbnailProps): ReactNode {
  const { id, panel, plugin, frames } = props;
  const { range, timeZone } = useDashboardTime();
  const small = useMemo(() => withoutLegend(panel), [panel]);
  const configure = useFieldConfig(small, {
    timeZone,
    timeRange: range,
    interpolate: (text) => text,
  });
  const data = useMemo(
    () => ({ state: 'done' as const, frames: configure(frames), annotations: [] }),
    [configure, frames],
  );
  return (
    <div className={styles.picture} aria-hidden inert>
      <PanelBoundary resetKey={data} renderFailure={() => null}>
        <PanelFrame
          id={id}
          title=""
          panel={small}
          plugin={plugin}
          data={data}
          timeRange={range}
          timeZone={timeZone}
          host={HOST}
          className={styles.plot ?? ''}
        />
      </PanelBoundary>
    </div>
  );
});
