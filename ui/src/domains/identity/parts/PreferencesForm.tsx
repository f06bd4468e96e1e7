import { useMemo, type ReactNode } from 'react';
import { Combobox, Field, Fields, Select, Switch, useTheme } from '../../../design';
import { errorMessage } from '../../../kernel/api';
import { notify } from '../../../kernel/events';
import { savePreferences, usePreferences, type Preferences } from '../../../kernel/preferences';
import { resolveTimeZone } from '../../../kernel/timezone';
import styles from './Preferences.module.css';

const themes = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'system', label: 'System' },
] as const;

const palettes = [
  { value: 'classic', label: 'Classic, 12 colors' },
  { value: 'cvd', label: 'Color-blind safe, 8 colors' },
] as const;

const weekStarts = [
  { value: '', label: 'Browser' },
  { value: 'monday', label: 'Monday' },
  { value: 'sunday', label: 'Sunday' },
  { value: 'saturday', label: 'Saturday' },
];

/** Every choice applies at once; there is nothing to save. */
export function PreferencesForm(): ReactNode {
  const { theme, timezone, weekStart, palette, shortcuts } = usePreferences();
  const zones = useMemo(timeZones, []);
  const set = (patch: Partial<Preferences>) => {
    savePreferences(patch).catch((error: unknown) => notify(errorMessage(error), 'error'));
  };
  return (
    <Fields columns={2}>
      <Field label="Theme">
        <Select value={theme} options={themes} onChange={(value) => set({ theme: value })} />
      </Field>
      <Field label="Series colors" hint={<PalettePreview />}>
        <Select value={palette} options={palettes} onChange={(value) => set({ palette: value })} />
      </Field>
      <Field
        label="Time zone"
        hint={`Current time: ${clockIn(timezone)}. A dashboard can override the time zone.`}
      >
        <Combobox
          label="Time zone"
          options={zones}
          value={[timezone]}
          onChange={([zone]) => set({ timezone: zone ?? 'browser' })}
        />
      </Field>
      <Field label="Week starts on">
        <Select
          value={weekStart}
          options={weekStarts}
          onChange={(value) => set({ weekStart: value })}
        />
      </Field>
      <Field label="Single-key shortcuts" hint="Press ? on any page to list the shortcuts.">
        <Switch checked={shortcuts} onChange={(value) => set({ shortcuts: value })} />
      </Field>
    </Fields>
  );
}

function PalettePreview(): ReactNode {
  const { series } = useTheme();
  const { palette } = usePreferences();
  return (
    <span className={styles.palette} aria-hidden>
      {Array.from({ length: palette === 'cvd' ? 8 : 12 }, (_, index) => (
        <i key={index} style={{ background: series(index) }} />
      ))}
    </span>
  );
}

function timeZones(): { value: string; label: string; description?: string }[] {
  const fixed = [
    { value: 'browser', label: 'Browser', description: resolveTimeZone('browser') },
    { value: 'utc', label: 'UTC' },
  ];
  return [
    ...fixed,
    ...Intl.supportedValuesOf('timeZone').map((zone) => ({
      value: zone,
      label: zone.replaceAll('_', ' '),
    })),
  ];
}

function clockIn(zone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeStyle: 'short',
    timeZone: resolveTimeZone(zone),
  }).format(new Date());
}
