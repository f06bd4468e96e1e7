import { useState } from 'react';
import { EmptyState, type PanelProps } from '@vedette/sdk';
import { TraceView } from './TraceView';
import { useTrace } from './useTrace';

export function TracesPanel({ data, timeZone, width, height, theme, title }: PanelProps<object>) {
  const trace = useTrace(data.frames);
  const [known, setKnown] = useState({ id: trace?.data.id, count: 0 });
  // Another trace starts afresh: what was open, searched and zoomed belongs to the one before.
  if (trace && known.id !== trace.data.id) setKnown({ id: trace.data.id, count: known.count + 1 });
  if (!trace) {
    const hint = data.frames.some(({ length }) => length > 0)
      ? 'This panel shows one trace: ask for it by its trace id.'
      : undefined;
    return <EmptyState title="No trace" hint={hint} />;
  }
  return <TraceView key={known.count} trace={trace} title={title} timeZone={timeZone} width={width} height={height} theme={theme} />;
}
