import { useMemo, type ReactNode } from 'react';
import { EmptyState, SkeletonRows } from '../../../design';
import { usePaneResults } from '../session/paneContext';
import { volumeFrames } from '../model/volume';
import { graphFields } from './GraphSection';
import { ResultPanel } from './ResultPanel';
import { Section } from './Section';

const OPTIONS = {
  legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
  tooltip: { mode: 'multi', sort: 'desc' },
};

const { defaults } = graphFields('stacked-bars');
const FIELDS = {
  defaults: { ...defaults, unit: 'short', custom: { ...defaults.custom, showPoints: 'never' } },
  overrides: [],
};

/** How many log lines there are over time, by level. */
export function VolumeSection(): ReactNode {
  const { extras } = usePaneResults();
  const volume = extras.find(({ kind }) => kind === 'logsVolume');
  const frames = useMemo(() => volumeFrames(volume?.result.frames ?? []), [volume]);
  if (!volume) return null;
  const [problem] = volume.result.problems;
  const isLoading = volume.result.state === 'loading';
  if (!isLoading && !problem && frames.length === 0) return null;
  return (
    <Section title="Log volume" height={200}>
      {isLoading ? (
        <SkeletonRows rows={3} />
      ) : problem ? (
        <EmptyState tone="warn" title="The log volume could not be loaded" code={problem.message} />
      ) : (
        <ResultPanel
          type="timeseries"
          title="Log volume"
          frames={frames}
          options={OPTIONS}
          fieldConfig={FIELDS}
        />
      )}
    </Section>
  );
}
