/** Which state of a panel's queries the preview runs: the last one, once the user stops typing. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PanelModel, Target } from '../../../../data';

/** After the last change of a query. */
export const REST_MS = 800;

export interface AppliedQueries {
  targets: readonly Target[] | undefined;
  /** Whether a change of the queries has not been run. */
  isWaiting: boolean;
  /** Runs the queries as they are now. */
  run: () => void;
}

/**
 * Queries that only hide, appear, disappear or change their order run at once; a changed one after
 * a rest, or by hand where `runsAutomatically` is off.
 */
export function useAppliedQueries(
  panel: PanelModel | undefined,
  runsAutomatically: boolean,
): AppliedQueries {
  const targets = panel?.targets;
  const [applied, setApplied] = useState(targets);
  const latest = useRef(targets);
  latest.current = targets;
  const run = useCallback(() => setApplied(latest.current), []);
  const isWaiting = applied !== targets;
  const isTyped = isWaiting && hasSameShape(applied, targets);

  useEffect(() => {
    if (!isWaiting || (isTyped && !runsAutomatically)) return;
    const timer = setTimeout(run, isTyped ? REST_MS : 0);
    return () => clearTimeout(timer);
  }, [isWaiting, isTyped, runsAutomatically, run, targets]);

  return { targets: applied, isWaiting: isTyped, run };
}

function hasSameShape(
  before: readonly Target[] | undefined,
  after: readonly Target[] | undefined,
): boolean {
  const shape = (targets: readonly Target[] = []) =>
    JSON.stringify(targets.map(({ refId, hide, datasource }) => [refId, hide, datasource]));
  return shape(before) === shape(after);
}
