import { useMemo, useState, type ReactNode } from 'react';
import { Copy } from 'lucide-react';
import { frameToJson } from '../../../../data';
import { Button, Select } from '../../../../design';
import { notify } from '../../../../kernel/events';
import { findStoredPanel } from '../../model/storedEdits';
import { useDashboard } from '../../session/context';
import { JsonEditor } from '../../../../sdk/editor/JsonEditor';
import type { InspectSubject } from './subject';
import styles from '../../../../inspect/Inspect.module.css';

type Source = 'stored' | 'current' | 'frames';

const SOURCES: { value: Source; label: string }[] = [
  { value: 'stored', label: 'Panel JSON (stored)' },
  { value: 'current', label: 'Panel JSON (current schema)' },
  { value: 'frames', label: 'Data frames' },
];

export function JsonTab({ subject }: { subject: InspectSubject }): ReactNode {
  const { stored } = useDashboard();
  const [source, setSource] = useState<Source>('stored');
  const text = useMemo(() => {
    const { panel } = subject.item;
    const current = {
      stored: () => findStoredPanel(stored.dashboard, panel.id) ?? panel,
      current: () => panel,
      frames: () => subject.result.frames.map(frameToJson),
    };
    return JSON.stringify(current[source](), null, 2);
  }, [source, subject.item, subject.result.frames, stored]);
  return (
    <div className={styles.stack}>
      <div className={styles.options}>
        <Select label="Source" size="sm" value={source} options={SOURCES} onChange={setSource} />
        <Button
          size="sm"
          variant="ghost"
          icon={Copy}
          onClick={() =>
            void navigator.clipboard?.writeText(text).then(() => notify('JSON copied', 'success'))
          }
        >
          Copy
        </Button>
      </div>
      <div className={styles.code}>
        <JsonEditor value={text} label="JSON" readOnly />
      </div>
    </div>
  );
}
