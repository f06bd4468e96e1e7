/** The panel of a rule, which shows the state of the rule and its changes. */
import { useState, type ReactNode } from 'react';
import { X } from 'lucide-react';
import { Button, Combobox, Field, Fields } from '../../../design';
import { useDashboardPanels, useDashboards } from '../api';
import type { EditorPart } from './part';
import styles from './Editor.module.css';

export function PanelLink({ draft, problems, change }: EditorPart): ReactNode {
  const [text, setText] = useState('');
  const dashboards = useDashboards(text);
  const dashboard = useDashboardPanels(draft.dashboardUid);
  const listed = (dashboards.data ?? []).map(({ uid, title, folderTitle }) => ({
    value: uid,
    label: title,
    description: folderTitle,
  }));
  const own = dashboard.data && { value: draft.dashboardUid, label: dashboard.data.title };
  const isListed = listed.some(({ value }) => value === draft.dashboardUid);
  return (
    <div className={draft.dashboardUid ? styles.withButton : undefined}>
      <Fields columns={2}>
        <Field label="Dashboard" optional>
          <Combobox
            label="Dashboard"
            loading={dashboards.isFetching}
            options={own && !isListed ? [own, ...listed] : listed}
            value={draft.dashboardUid ? [draft.dashboardUid] : []}
            placeholder="None"
            onSearch={setText}
            onChange={([dashboardUid = '']) => change({ dashboardUid, panelId: '' })}
          />
        </Field>
        <Field label="Panel" optional error={problems.panel}>
          <Combobox
            label="Panel"
            disabled={!draft.dashboardUid}
            options={dashboard.data?.panels ?? []}
            value={draft.panelId ? [draft.panelId] : []}
            placeholder="None"
            onChange={([panelId = '']) => change({ panelId })}
          />
        </Field>
      </Fields>
      {draft.dashboardUid && (
        <Button icon={X} onClick={() => change({ dashboardUid: '', panelId: '' })}>
          Unlink
        </Button>
      )}
    </div>
  );
}
