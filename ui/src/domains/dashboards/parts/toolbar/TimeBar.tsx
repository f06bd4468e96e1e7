/** The time range of a dashboard and how often it is refreshed. */
import type { ReactNode } from 'react';
import { RefreshControl } from '../../../../timepicker/RefreshControl';
import { TimeControls } from '../../../../timepicker/TimePicker';
import { useDashboard, useDashboardTime } from '../../session/context';
import { useDashboardModel } from '../../session/models';

export interface TimeBarProps {
  timeOpen: boolean;
  onTimeOpen: (open: boolean) => void;
}

export function TimeBar({ timeOpen, onTimeOpen }: TimeBarProps): ReactNode {
  const model = useDashboardModel();
  const { setUrl, setRange, refresh, minRefreshInterval } = useDashboard();
  const { range, timeZone, zoneSetting, timeOptions, refreshInterval } = useDashboardTime();
  const time = {
    range,
    setRange,
    timeZone,
    zoneSetting,
    setZone: (zone: string) => setUrl({ timeZone: zone }),
    timeOptions,
    quickRanges: model.timepicker.quick_ranges,
  };
  return (
    <>
      {!model.timepicker.hidden && (
        <TimeControls time={time} open={timeOpen} onOpenChange={onTimeOpen} />
      )}
      <RefreshControl
        canBeAuto
        interval={refreshInterval}
        onInterval={(interval) => setUrl({ refresh: interval }, { replace: true })}
        minimum={minRefreshInterval}
        offered={model.timepicker.refresh_intervals}
        onRefresh={refresh}
      />
    </>
  );
}
