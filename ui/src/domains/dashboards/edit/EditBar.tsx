/** The top of the editor: where one is, undo and redo, and how to leave. */
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Redo2, Undo2 } from 'lucide-react';
import { Button, IconButton, Tag, TopBar } from '../../../design';
import { TimeBar } from '../parts/toolbar/TimeBar';
import { useDashboard, useDashboardUrl } from '../session/context';
import { useDraft } from './draft/context';
import type { Step } from './draft/types';
import styles from './EditBar.module.css';

const SaveActions = lazy(() =>
  import('./save/SaveActions').then((m) => ({ default: m.SaveActions })),
);
const AddMenu = lazy(() => import('./start/AddMenu').then((m) => ({ default: m.AddMenu })));
const VariableBar = lazy(() =>
  import('../parts/variables/VariableBar').then((m) => ({ default: m.VariableBar })),
);

export interface EditBarProps {
  isNew: boolean;
  onUndo: () => void;
  onRedo: () => void;
  onShow: (step: Step) => void;
}

export function EditBar({ isNew, onUndo, onRedo, onShow }: EditBarProps): ReactNode {
  const { setUrl } = useDashboard();
  const url = useDashboardUrl();
  const title = useDraft(({ model }) => model.title);
  const variables = useDraft(({ model }) => model.templating.list.length);
  const canUndo = useDraft(({ past }) => past.length > 0);
  const canRedo = useDraft(({ future }) => future.length > 0);
  const [timeOpen, setTimeOpen] = useState(false);
  const isInside = Boolean(url.editPanel || url.editview);
  return (
    <TopBar
      title={title}
      crumbs={[{ label: 'Dashboards', href: '/dashboards' }]}
      titleExtras={
        <span className="vd-wide-only">
          <Tag tone="accent">Editing</Tag>
        </span>
      }
      actions={
        <div className={styles.actions}>
          <IconButton icon={Undo2} label="Undo" disabled={!canUndo} onClick={onUndo} />
          <IconButton icon={Redo2} label="Redo" disabled={!canRedo} onClick={onRedo} />
          {isInside && (
            <Button
              onClick={() =>
                setUrl({ edit: true, editPanel: undefined, editview: undefined, tab: undefined })
              }
            >
              Back to dashboard
            </Button>
          )}
          <Suspense>
            <SaveActions isNew={isNew} onShow={onShow} />
          </Suspense>
        </div>
      }
      toolbar={
        <div className={styles.toolbar}>
          <Suspense>{!isInside && <AddMenu />}</Suspense>
          <Suspense>{variables > 0 && <VariableBar />}</Suspense>
          <span className={styles.right}>
            <TimeBar timeOpen={timeOpen} onTimeOpen={setTimeOpen} />
          </span>
        </div>
      }
    />
  );
}
