/** Puts what a pane shows onto a dashboard: a new one, or one that is there. */
import { useState, type ReactNode } from 'react';
import { Button, Combobox, Dialog, Field, Input, Select, Tabs, TabPanel } from '../../../design';
import { errorMessage } from '../../../kernel/api';
import { notify } from '../../../kernel/events';
import { goTo, localPath } from '../../../kernel/location';
import { useAction } from '../../../kernel/query';
import { fetchDashboard, saveDashboard, useDashboards, useFolders } from '../api';
import { newDashboard, panelOf, withPanel, type PanelChoice } from '../model/dashboardPanel';
import { sourceOfQuery } from '../model/pane';
import type { PaneSession } from '../session/paneContext';
import styles from './Kept.module.css';

export interface AddToDashboardProps {
  session: PaneSession;
  /** The panels that can show what is in the pane, the one that is shown first. */
  choices: readonly PanelChoice[];
  onClose: () => void;
}

type Target = 'existing' | 'new';

export function AddToDashboard({ session, choices, onClose }: AddToDashboardProps): ReactNode {
  const { pane, sources, uis } = session;
  const [target, setTarget] = useState<Target>('existing');
  const [type, setType] = useState(choices[0]?.type ?? 'timeseries');
  const [panelTitle, setPanelTitle] = useState('');
  const [title, setTitle] = useState('');
  const [folder, setFolder] = useState('');
  const [uid, setUid] = useState('');
  const [search, setSearch] = useState('');
  const dashboards = useDashboards(search);
  const folders = useFolders();
  const add = useAction<void, { uid: string; url: string }>(
    async () => {
      const panel = panelOf(
        pane,
        sources,
        type,
        panelTitle.trim() || 'New panel',
        (query, of) => uis.of(sourceOfQuery(pane, query, sources))?.forPanel?.(query, of) ?? query,
      );
      if (target === 'new')
        return saveDashboard(
          newDashboard(title.trim(), pane.range, panel),
          folder,
          'Created from Explore',
        );
      const stored = await fetchDashboard(uid);
      return saveDashboard(
        withPanel(stored.dashboard, panel),
        stored.folderUid,
        'Panel added from Explore',
      );
    },
    {
      invalidates: ['/api/search', '/api/dashboards'],
      quiet: true,
      onDone: ({ url }) => {
        notify('Panel added to the dashboard', 'success', {
          action: { label: 'Open dashboard', run: () => goTo(localPath(url)) },
        });
        onClose();
      },
    },
  );
  const isComplete = target === 'new' ? title.trim() !== '' : uid !== '';

  return (
    <Dialog
      title="Add to dashboard"
      description="Add the queries of this pane to a dashboard as a panel."
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={add.isPending}
            disabled={!isComplete}
            onClick={() => add.mutate()}
          >
            Add panel
          </Button>
        </>
      }
    >
      <div className={styles.save}>
        <Tabs
          label="Destination"
          tabs={[
            { id: 'existing', label: 'Existing dashboard' },
            { id: 'new', label: 'New dashboard' },
          ]}
          value={target}
          onChange={setTarget}
        />
        <TabPanel id={target}>
          <div className={styles.save}>
            {target === 'existing' ? (
              <Field label="Dashboard" error={add.error ? errorMessage(add.error) : undefined}>
                <Combobox
                  label="Dashboard"
                  placeholder="Choose a dashboard"
                  loading={dashboards.isFetching}
                  options={(dashboards.data ?? []).map((found) => ({
                    value: found.uid,
                    label: found.title,
                    description: found.folderTitle,
                  }))}
                  value={uid ? [uid] : []}
                  onSearch={setSearch}
                  onChange={([chosen]) => setUid(chosen ?? '')}
                />
              </Field>
            ) : (
              <>
                <Field
                  label="Dashboard title"
                  error={add.error ? errorMessage(add.error) : undefined}
                >
                  <Input value={title} onChange={setTitle} />
                </Field>
                <Field label="Folder">
                  <Combobox
                    label="Folder"
                    loading={folders.isPending}
                    options={[
                      { value: '', label: 'Dashboards', description: 'no folder' },
                      ...(folders.data ?? []).map((found) => ({
                        value: found.uid,
                        label: found.title,
                      })),
                    ]}
                    value={[folder]}
                    onChange={([chosen]) => setFolder(chosen ?? '')}
                  />
                </Field>
              </>
            )}
            {choices.length > 1 && (
              <Field label="Panel" hint="Result to show in the panel.">
                <Select
                  value={type}
                  options={choices.map((choice) => ({ value: choice.type, label: choice.label }))}
                  onChange={setType}
                />
              </Field>
            )}
            <Field label="Panel title">
              <Input value={panelTitle} onChange={setPanelTitle} placeholder="New panel" />
            </Field>
          </div>
        </TabPanel>
      </div>
    </Dialog>
  );
}
