/** Places panels of the draft in a layout that somebody else changed, by the rules of the grid. */
import { useMemo } from 'react';
import { repeatValues } from '../../model/variableValues';
import { useDashboard } from '../../session/context';
import { arranged } from '../draft/commands/layout';
import { findBlock, type ValuesOf } from '../model/arrange/arrangement';
import { resizeTo, withinColumns } from '../model/arrange/place';
import type { Arrange } from '../model/merge';

export const arrangeWith =
  (valuesOf: ValuesOf): Arrange =>
  (model, placed) =>
    arranged(model, valuesOf, (arrangement) => {
      const targets = placed.flatMap(({ id, gridPos }) => {
        const block = findBlock(arrangement, id)?.block;
        if (!block) return [];
        // Stored lines count from the top of the dashboard, those of a block from its row.
        const y = Math.max(0, gridPos.y - block.panel.gridPos.y + block.y);
        return [withinColumns({ id, x: gridPos.x, y, w: gridPos.w, h: gridPos.h })];
      });
      return resizeTo(arrangement, targets);
    });

export function useArrange(): Arrange {
  const { variables } = useDashboard();
  return useMemo(() => arrangeWith((name) => repeatValues(variables.states(), name)), [variables]);
}
