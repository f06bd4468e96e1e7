/** Refresh now, or by itself. */
import type { ReactNode } from 'react';
import { ChevronDown, RefreshCw } from 'lucide-react';
import { parseDuration } from '../../../../data';
import { Button, ButtonGroup, IconButton, Menu, type MenuItem } from '../../../../design';
import { useDashboard } from '../../session/context';

const INTERVALS = ['5s', '10s', '30s', '1m', '5m', '15m', '30m', '1h', '2h', '1d'];

export function RefreshControl(): ReactNode {
  const { refresh, refreshInterval, minRefreshInterval, setUrl, model } = useDashboard();
  const least = parseDuration(minRefreshInterval) || 0;
  const offered = (model.timepicker.refresh_intervals ?? INTERVALS).filter(
    (interval) => parseDuration(interval) >= least,
  );
  const all = refreshInterval && !offered.includes(refreshInterval) ? [refreshInterval, ...offered] : offered;
  const items: MenuItem[] = ['', ...all].map((interval) => ({
    label: interval || 'Off',
    checked: interval === refreshInterval,
    onSelect: () => setUrl({ refresh: interval }, { replace: true }),
  }));
  return (
    <ButtonGroup label="Refresh">
      <IconButton icon={RefreshCw} variant="default" label="Refresh now" onClick={refresh} />
      <Menu
        label="Refresh by itself"
        placement="bottom-end"
        items={items}
        trigger={
          <Button className="vd-wide-only" aria-label={`Refresh by itself: ${refreshInterval || 'off'}`}>
            {refreshInterval || 'Off'}
            <ChevronDown size={13} aria-hidden />
          </Button>
        }
      />
    </ButtonGroup>
  );
}
