import { useMemo, type ReactNode } from 'react';
import type { FieldConfigSource } from '../../../data';
import { EmptyState, SkeletonRows } from '../../../design';
import { usePane } from '../session/paneContext';
import { graphFields } from './GraphSection';
import { ResultPanel } from './ResultPanel';
import { Section } from './Section';

/** Colours of levels, the same as beside the lines. */
const LEVEL_COLORS: [RegExp, string][] = [
  [/^(crit|critical|fatal|emerg|alert)/i, 'purple'],
  [/^err/i, 'red'],
  [/^warn/i, 'yellow'],
  [/^(info|notice)/i, 'blue'],
  [/^debug/i, 'text'],
  [/^trace/i, 'text'],
];

const OPTIONS = {
  legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
  tooltip: { mode: 'multi', sort: 'desc' },
};

/** How many log lines there are over time, by level. */
export function VolumeSection(): ReactNode {
  const { extras } = usePane();
  const volume = extras.find(({ kind }) => kind === 'logsVolume');
  const frames = useMemo(
    () =>
      (volume?.result.frames ?? []).filter(({ length }) => length > 0),
    [volume],
  );
  const fieldConfig = useMemo<FieldConfigSource>(() => {
    const names = frames.flatMap(({ fields }) =>
      fields.flatMap(({ name, config, labels }) => [name, config.displayNameFromDS, labels?.level, labels?.detected_level]),
    );
    const overrides = [...new Set(names)].flatMap((name) => {
      const color = name && LEVEL_COLORS.find(([pattern]) => pattern.test(name))?.[1];
      if (!name || !color) return [];
      const properties = [{ id: 'color', value: { mode: 'fixed', fixedColor: color } }];
      return [{ matcher: { id: 'byName', options: name }, properties }];
    });
    const { defaults } = graphFields('stacked-bars');
    return { defaults: { ...defaults, unit: 'short' }, overrides };
  }, [frames]);
  if (!volume) return null;
  const [problem] = volume.result.problems;
  const isLoading = volume.result.state === 'loading';
  if (!isLoading && !problem && frames.length === 0) return null;
  return (
    <Section title="Log volume" height={200}>
      {isLoading ? (
        <SkeletonRows rows={3} />
      ) : problem ? (
        <EmptyState tone="warn" title="The volume could not be loaded" code={problem.message} />
      ) : (
        <ResultPanel type="timeseries" title="Log volume" frames={frames} options={OPTIONS} fieldConfig={fieldConfig} />
      )}
    </Section>
  );
}
