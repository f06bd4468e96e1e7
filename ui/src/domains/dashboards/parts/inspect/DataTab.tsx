import { useMemo, useState, type ReactNode } from 'react';
import type { PanelModel } from '../../../../data';
import { Switch } from '../../../../design';
import { FramesTab } from '../../../../inspect/FramesTab';
import { useDashboard, useDashboardTime } from '../../session/context';
import { usePanelFrames } from '../../session/usePanelFrames';
import type { InspectSubject } from './subject';

export function DataTab({ subject }: { subject: InspectSubject }): ReactNode {
  const { sources } = useDashboard();
  const { timeZone } = useDashboardTime();
  const [transformed, setTransformed] = useState(true);
  const panel = useMemo<PanelModel>(
    () => (transformed ? subject.item.panel : { ...subject.item.panel, transformations: [] }),
    [subject.item.panel, transformed],
  );
  const { frames } = usePanelFrames(panel, subject, { timeZone, sources });
  const hasSteps = (subject.item.panel.transformations?.length ?? 0) > 0;
  return (
    <FramesTab
      title={subject.title}
      frames={frames}
      timeZone={timeZone}
      choices={
        hasSteps && (
          <Switch label="Apply transformations" checked={transformed} onChange={setTransformed} />
        )
      }
    />
  );
}
