/** From what a source answered to what a panel draws: transformations, then field configuration. */
import { useEffect, useMemo, useState } from 'react';
import {
  applyFieldConfig,
  loadTransform,
  prometheusTable,
  type FieldContext,
  type Frame,
  type Notice,
  type PanelModel,
  type Transformation,
} from '../../../data';
import { useTheme } from '../../../design';
import { apiUrl } from '../../../kernel/api';
import { fillText } from '../../../querying/fill';
import type { PanelResult } from './results';
import type { PanelQuery } from './usePanelQuery';

type Transform = Awaited<ReturnType<typeof loadTransform>>;

let loaded: Transform | undefined;

/** Panels that tell series apart by colour; the others colour values by their thresholds. */
const SERIES_COLOURED = new Set(['timeseries', 'barchart', 'piechart', 'state-timeline', 'heatmap', 'logs']);

export interface PanelFrames {
  frames: Frame[];
  notices: Notice[];
  /** Set while the code that transforms is still on its way. */
  waiting: boolean;
}

export function usePanelFrames(
  panel: PanelModel,
  query: Pick<PanelQuery, 'result' | 'values' | 'origin'>,
  timeZone: string,
): PanelFrames {
  const theme = useTheme();
  const { result, values, origin } = query;
  const steps = useMemo(() => activeSteps(panel, origin), [panel, origin]);
  const transform = useTransform(steps.length > 0);

  const shaped = useMemo(() => {
    const frames = shapeAnswers(result.frames, result.request);
    if (steps.length === 0) return frames;
    if (!transform) return undefined;
    return transform(frames, steps, { timeZone, interpolate: (text) => fillText(text, values) });
  }, [result.frames, result.request, steps, transform, values, timeZone]);

  return useMemo(() => {
    if (!shaped) return { frames: [], notices: [], waiting: true };
    const context: FieldContext = {
      themeColor: theme.color,
      series: theme.series,
      timeZone,
      interpolate: (text, scope, format) => fillText(text, values, format, scope),
      defaultColorMode: SERIES_COLOURED.has(panel.type) ? 'palette-classic' : 'thresholds',
      linkUrl: pageUrl,
      timeRange: result.range,
    };
    const frames = applyFieldConfig(shaped, panel.fieldConfig, context);
    return { frames, notices: noticesOf(frames), waiting: false };
  }, [shaped, panel, values, theme, timeZone, result.range]);
}

/** Puts the sub path before links inside the product. */
export function pageUrl(url: string): string {
  return url.startsWith('/') && !url.startsWith('//') ? apiUrl(url) : url;
}

function activeSteps(panel: PanelModel, origin: PanelQuery['origin']): readonly Transformation[] {
  const first = origin?.withTransforms ? (origin.panel.transformations ?? []) : [];
  return [...first, ...(panel.transformations ?? [])].filter((step) => !step.disabled);
}

/** Prometheus queries in table format answer in series; together they become one table. */
function shapeAnswers(frames: readonly Frame[], request: PanelResult['request']): Frame[] {
  const queries = request?.body.queries ?? [];
  const tables = new Set(queries.filter((query) => query.format === 'table').map((query) => query.refId));
  if (tables.size === 0) return [...frames];
  const isSeries = (frame: Frame) => tables.has(frame.refId) && isPrometheus(frame);
  const series = frames.filter(isSeries);
  if (series.length === 0) return [...frames];
  const asTable = prometheusTable(series, [...tables].map(String));
  return [...asTable, ...frames.filter((frame) => !isSeries(frame))];
}

function isPrometheus(frame: Frame): boolean {
  const type = frame.meta?.type ?? '';
  return type.startsWith('timeseries') || type.startsWith('numeric');
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
