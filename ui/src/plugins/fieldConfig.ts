/**
 * Names, units, colours and links of what a panel draws: its field configuration applied to its
 * frames.
 */
import { useMemo } from 'react';
import {
  applyFieldConfig,
  type FieldContext,
  type Frame,
  type PanelModel,
  type TimeRange,
} from '../data';
import { useTheme } from '../design';
import { pageUrl } from '../kernel/api';
import { mayExplore } from '../kernel/boot';
import { panelTypes } from './panelTypes';
import { usePatternEngine } from './usePatternEngine';

export interface FieldSurroundings {
  /** IANA name. */
  timeZone: string;
  timeRange: TimeRange | undefined;
  interpolate: FieldContext['interpolate'];
}

/** Gives a function that configures frames for `panel`; stable while nothing around it changes. */
export function useFieldConfig(
  { type, fieldConfig }: Pick<PanelModel, 'type' | 'fieldConfig'>,
  { timeZone, timeRange, interpolate }: FieldSurroundings,
): (frames: readonly Frame[]) => Frame[] {
  const theme = useTheme();
  const hasPatterns = usePatternEngine();
  return useMemo(() => {
    const context: FieldContext = {
      themeColor: theme.color,
      series: theme.series,
      timeZone,
      interpolate,
      defaultColorMode:
        panelTypes.get(type)?.colors === 'series' ? 'palette-classic' : 'thresholds',
      linkUrl: pageUrl,
      timeRange,
      hidesQueryLinks: !mayExplore(),
    };
    return (frames) => applyFieldConfig([...frames], fieldConfig, context);
    // Expressions find more once their engine is loaded.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [type, fieldConfig, theme, timeZone, interpolate, timeRange, hasPatterns]);
}
