import { useMemo, type ReactNode } from 'react';
import { Combobox } from '../../design';
import type { CustomEditorProps } from '../options';

/** Time zones of an axis: `browser`, `utc` or IANA names; none for that of the dashboard. */
export function ZonesEditor({
  value,
  onChange,
  label = 'Time zone',
}: CustomEditorProps<readonly string[]>): ReactNode {
  const options = useMemo(
    () => [
      { value: 'browser', label: 'Browser' },
      { value: 'utc', label: 'UTC' },
      ...Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone })),
    ],
    [],
  );
  return (
    <Combobox
      label={label}
      placeholder="Dashboard"
      options={options}
      value={value}
      multi
      onChange={onChange}
    />
  );
}
