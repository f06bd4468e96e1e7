/** The button and the key that add panels and rows to the dashboard. */
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { ChartLine, ClipboardPaste, Plus, Rows3, Square, Type } from 'lucide-react';
import { Button, Drawer, Kbd, Menu, ProgressBar, type MenuItem } from '../../../../design';
import { useShortcuts } from '../../../../kernel/shortcuts';
import { useAdding } from './useAdding';

const PanelsFromData = lazy(() =>
  import('./PanelsFromData').then((m) => ({ default: m.PanelsFromData })),
);

export function AddMenu(): ReactNode {
  const adding = useAdding();
  const [isOpen, setOpen] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  useShortcuts([
    { keys: 'a', label: 'Add a panel or row', group: 'Editor', run: () => setOpen(true) },
  ]);
  const items: MenuItem[] = [
    { label: 'Panel from data', icon: ChartLine, onSelect: () => setChoosing(true) },
    { label: 'Empty panel', icon: Square, onSelect: () => void adding.emptyPanel() },
    { label: 'Text', icon: Type, onSelect: adding.text },
    { label: 'Row', icon: Rows3, onSelect: adding.row },
    ...(mayReadClipboard()
      ? [
          'separator' as const,
          { label: 'Paste', icon: ClipboardPaste, keys: 'mod+v', onSelect: paste },
        ]
      : []),
  ];
  return (
    <>
      <Menu
        label="Add"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button icon={Plus}>
            Add <Kbd keys="a" />
          </Button>
        }
        items={items}
      />
      {isChoosing && (
        <Drawer title="Panel from data" size="lg" onClose={() => setChoosing(false)}>
          <Suspense fallback={<ProgressBar />}>
            <PanelsFromData
              onAdd={(chosen) => {
                setChoosing(false);
                adding.suggestions(chosen);
              }}
            />
          </Suspense>
        </Drawer>
      )}
    </>
  );
}

/** Browsers offer it to pages over HTTPS only. */
function mayReadClipboard(): boolean {
  return typeof navigator.clipboard?.readText === 'function';
}

/** As Ctrl or Cmd + V does on the page. */
async function paste(): Promise<void> {
  const text = await navigator.clipboard.readText().catch(() => '');
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
}
