/** From what a source answered to what a panel draws: transformations, then field configuration. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  loadTransform,
  type FieldContext,
  type Frame,
  type Notice,
  type PanelModel,
  type Transformation,
} from '../../../data';
import { useFieldConfig } from '../../../plugins/fieldConfig';
import { fillText } from '../../../querying/fill';
import { shapeAnswers } from '../../../querying/shape';
import type { Sources } from '../../../querying/sources';
import { useLinked } from '../../../querying/useLinked';
import type { PanelQuery } from './usePanelQuery';
import type { PanelScope } from './usePanelScope';

type Transform = Awaited<ReturnType<typeof loadTransform>>;

let loaded: Transform | undefined;

export interface PanelFrames {
  frames: Frame[];
  notices: Notice[];
  /** Set while the code that transforms is still on its way. */
  waiting: boolean;
}

export function usePanelFrames(
  panel: PanelModel,
  query: Pick<PanelQuery, 'result' | 'origin'> & Pick<PanelScope, 'currentValues'>,
  { timeZone, sources }: { timeZone: string; sources: Sources },
): PanelFrames {
  const { result, currentValues, origin } = query;
  const steps = useMemo(() => activeSteps(panel, origin), [panel, origin]);
  const transform = useTransform(steps.length > 0);

  const decorated = useLinked(result.frames, result.request, sources);

  const shaped = useMemo(() => {
    if (!decorated) return undefined;
    const frames = shapeAnswers(decorated, result.request);
    if (steps.length === 0) return frames;
    if (!transform) return undefined;
    return transform(frames, steps, {
      timeZone,
      interpolate: (text) => fillText(text, currentValues()),
    });
  }, [decorated, result.request, steps, transform, currentValues, timeZone]);

  const interpolate = useCallback<FieldContext['interpolate']>(
    (text, scope, format) => fillText(text, currentValues(), format, scope),
    [currentValues],
  );
  const configure = useFieldConfig(panel, { timeZone, timeRange: result.range, interpolate });
  return useMemo(() => {
    if (!shaped) return { frames: [], notices: [], waiting: true };
    const frames = configure(shaped);
    return { frames, notices: noticesOf(frames), waiting: false };
  }, [shaped, configure]);
}

function activeSteps(panel: PanelModel, origin: PanelQuery['origin']): readonly Transformation[] {
  const first = origin?.withTransforms ? (origin.panel.transformations ?? []) : [];
  return [...first, ...(panel.transformations ?? [])].filter((step) => !step.disabled);
}

function noticesOf(frames: readonly Frame[]): Notice[] {
  const all = frames.flatMap((frame) => frame.meta?.notices ?? []);
  return [...new Map(all.map((notice) => [notice.text, notice])).values()];
}

/** Loaded once for the page, when the first panel has a transformation. */
function useTransform(isNeeded: boolean): Transform | undefined {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (!isNeeded || loaded) return;
    let active = true;
    void loadTransform().then((transform) => {
      loaded = transform;
      if (active) redraw((n) => n + 1);
    });
    return () => {
      active = false;
    };
  }, [isNeeded]);
  return loaded;
}
