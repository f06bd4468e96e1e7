/** The editor of a query that a data source answers. */
import { useMemo, type ReactNode } from 'react';
import type { PanelModel, Target } from '../../../../../data';
import { SourceQueryEditor } from '../../../../../plugins/SourceQueryEditor';
import type { SourceInfo } from '../../../../../querying/sources';
import { useDashboardTime } from '../../../session/context';
import { changeQuery } from '../../draft/commands/query';
import { useDraftStore } from '../../draft/context';
import type { Preview } from '../usePreview';

export interface SourceBodyProps {
  panel: PanelModel;
  target: Target;
  preview: Preview;
  onRun: () => void;
  source: SourceInfo;
  problem: string | undefined;
}

export function SourceBody({
  panel,
  target,
  preview,
  source,
  problem,
  onRun,
}: SourceBodyProps): ReactNode {
  const store = useDraftStore();
  const { range } = useDashboardTime();
  const { frames } = preview.result;
  const own = useMemo(
    () => frames.filter(({ refId }) => refId === target.refId),
    [frames, target.refId],
  );
  return (
    <SourceQueryEditor
      query={target}
      source={source}
      range={range}
      app="panel"
      onChange={(next) => store.run(changeQuery(panel, target.refId, next as Target))}
      onRun={onRun}
      frames={own}
      {...(problem ? { error: problem } : {})}
    />
  );
}
