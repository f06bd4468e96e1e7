import { useCallback, useState } from 'react';
import { hiddenAfter, type LegendItem } from './legendItems';

/** Series the viewer switched off in the legend, by id; kept while the panel stays on the page. */
export function useHiddenSeries() {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set<string>());
  const onToggle = useCallback(
    (items: readonly LegendItem[], item: LegendItem, how: 'isolate' | 'toggle') =>
      setHidden((now) =>
        hiddenAfter(
          items.map(({ id }) => id),
          now,
          item.id,
          how,
        ),
      ),
    [],
  );
  return { hidden, onToggle };
}
