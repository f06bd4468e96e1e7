/** Refresh now, or by itself. */
import type { ReactNode } from 'react';
import { ChevronDown, RefreshCw } from 'lucide-react';
import { parseDuration } from '../data';
import { Button, ButtonGroup, IconButton, Menu, type MenuItem } from '../design';

export const INTERVALS = ['5s', '10s', '30s', '1m', '5m', '15m', '30m', '1h', '2h', '1d'];

export interface RefreshControlProps {
  /** A duration, `auto`, or `''` for off. */
  interval: string;
  /** Whether `auto` is offered: the time that a pixel of the page stands for. */
  canBeAuto?: boolean;
  onInterval: (interval: string) => void;
  /** What the server allows at least. */
  minimum: string;
  offered?: readonly string[];
  onRefresh: () => void;
}

const labelOf = (interval: string): string => (interval === 'auto' ? 'Auto' : interval || 'Off');

export function RefreshControl(props: RefreshControlProps): ReactNode {
  const { interval, onInterval, minimum, onRefresh } = props;
  const least = parseDuration(minimum) || 0;
  const offered = (props.offered ?? INTERVALS).filter((each) => parseDuration(each) >= least);
  const auto = props.canBeAuto ? ['auto'] : [];
  const known = [...auto, ...offered];
  const all = interval && !known.includes(interval) ? [interval, ...known] : known;
  const items: MenuItem[] = ['', ...all].map((each) => ({
    label: labelOf(each),
    checked: each === interval,
    onSelect: () => onInterval(each),
  }));
  return (
    <ButtonGroup label="Refresh">
      <IconButton icon={RefreshCw} variant="default" label="Refresh now" onClick={onRefresh} />
      <Menu
        label="Auto refresh"
        placement="bottom-end"
        items={items}
        trigger={
          <Button className="vd-wide-only" aria-label={`Auto refresh: ${interval || 'off'}`}>
            {labelOf(interval)}
            <ChevronDown size={13} aria-hidden />
          </Button>
        }
      />
    </ButtonGroup>
  );
}
