/** The time range of a page, and moving about in time. */
import { lazy, type ReactNode } from 'react';
import { ChevronDown, Clock3, MoveLeft, MoveRight, ZoomOut } from 'lucide-react';
import { formatTime, formatTimeRange } from '../data';
import { Button, ButtonGroup, IconButton, Popover } from '../design';
import { shifted, zoomedOut } from './moves';
import type { TimeSettings } from './settings';
import styles from './TimePicker.module.css';

const loadPanel = () => import('./TimePanel');
const TimePanel = lazy(() => loadPanel().then((m) => ({ default: m.TimePanel })));

export interface TimeControlsProps {
  time: TimeSettings;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function TimeControls({ time, open, onOpenChange }: TimeControlsProps): ReactNode {
  const { range, timeZone, setRange } = time;
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
        {(close) => <TimePanel time={time} close={close} />}
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
