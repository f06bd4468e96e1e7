/** Suggested panels, drawn with their data, to be ticked and added. */
import { useId, useMemo, type ReactNode } from 'react';
import { Button, Checkbox, Kbd } from '../../../../design';
import type { LayoutItem } from '../../model/layout';
import { PanelCard } from '../../parts/panel/PanelCard';
import type { MetricKind, Suggestion } from './suggest';
import styles from './Start.module.css';

export interface SuggestionsProps {
  /** Names what the panels show, to tell their results apart. */
  metricKey: string;
  kind: MetricKind;
  suggestions: readonly Suggestion[];
  ticks: readonly boolean[];
  onTick: (index: number, isTicked: boolean) => void;
  onAdd: () => void;
}

export function Suggestions(props: SuggestionsProps): ReactNode {
  const { metricKey, kind, suggestions, ticks, onTick, onAdd } = props;
  const titleId = useId();
  const items = useMemo(
    () => suggestions.map((suggestion, index) => itemOf(suggestion, `${metricKey}/${index}`)),
    [suggestions, metricKey],
  );
  const count = ticks.filter(Boolean).length;
  return (
    <section className={styles.suggestions} aria-labelledby={titleId}>
      <h3 id={titleId}>Panels for this {kind}</h3>
      <div className={styles.cards}>
        {items.map((item, index) => (
          <div key={item.key} className={styles.card} data-ticked={ticks[index] || undefined}>
            <Checkbox
              label={suggestions[index]?.panel.title}
              checked={Boolean(ticks[index])}
              onChange={(isTicked) => onTick(index, isTicked)}
            />
            <div className={styles.preview} inert aria-hidden>
              <PanelCard item={item} bare tabIndex={-1} />
            </div>
          </div>
        ))}
      </div>
      <footer className={styles.foot}>
        <Button variant="primary" disabled={count === 0} onClick={onAdd}>
          Add {count === 1 ? '1 panel' : `${count} panels`} <Kbd keys="Enter" />
        </Button>
      </footer>
    </section>
  );
}

/** It is not part of the dashboard, so it has no number; its title stands beside it. */
function itemOf({ panel, size }: Suggestion, key: string): LayoutItem {
  return {
    kind: 'panel',
    key: `suggested ${key}`,
    panel: { ...panel, id: 0, title: '', gridPos: { ...size, x: 0, y: 0 } },
    x: 0,
    y: 0,
    ...size,
    scope: {},
  };
}
