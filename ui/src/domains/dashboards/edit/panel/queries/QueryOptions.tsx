/** How all queries of a panel are run: effective values in one line, and what is set. */
import type { ReactNode } from 'react';
import { SlidersHorizontal } from 'lucide-react';
import type { PanelModel } from '../../../../../data';
import { Button, Field, Fields, Input, Popover, Switch } from '../../../../../design';
import { setQueryOption, type QueryOption } from '../../draft/commands/query';
import { useDraftStore } from '../../draft/context';
import type { Preview } from '../usePreview';
import styles from './Queries.module.css';

const TEXTS: readonly { key: QueryOption; label: string; hint: string; placeholder: string }[] = [
  {
    key: 'timeFrom',
    label: 'Relative time',
    hint: 'Replaces the time range of the dashboard, such as 1h or now/d.',
    placeholder: '1h',
  },
  {
    key: 'timeShift',
    label: 'Time shift',
    hint: 'Shifts the time range of the dashboard into the past, such as 1d.',
    placeholder: '1d',
  },
  {
    key: 'interval',
    label: 'Min interval',
    hint: 'The lower limit of the interval, usually the scrape interval.',
    placeholder: '15s',
  },
];

export interface QueryOptionsProps {
  panel: PanelModel;
  preview: Preview;
}

export function QueryOptions({ panel, preview }: QueryOptionsProps): ReactNode {
  const store = useDraftStore();
  const set = (key: QueryOption, value: unknown) => store.run(setQueryOption(panel, key, value));
  return (
    <Popover
      label="Query options"
      placement="top-end"
      trigger={
        <Button size="sm" variant="ghost" icon={SlidersHorizontal}>
          {summaryOf(panel, preview)}
        </Button>
      }
    >
      <div className={styles.options}>
        <Fields>
          {TEXTS.map(({ key, label, hint, placeholder }) => (
            <Field key={key} label={label} hint={hint}>
              <Input
                aria-label={label}
                value={typeof panel[key] === 'string' ? panel[key] : ''}
                placeholder={placeholder}
                onChange={(text) => set(key, text.trim() || undefined)}
              />
            </Field>
          ))}
          <Field label="Max data points" hint="The width of the panel in pixels, unless it is set.">
            <Input
              aria-label="Max data points"
              inputMode="numeric"
              value={panel.maxDataPoints ? String(panel.maxDataPoints) : ''}
              placeholder={String(preview.result.request?.maxDataPoints ?? 'auto')}
              onChange={(text) => {
                const count = Math.round(Number(text));
                if (!text.trim()) set('maxDataPoints', undefined);
                else if (count > 0) set('maxDataPoints', count);
              }}
            />
          </Field>
          <Switch
            label="Hide the time of this panel"
            checked={Boolean(panel.hideTimeOverride)}
            onChange={(isOn) => set('hideTimeOverride', isOn || undefined)}
          />
        </Fields>
      </div>
    </Popover>
  );
}

function summaryOf(panel: PanelModel, { result }: Preview): string {
  const { request } = result;
  const parts = request
    ? [`Interval ${request.interval}`, `max data points ${request.maxDataPoints}`]
    : ['Query options'];
  if (panel.interval) parts.push(`min interval ${panel.interval}`);
  if (panel.timeFrom) parts.push(`last ${panel.timeFrom}`);
  if (panel.timeShift) parts.push(`shifted by ${panel.timeShift}`);
  return parts.join(' · ');
}
