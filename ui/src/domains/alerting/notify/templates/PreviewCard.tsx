/** What a text prints, on a made up alert or on those that fire. */
import { useDeferredValue, useState, type ReactNode } from 'react';
import { Button, Card, Select } from '../../../../design';
import { useSettled } from '../../../../design/useSettled';
import { errorMessage } from '../../../../kernel/api';
import { useAlerts } from '../groups/api';
import { usePrinted } from './api';
import own from './Templates.module.css';
import look from '../parts/Notify.module.css';

const SOURCES = [
  { value: 'sample', label: 'A sample alert' },
  { value: 'live', label: 'Alerts that fire now' },
] as const;

const MOST = 20;
const PAUSE_MS = 250;
const NONE: never[] = [];

export interface PreviewCardProps {
  name: string;
  text: string;
  onLine: (line: number) => void;
}

export function PreviewCard({ name, text, onLine }: PreviewCardProps): ReactNode {
  const [source, setSource] = useState<'sample' | 'live'>('sample');
  const settled = useSettled(text, PAUSE_MS);
  const live = useAlerts({ enabled: source === 'live' });
  const alerts = useDeferredValue(source === 'live' ? (live.data?.slice(0, MOST) ?? NONE) : NONE);
  const printed = usePrinted(name, settled, alerts);
  const { results, errors } = printed.data ?? {};
  return (
    <Card
      title="Preview"
      actions={
        <Select label="With" size="sm" value={source} options={SOURCES} onChange={setSource} />
      }
    >
      <div className={own.preview} aria-live="polite">
        {source === 'live' && live.data?.length === 0 && (
          <p className={look.dim}>No alert fires at the moment: a sample stands in.</p>
        )}
        {printed.error && <p className={look.failing}>{errorMessage(printed.error)}</p>}
        {errors?.map((error, index) => (
          <div key={index} role="alert" className={own.error}>
            <span>{error.message}</span>
            {error.line > 0 && (
              <Button size="sm" onClick={() => onLine(error.line)}>
                Line {error.line}
              </Button>
            )}
          </div>
        ))}
        {results?.map((result) => (
          <figure key={result.name} className={own.result}>
            <figcaption>{result.name}</figcaption>
            <pre tabIndex={0}>{result.text || '(nothing)'}</pre>
          </figure>
        ))}
        {settled.trim() === '' && <p className={look.dim}>Nothing is written yet.</p>}
      </div>
    </Card>
  );
}
