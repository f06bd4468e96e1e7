/** The time range of a dashboard, and moving about in time. */
import { lazy, type ReactNode } from 'react';
import { ChevronDown, Clock3, MoveLeft, MoveRight, ZoomOut } from 'lucide-react';
import { formatTime, formatTimeRange } from '../../../../data';
import { Button, ButtonGroup, IconButton, Popover } from '../../../../design';
import { shifted, zoomedOut } from '../../model/timeMoves';
import { useDashboard } from '../../session/context';
import styles from './TimePicker.module.css';

const loadPanel = () => import('./TimePanel');
const TimePanel = lazy(() => loadPanel().then((m) => ({ default: m.TimePanel })));

export function TimeControls({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}): ReactNode {
  const { range, timeZone, setRange, model } = useDashboard();
  if (model.timepicker.hidden) return null;
  return (
    <ButtonGroup label="Time range">
      <IconButton
        icon={MoveLeft}
        variant="default"
        label="Earlier"
        className="vd-wide-only"
        onClick={() => setRange(shifted(range, -1))}
      />
      <Popover
        label="Time range"
        placement="bottom-end"
        open={open}
        onOpenChange={onOpenChange}
        trigger={
          <Button
            icon={Clock3}
            data-tip={exactRange(range.from, range.to, timeZone)}
            onPointerEnter={() => void loadPanel()}
          >
            {formatTimeRange(range, timeZone)}
            <span className={`${styles.zone} vd-wide-only`}>{zoneLabel(timeZone, range.to)}</span>
            <ChevronDown size={13} aria-hidden />
          </Button>
        }
      >
        {(close) => <TimePanel close={close} />}
      </Popover>
      <IconButton
        icon={MoveRight}
        variant="default"
        label="Later"
        className="vd-wide-only"
        onClick={() => setRange(shifted(range, 1))}
      />
      <IconButton
        icon={ZoomOut}
        variant="default"
        label="Zoom out"
        className="vd-wide-only"
        onClick={() => setRange(zoomedOut(range))}
      />
    </ButtonGroup>
  );
}

function exactRange(from: number, to: number, timeZone: string): string {
  return `${formatTime(from, 'full', timeZone)} to ${formatTime(to, 'full', timeZone)}`;
}

/** `UTC`, or the zone's short name at that time. */
function zoneLabel(timeZone: string, at: number): string {
  return timeZone === 'UTC' ? 'UTC' : formatTime(at, 'z', timeZone);
}
