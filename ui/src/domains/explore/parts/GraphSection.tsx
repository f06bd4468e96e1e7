import { useMemo, useState, type ReactNode } from 'react';
import type { FieldConfigSource, Frame } from '../../../data';
import { Select } from '../../../design';
import { isExemplars } from '../model/views';
import { usePaneResults } from '../session/paneContext';
import { ResultPanel } from './ResultPanel';
import { Section } from './Section';

type GraphStyle = 'lines' | 'bars' | 'points' | 'stacked-lines' | 'stacked-bars';

const STYLES: { value: GraphStyle; label: string }[] = [
  { value: 'lines', label: 'Lines' },
  { value: 'bars', label: 'Bars' },
  { value: 'points', label: 'Points' },
  { value: 'stacked-lines', label: 'Stacked lines' },
  { value: 'stacked-bars', label: 'Stacked bars' },
];

const OPTIONS = {
  legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
  tooltip: { mode: 'multi', sort: 'desc' },
};

export function graphFields(style: GraphStyle): FieldConfigSource {
  const isStacked = style.startsWith('stacked');
  const drawStyle = style.endsWith('bars') ? 'bars' : style === 'points' ? 'points' : 'line';
  const fillOpacity = drawStyle === 'bars' ? 100 : isStacked ? 25 : 0;
  const stacking = { mode: isStacked ? 'normal' : 'none', group: 'A' };
  return {
    defaults: { custom: { drawStyle, fillOpacity, lineWidth: 1, stacking } },
    overrides: [],
  };
}

export function GraphSection({ frames }: { frames: readonly Frame[] }): ReactNode {
  const { live } = usePaneResults();
  const isFollowing = live.state !== 'off';
  const [style, setStyle] = useState<GraphStyle>('lines');
  const fieldConfig = useMemo(() => graphFields(style), [style]);
  const count = frames
    .filter((frame) => !isExemplars(frame))
    .reduce((sum, { fields }) => sum + fields.filter(({ type }) => type === 'number').length, 0);
  return (
    <Section
      title="Graph"
      note={`${count} series`}
      height={340}
      actions={
        <Select size="sm" label="Graph style" value={style} options={STYLES} onChange={setStyle} />
      }
    >
      <ResultPanel
        type="timeseries"
        title="Graph"
        frames={frames}
        options={OPTIONS}
        fieldConfig={fieldConfig}
        isStreaming={isFollowing}
      />
    </Section>
  );
}
