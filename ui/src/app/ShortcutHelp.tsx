import type { ReactNode } from 'react';
import { Dialog, Kbd, Switch } from '../design';
import { savePreferences, usePreferences } from '../kernel/preferences';
import { activeShortcuts } from '../kernel/shortcuts';
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
          label="Enable single-key shortcuts"
        />
      }
    >
      <div className={styles.groups}>
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {[...ofGroup(group)].map(([label, ways]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    {ways.map((keys) => (
                      <Kbd key={keys} keys={keys} />
                    ))}
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

/** What can be done, and all keys that do it. */
function ofGroup(group: string): Map<string, string[]> {
  const ways = new Map<string, string[]>();
  for (const shortcut of activeShortcuts()) {
    if (shortcut.group === group)
      ways.set(shortcut.label, [...(ways.get(shortcut.label) ?? []), shortcut.keys]);
  }
  return ways;
}
