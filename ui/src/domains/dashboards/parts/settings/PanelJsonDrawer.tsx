import { useMemo, useState, type ReactNode } from 'react';
import { Drawer } from '../../../../design';
import { findStoredPanel, withStoredPanel } from '../../model/storedEdits';
import { useDashboard } from '../../session/context';
import { JsonEditor } from '../../../../sdk/editor/JsonEditor';
import { parseModel } from './parseModel';
import { SaveFooter } from './SaveFooter';
import { useLeaveGuard } from './useLeaveGuard';
import { useSave } from './useSave';
import styles from './Settings.module.css';

/** One panel as it is stored. */
export function PanelJsonDrawer({
  panelId,
  onClose,
}: {
  panelId: number;
  onClose: () => void;
}): ReactNode {
  const { stored, canSave } = useDashboard();
  const panel = findStoredPanel(stored.dashboard, panelId);
  const start = useMemo(() => JSON.stringify(panel ?? null, null, 2), [panel]);
  const [text, setText] = useState(start);
  const saving = useSave(onClose);
  const parsed = parseModel(text);
  const { close, question } = useLeaveGuard(text !== start, onClose);
  const model =
    panel && 'model' in parsed
      ? withStoredPanel(stored.dashboard, panelId, parsed.model)
      : undefined;
  return (
    <Drawer
      title={`Panel “${typeof panel?.title === 'string' ? panel.title : panelId}”`}
      size="lg"
      onClose={close}
      footer={
        canSave &&
        panel && (
          <SaveFooter saving={saving} model={model} isChanged={text !== start} onClose={close} />
        )
      }
    >
      <div className={styles.fill}>
        {panel ? (
          <JsonEditor value={start} label="Panel JSON" readOnly={!canSave} onChange={setText} />
        ) : (
          <p className={styles.hint}>
            This panel has no ID in the stored JSON. Edit it in the dashboard JSON.
          </p>
        )}
        {'problem' in parsed && <p className={styles.problem}>{parsed.problem}</p>}
      </div>
      {question}
    </Drawer>
  );
}
