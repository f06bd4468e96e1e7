/** The panel that the editor shows, its result, and the frames of every stage. */
import { useMemo } from 'react';
import type { Frame } from '../../../../data';
import { shapeAnswers } from '../../../../querying/shape';
import { useLinked } from '../../../../querying/useLinked';
import type { LayoutItem } from '../../model/layout';
import { useDashboard, useDashboardTime } from '../../session/context';
import { useResult, type PanelResult } from '../../session/results';
import { usePanelFrames } from '../../session/usePanelFrames';
import { planOf } from '../../session/usePanelQuery';
import { usePanelScope, type PanelScope } from '../../session/usePanelScope';
import type { AppliedQueries } from './useAppliedQueries';

export interface Preview {
  /** The draft's panel with the queries that were run. */
  item: LayoutItem;
  scope: PanelScope;
  result: PanelResult;
  /** As the sources answered. */
  answers: readonly Frame[];
  /** After transformations and field configuration. */
  frames: readonly Frame[];
}

/** `steps` limits the transformations to the first ones. */
export function usePreview(item: LayoutItem, applied: AppliedQueries, steps?: number): Preview {
  const { panel } = item;
  const { targets } = applied;
  const shown = useMemo<LayoutItem>(() => {
    const transformations =
      steps === undefined ? panel.transformations : panel.transformations?.slice(0, steps);
    const isSame = targets === panel.targets && transformations === panel.transformations;
    return isSame
      ? item
      : { ...item, panel: { ...panel, targets: targets && [...targets], transformations } };
  }, [item, panel, targets, steps]);

  const dashboard = useDashboard();
  const time = useDashboardTime();
  const scope = usePanelScope(shown);
  const result = useResult(dashboard.results, item.key);
  const { origin } = useMemo(
    () => planOf(shown.panel, 1000, { dashboard, time, scope }),
    [shown.panel, dashboard, time, scope],
  );
  const linked = useLinked(result.frames, result.request, dashboard.sources);
  const answers = useMemo(
    () => (linked ? shapeAnswers(linked, result.request) : []),
    [linked, result.request],
  );
  const { frames } = usePanelFrames(
    shown.panel,
    { result, origin, currentValues: scope.currentValues },
    { timeZone: time.timeZone, sources: dashboard.sources },
  );
  return { item: shown, scope, result, answers, frames };
}
