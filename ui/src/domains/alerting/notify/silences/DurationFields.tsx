/** The start and end of a silence, with buttons for common durations. */
import type { ReactNode } from 'react';
import { Button, Field, Fields, Input } from '../../../../design';
import { formatTime } from '../../../../data';
import { useNow } from '../../parts/Ago';
import { useZone } from '../../parts/useZone';
import { endOf, localInput, type SilenceDraft } from './model';
import styles from './Silence.module.css';
import look from '../parts/Notify.module.css';

const PRESETS = [
  ['30m', '30 min'],
  ['2h', '2 hours'],
  ['8h', '8 hours'],
  ['1d', '1 day'],
  ['7d', '1 week'],
] as const;

export interface DurationFieldsProps {
  draft: SilenceDraft;
  problem: string | undefined;
  onChange: (patch: Partial<SilenceDraft>) => void;
}

export function DurationFields({ draft, problem, onChange }: DurationFieldsProps): ReactNode {
  const now = useNow();
  const zone = useZone();
  const end = endOf(draft, now);
  const moment = (text: string) => (text ? new Date(text).getTime() : undefined);
  const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className={styles.end}>
      <div role="group" aria-label="Duration" className={styles.presets}>
        {PRESETS.map(([duration, label]) => (
          <Button
            key={duration}
            size="lg"
            pressed={draft.duration === duration}
            className={styles.preset}
            onClick={() => onChange({ duration, endsAt: undefined })}
          >
            {label}
          </Button>
        ))}
      </div>
      <p className={look.dim} role="status">
        {Number.isFinite(end) ? `Until ${formatTime(end, 'full', zone)} (${zone})` : 'No end yet'}
      </p>
      <details
        className={styles.more}
        open={Boolean(problem) || draft.endsAt !== undefined || undefined}
      >
        <summary>Custom duration</summary>
        <Fields columns={2}>
          <Field label="Duration" error={problem} hint="For example 45m, 12h or 3d.">
            <Input
              mono
              size="lg"
              value={draft.duration}
              onChange={(duration) => onChange({ duration, endsAt: undefined })}
            />
          </Field>
          <Field label="End" hint={`Time zone: ${browserZone}.`}>
            <Input
              type="datetime-local"
              size="lg"
              value={Number.isFinite(end) ? localInput(end) : ''}
              onChange={(text) => onChange({ endsAt: moment(text), duration: '' })}
            />
          </Field>
          <Field label="Start" optional hint="Leave empty to start now.">
            <Input
              type="datetime-local"
              size="lg"
              value={draft.startsAt === undefined ? '' : localInput(draft.startsAt)}
              onChange={(text) => onChange({ startsAt: moment(text) })}
            />
          </Field>
        </Fields>
      </details>
    </div>
  );
}
