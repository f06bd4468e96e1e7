import { useState, type ReactNode } from 'react';
import { Check, Copy } from 'lucide-react';
import { Button, Dialog, Field, Fields, Input, Switch } from '../../../../design';
import { notify } from '../../../../kernel/events';
import { apiUrl } from '../../../../kernel/api';
import { formatUrl, parseUrl } from '../../model/url';
import { useDashboard, useDashboardUrl } from '../../session/context';
import styles from '../settings/Settings.module.css';

/** A link to this view, with its time and variables; for one panel also the code that embeds it. */
export function ShareDialog({
  panelKey,
  onClose,
}: {
  panelKey?: string;
  onClose: () => void;
}): ReactNode {
  const { shareUrl, uid } = useDashboard();
  const url = useDashboardUrl();
  const [lockTime, setLockTime] = useState(true);
  const viewPanel = panelKey ?? url.viewPanel;
  const link = shareUrl({ viewPanel }, { lockTime });
  const solo = viewPanel && embedAddress(link, uid, viewPanel);

  return (
    <Dialog
      title={viewPanel ? 'Share panel' : 'Share dashboard'}
      description="The link contains the time range and the variable values. Users need permission to view this dashboard."
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className={styles.spaced}>
        <Fields>
          <Field
            label="Lock time range"
            hint="Use the current absolute time range. If off, a relative range stays relative to now."
          >
            <Switch checked={lockTime} onChange={setLockTime} />
          </Field>
          <CopyField label="Link" text={link} />
          {solo && (
            <CopyField
              label="Embed"
              text={`<iframe src="${solo}" width="450" height="200" frameborder="0"></iframe>`}
            />
          )}
        </Fields>
      </div>
    </Dialog>
  );
}

function embedAddress(link: string, uid: string, panelKey: string): string {
  const { origin, search } = new URL(link);
  const state = parseUrl(search);
  const address = formatUrl({
    ...state,
    viewPanel: undefined,
    rest: [...state.rest, ['panelId', panelKey]],
  });
  return `${origin}${apiUrl(`/d-solo/${uid}`)}${address}`.replaceAll('"', '%22');
}

function CopyField({ label, text }: { label: string; text: string }): ReactNode {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 1500);
    } catch {
      notify(
        'The browser blocked access to the clipboard. Select and copy the text manually.',
        'warning',
      );
    }
  };
  return (
    <>
      <Field label={label}>
        <Input mono readOnly value={text} onFocus={(event) => event.target.select()} />
      </Field>
      <div>
        <Button
          icon={copied ? Check : Copy}
          onClick={() => void copy()}
          variant={label === 'Link' ? 'primary' : 'default'}
        >
          {copied ? 'Copied' : `Copy ${label.toLowerCase()}`}
        </Button>
      </div>
    </>
  );
}
