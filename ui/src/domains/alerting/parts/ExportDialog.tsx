/** Resources of alerting as a provisioning file, in three formats. */
import { useState, type ReactNode } from 'react';
import { Copy, Download } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { Button, Dialog, ErrorState, SkeletonRows, Tabs } from '../../../design';
import { ApiError, apiUrl, type QueryValue } from '../../../kernel/api';
import { notify } from '../../../kernel/events';
import styles from './Export.module.css';

const FORMATS = [
  { id: 'yaml', label: 'YAML' },
  { id: 'json', label: 'JSON' },
  { id: 'hcl', label: 'Terraform (HCL)' },
] as const;

type Format = (typeof FORMATS)[number]['id'];

/** The name of what is exported, and the path of the export. */
export interface Exported {
  name: string;
  path: string;
  query?: Record<string, QueryValue>;
}

export function ExportDialog({
  name,
  path,
  query,
  onClose,
}: Exported & { onClose: () => void }): ReactNode {
  const [format, setFormat] = useState<Format>('yaml');
  const text = useQuery({
    queryKey: [path, query, format],
    queryFn: () => exported(apiUrl(path, { ...query, format })),
    retry: false,
  });
  return (
    <Dialog
      title={`Export ${name}`}
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button icon={Copy} disabled={!text.data} onClick={() => void copy(text.data ?? '')}>
            Copy
          </Button>
          <Button
            icon={Download}
            variant="primary"
            disabled={!text.data}
            onClick={() =>
              window.location.assign(apiUrl(path, { ...query, format, download: true }))
            }
          >
            Download
          </Button>
        </>
      }
    >
      <Tabs label="Format" tabs={FORMATS} value={format} onChange={setFormat} />
      {text.isPending && <SkeletonRows />}
      {text.error && (
        <ErrorState
          error={text.error}
          title="The export failed"
          onRetry={() => void text.refetch()}
        />
      )}
      {text.data && (
        <pre className={styles.text} tabIndex={0} aria-label={`${name} as ${format.toUpperCase()}`}>
          {text.data}
        </pre>
      )}
    </Dialog>
  );
}

/** Opens the export dialog. */
export function ExportButton(props: Exported): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={Download}
        aria-label={`Export ${props.name}`}
        data-tip={`Export ${props.name}`}
        onClick={() => setOpen(true)}
      >
        <span className={styles.word}>Export</span>
      </Button>
      {isOpen && <ExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify('Copied', 'success');
  } catch {
    notify('The browser did not allow copying. Select the text and copy it.', 'warning');
  }
}

/** The text of an export. Throws an ApiError with the message of the server. */
async function exported(url: string): Promise<string> {
  const response = await fetch(url, { credentials: 'same-origin' });
  const text = await response.text();
  if (!response.ok)
    throw new ApiError(
      response.status,
      messageOf(text) ?? `The server returned status ${response.status}.`,
    );
  return text;
}

function messageOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { message?: string }).message;
  } catch {
    return undefined;
  }
}
