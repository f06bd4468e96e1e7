import { useMemo, useState, type ReactNode } from 'react';
import { Copy, Download } from 'lucide-react';
import { Button, Drawer, TabPanel, Tabs } from '../../../../design';
import { notify } from '../../../../kernel/events';
import { useDashboard } from '../../session/context';
import { useDashboardModel } from '../../session/models';
import { saveFile } from '../../../../inspect/download';
import { JsonEditor } from '../../../../sdk/editor/JsonEditor';
import { parseModel } from './parseModel';
import { SaveFooter } from './SaveFooter';
import { useLeaveGuard } from './useLeaveGuard';
import { useSave } from './useSave';
import { VersionList } from './VersionList';
import styles from './Settings.module.css';

type Tab = 'json' | 'versions';

const TABS = [
  { id: 'json' as const, label: 'JSON' },
  { id: 'versions' as const, label: 'Versions' },
];

export function SettingsDrawer({
  tab: first,
  onClose,
}: {
  tab: Tab;
  onClose: () => void;
}): ReactNode {
  const model = useDashboardModel();
  const { stored, canSave } = useDashboard();
  const [tab, setTab] = useState<Tab>(first);
  const start = useMemo(() => JSON.stringify(stored.dashboard, null, 2), [stored]);
  const [text, setText] = useState(start);
  const [resumed, setResumed] = useState(start);
  const saving = useSave(onClose);
  const parsed = parseModel(text);
  const { close, question } = useLeaveGuard(text !== start, onClose);
  const showTab = (next: Tab) => {
    setResumed(text);
    setTab(next);
  };
  const copy = () =>
    void navigator.clipboard?.writeText(text).then(() => notify('JSON copied', 'success'));

  return (
    <Drawer
      title="Dashboard settings"
      size="lg"
      onClose={close}
      footer={
        tab === 'json' &&
        canSave && (
          <SaveFooter
            saving={saving}
            model={'model' in parsed ? parsed.model : undefined}
            isChanged={text !== start}
            onClose={close}
          />
        )
      }
    >
      <div className={styles.fill}>
        <Tabs label="Settings" tabs={TABS} value={tab} onChange={showTab} />
        <TabPanel id={tab}>
          {tab === 'versions' ? (
            <VersionList onRestored={onClose} />
          ) : (
            <div className={styles.fill} style={{ height: 'calc(100vh - 210px)' }}>
              <div>
                <Button size="sm" variant="ghost" icon={Copy} onClick={copy}>
                  Copy
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  icon={Download}
                  onClick={() => saveFile(`${model.title}.json`, 'application/json', text)}
                >
                  Download
                </Button>
              </div>
              <JsonEditor
                value={resumed}
                label="Dashboard JSON"
                readOnly={!canSave}
                onChange={setText}
              />
              {'problem' in parsed && <p className={styles.problem}>{parsed.problem}</p>}
            </div>
          )}
        </TabPanel>
      </div>
      {question}
    </Drawer>
  );
}
