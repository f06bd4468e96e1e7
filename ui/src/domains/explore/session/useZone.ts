/** The clock of the page, for all panes. */
import { useMemo, useState } from 'react';
import { resolveTimeZone } from '../../../data';
import { usePreferences } from '../../../kernel/preferences';
import type { TimeSettings } from '../../../timepicker/settings';

export type ZoneSettings = Pick<
  TimeSettings,
  'timeZone' | 'zoneSetting' | 'setZone' | 'timeOptions'
>;

export function useZone(): ZoneSettings {
  const { timezone, weekStart } = usePreferences();
  const [chosen, setZone] = useState('');
  const zoneSetting = chosen || timezone;
  return useMemo(() => {
    const timeZone = resolveTimeZone(zoneSetting);
    return { timeZone, zoneSetting, setZone, timeOptions: { timeZone, weekStart } };
  }, [zoneSetting, weekStart]);
}
