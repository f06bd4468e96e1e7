/** The output of a template for a sample alert or for the firing alerts. */
import { useDeferredValue, useState, type ReactNode } from 'react';
import { Button, Card, Select } from '../../../../design';
import { useSettled } from '../../../../design/useSettled';
import { errorMessage } from '../../../../kernel/api';
import { useAlerts } from '../groups/api';
import { useTemplatePreview } from './api';
import own from './Templates.module.css';
import look from '../parts/Notify.module.css';

const SOURCES = [
  { value: 'sample', label: 'Sample alert' },
  { value: 'live', label: 'Firing alerts' },
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
  const preview = useTemplatePreview(name, settled, alerts);
  const { results, errors } = preview.data ?? {};
  return (
    <Card
      title="Preview"
      actions={
        <Select label="Alerts" size="sm" value={source} options={SOURCES} onChange={setSource} />
      }
    >
      <div className={own.preview} aria-live="polite">
        {source === 'live' && live.data?.length === 0 && (
          <p className={look.dim}>No alert is firing. The preview uses a sample alert.</p>
        )}
        {preview.error && <p className={look.failing}>{errorMessage(preview.error)}</p>}
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
            <pre tabIndex={0}>{result.text || '(empty)'}</pre>
          </figure>
        ))}
        {settled.trim() === '' && <p className={look.dim}>Enter content to see a preview.</p>}
      </div>
    </Card>
  );
}
