/** A rule as a provisioning file, in three spellings. */
import { useState, type ReactNode } from 'react';
import { Copy, Download } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { Button, Dialog, ErrorState, SkeletonRows, Tabs } from '../../../design';
import { apiUrl } from '../../../kernel/api';
import { notify } from '../../../kernel/events';
import styles from './Rules.module.css';

const FORMATS = [
  { id: 'yaml', label: 'YAML' },
  { id: 'json', label: 'JSON' },
  { id: 'hcl', label: 'Terraform (HCL)' },
] as const;

type Format = (typeof FORMATS)[number]['id'];

export function ExportDialog({ uid, title, onClose }: { uid: string; title: string; onClose: () => void }): ReactNode {
  const [format, setFormat] = useState<Format>('yaml');
  const path = `/api/v1/provisioning/alert-rules/${encodeURIComponent(uid)}/export`;
  const text = useQuery({ queryKey: [path, format], queryFn: () => exported(path, format) });
  const copy = () => void navigator.clipboard.writeText(text.data ?? '').then(() => notify('Copied', 'success'));
  return (
    <Dialog
      title={`Export ${title}`}
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button icon={Copy} disabled={!text.data} onClick={copy}>
            Copy
          </Button>
          <Button
            icon={Download}
            variant="primary"
            onClick={() => window.location.assign(apiUrl(path, { format, download: true }))}
          >
            Download
          </Button>
        </>
      }
    >
      <Tabs label="Format" tabs={FORMATS} value={format} onChange={setFormat} />
      {text.isPending && <SkeletonRows />}
      {text.error && <ErrorState error={text.error} title="The export failed" onRetry={() => void text.refetch()} />}
      {text.data && (
        <pre className={styles.export} tabIndex={0} aria-label={`${title} as ${format.toUpperCase()}`}>
          {text.data}
        </pre>
      )}
    </Dialog>
  );
}

async function exported(path: string, format: Format): Promise<string> {
  const answer = await fetch(apiUrl(path, { format }), { credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`The server answered with status ${answer.status}.`);
  return answer.text();
}
