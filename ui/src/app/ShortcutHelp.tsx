import type { ReactNode } from 'react';
import { Dialog, Kbd, Switch } from '../design';
import { savePreferences, usePreferences } from '../kernel/preferences';
import { activeShortcuts, type Shortcut } from '../kernel/shortcuts';
import styles from './ShortcutHelp.module.css';

/** Lists what can be pressed on this page. */
export function ShortcutHelp({ onClose }: { onClose: () => void }): ReactNode {
  const { shortcuts: enabled } = usePreferences();
  const groups = [...new Set(activeShortcuts().map(({ group }) => group))];
  return (
    <Dialog
      title="Keyboard shortcuts"
      size="lg"
      onClose={onClose}
      footer={
        <Switch
          checked={enabled}
          onChange={(shortcuts) => void savePreferences({ shortcuts })}
          label="Use single-key shortcuts"
        />
      }
    >
      <div className={styles.groups}>
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {ofGroup(group).map(({ keys, label }) => (
                <div key={keys}>
                  <dt>{label}</dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function ofGroup(group: string): Shortcut[] {
  return activeShortcuts().filter((shortcut) => shortcut.group === group);
}
