/** Where a variable is used; each place can be opened. */
import type { ReactNode } from 'react';
import { useDashboard } from '../../../session/context';
import { useDraftModel } from '../../draft/context';
import { variableUses, type VariableUse } from '../../model/references';
import styles from './Variables.module.css';

const PAGES = { annotation: 'annotations', link: 'links', dashboard: 'general' } as const;

export function titleOfUse({ kind, name, panel }: VariableUse): string {
  if (kind === 'panel') return name || `Panel ${panel ?? ''}`;
  if (kind === 'dashboard') return 'Dashboard';
  return `${kind === 'variable' ? '$' : ''}${name}`;
}

export function UsedIn({
  name,
  onOpen,
}: {
  name: string;
  onOpen: (name: string) => void;
}): ReactNode {
  const { setUrl } = useDashboard();
  const uses = variableUses(useDraftModel(), name);
  const show = ({ kind, name: title, panel }: VariableUse) => {
    if (kind === 'variable') onOpen(title);
    else if (kind === 'panel')
      setUrl({ edit: true, editview: undefined, editPanel: String(panel) });
    else setUrl({ edit: true, editview: PAGES[kind] });
  };
  return (
    <section aria-label="Used in">
      <h3>
        Used in <span className={styles.use}>{uses.length}</span>
      </h3>
      {uses.length === 0 && <p className={styles.hint}>Nothing uses it.</p>}
      <ul className={styles.uses}>
        {uses.map((use, index) => (
          <li key={index}>
            <button type="button" onClick={() => show(use)}>
              {titleOfUse(use)}
            </button>
            <span className={styles.use}>{use.parts.join(', ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
