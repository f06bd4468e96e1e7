/** Turns the annotation queries of a dashboard on and off. */
import type { ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { Switch } from '../../../../design';
import { useDashboardAnnotations } from '../../session/context';
import styles from './Toolbar.module.css';

export function AnnotationSwitches(): ReactNode {
  return useDashboardAnnotations()
    .filter(({ query }) => !query.hide)
    .map(({ query, isOn, setOn, error }) => (
      <span key={query.name} className={styles.switch} data-tip={error}>
        <Switch label={query.name} checked={isOn} onChange={setOn} />
        {error && <TriangleAlert size={13} aria-label={error} />}
      </span>
    ));
}
