import { useState } from 'react';
import { EmptyState, type PanelProps } from '@vedette/sdk';
import { TraceView } from './TraceView';
import type { TracesOptions } from './options';
import { useTrace } from './useTrace';

export function TracesPanel({
  data,
  options,
  host,
  timeZone,
  width,
  height,
  theme,
  title,
}: PanelProps<TracesOptions>) {
  const trace = useTrace(data.frames);
  const focus = host.interpolate(options.focusedSpanId);
  const [known, setKnown] = useState({ id: trace?.data.id, focus, count: 0 });
  // Another trace starts afresh: what was open, searched and zoomed belongs to the one before.
  if (trace && (known.id !== trace.data.id || known.focus !== focus)) {
    setKnown({ id: trace.data.id, focus, count: known.count + 1 });
  }
  if (!trace) {
    const hint = data.frames.some(({ length }) => length > 0)
      ? 'This panel shows one trace. Query it by trace ID.'
      : undefined;
    return <EmptyState title="No trace" hint={hint} />;
  }
  return (
    <TraceView
      key={known.count}
      trace={trace}
      focusedSpanId={focus}
      title={title}
      timeZone={timeZone}
      width={width}
      height={height}
      theme={theme}
    />
  );
}
