/** When a silence begins and ends: one touch for the usual lengths. */
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

export interface EndFieldsProps {
  draft: SilenceDraft;
  problem: string | undefined;
  onChange: (patch: Partial<SilenceDraft>) => void;
}

export function EndFields({ draft, problem, onChange }: EndFieldsProps): ReactNode {
  const now = useNow();
  const zone = useZone();
  const end = endOf(draft, now);
  const moment = (text: string) => (text ? new Date(text).getTime() : undefined);
  const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className={styles.end}>
      <div role="group" aria-label="Duration" className={styles.presets}>
        {PRESETS.map(([lasts, label]) => (
          <Button
            key={lasts}
            size="lg"
            pressed={draft.lasts === lasts}
            className={styles.preset}
            onClick={() => onChange({ lasts, endsAt: undefined })}
          >
            {label}
          </Button>
        ))}
      </div>
      <p className={look.dim} role="status">
        {Number.isFinite(end)
          ? `Until ${formatTime(end, 'full', zone)} (${zone})`
          : 'Without an end yet'}
      </p>
      <details
        className={styles.more}
        open={Boolean(problem) || draft.endsAt !== undefined || undefined}
      >
        <summary>Another length or time</summary>
        <Fields columns={2}>
          <Field label="Length" error={problem} hint="Such as 45m, 12h or 3d.">
            <Input
              mono
              size="lg"
              value={draft.lasts}
              onChange={(lasts) => onChange({ lasts, endsAt: undefined })}
            />
          </Field>
          <Field label="Ends" hint={`In ${browserZone}.`}>
            <Input
              type="datetime-local"
              size="lg"
              value={Number.isFinite(end) ? localInput(end) : ''}
              onChange={(text) => onChange({ endsAt: moment(text), lasts: '' })}
            />
          </Field>
          <Field label="Begins" optional hint="Now, where nothing is written.">
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
