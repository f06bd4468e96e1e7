import { useCallback, useState } from 'react';
import { hiddenAfter, type LegendItem } from './legendItems';

/** Series the viewer switched off in the legend, by id; kept while the panel stays on the page. */
export function useHiddenSeries(ids: readonly string[]) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set<string>());
  const onToggle = useCallback(
    (item: LegendItem, how: 'isolate' | 'toggle') => setHidden((now) => hiddenAfter(ids, now, item.id, how)),
    [ids],
  );
  return { hidden, onToggle };
}
