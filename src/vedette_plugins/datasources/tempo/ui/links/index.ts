/** Links in the answers of a Tempo, made from the settings of the source. */
import type { DecorateContext, Frame } from '@vedette/sdk';
import { withServiceLinks } from './serviceLinks';
import { withSpanLinks } from './spanLinks';
import { withTraceLinks } from './tableLinks';

export function decorate(frames: readonly Frame[], context: DecorateContext): Frame[] {
  const isMap = ({ refId }: Frame) => context.queryOf(refId)?.queryType === 'serviceMap';
  const maps = new Map<string | undefined, Frame[]>();
  for (const frame of frames)
    if (isMap(frame)) maps.set(frame.refId, [...(maps.get(frame.refId) ?? []), frame]);
  const linked = new Map<Frame, Frame>();
  for (const answer of maps.values())
    withServiceLinks(answer, context).forEach((frame, index) =>
      linked.set(answer[index] ?? frame, frame),
    );
  return frames.map((frame) => {
    const ofMap = linked.get(frame);
    if (ofMap) return ofMap;
    const kind = frame.meta?.preferredVisualisationType;
    if (kind === 'trace') return withSpanLinks(frame, context);
    return kind === 'table' ? withTraceLinks(frame, context.source) : frame;
  });
}
