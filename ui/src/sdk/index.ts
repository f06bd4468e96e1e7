/** Everything a plugin may use. Plugins import `react` and this, nothing deeper. */
export * from './panel';
export * from './suggestions';
export * from './typeChange';
export * from './datasource';
export * from './logLevels';
export * from './alertStates';
export * from './alerts';
export {
  OptionBuilder,
  optionAt,
  optionDefinitions,
  resolveOptions,
  withOption,
  type AtPath,
  type BuildOptions,
  type Choice,
  type ChoiceValue,
  type ColorSupport,
  type CustomEditorContext,
  type CustomEditorProps,
  type GroupSettings,
  type OptionDefinition,
  type OptionEditor,
  type OptionSettings,
  type OptionTraits,
  type OptionsOf,
  type PanelPart,
} from './options';
export * from './parts/optionGroups';
export * from './parts/chartOptionGroups';
export * from './parts/customEditors';

export * from '../data';

export * from '../charts/arc';
export * from '../charts/annotations';
export { type ChartTheme } from '../charts/theme';
export { timeTitle } from '../charts/timeAxis';
export { seriesColor } from '../charts/theme';
export {
  heatmapChart,
  boundLabel,
  type HeatmapAxis,
  type HeatmapHover,
  type HeatmapModel,
} from '../charts/heatmap/chart';
export {
  countedCells,
  readyCells,
  rowCells,
  type BucketSettings,
  type Cell,
  type HeatmapCells,
  type HeatmapRow,
  type RowsLayout,
} from '../charts/heatmap/cells';
export {
  heatmapPalette,
  paletteIndex,
  schemeNames,
  type CountRange,
  type HeatmapColor,
} from '../charts/heatmap/colors';
export {
  stateTimelineChart,
  type StateTimelineHover,
  type StateTimelineModel,
} from '../charts/stateTimeline/chart';
export {
  colorsByThreshold,
  mergedByColor,
  spanAt,
  stateRows,
  thresholdStates,
  type StateRow,
  type StateSettings,
  type StateSpan,
} from '../charts/stateTimeline/states';
export {
  barLayout,
  stackBars,
  valueTicks,
  type Bar,
  type BarLayout,
  type BarSettings,
} from '../charts/bars/geometry';
export { barTable, type BarSeries, type BarTable } from '../charts/bars/table';
export { alpha, mix } from '../charts/theme';
export { timeLabels } from '../charts/timeAxis';
export { valueLabels, valueRange } from '../charts/valueAxis';
export { exemplarsOf, type Exemplar } from '../charts/timeseries/exemplars';
export {
  seriesTable,
  type SeriesModel,
  type SeriesStyle,
  type SeriesTable,
} from '../charts/timeseries/model';
export {
  timeSeriesChart,
  type TimeSeriesHover,
  type TimeSeriesModel,
} from '../charts/timeseries/chart';
export { sparklinePaths, type SparklinePaths, type SparklineSize } from '../charts/sparkline';

export {
  Button,
  Checkbox,
  Combobox,
  Field as FormField,
  Fields as FormFields,
  IconButton,
  Input,
  Menu,
  PasswordInput,
  Popover,
  SearchInput,
  Select,
  Spinner,
  Switch,
  TabPanel,
  Tabs,
  Tag,
  TextArea,
  Tooltip,
} from '../design';
export { askResource, runQueries } from './resources';
export { type SqlDialectName, type SqlQuery } from './sql/query';
export { SqlQueryEditor } from './sql/SqlQueryEditor';
export { SqlConfigEditor } from './sql/SqlConfigEditor';
export { InlineField, InlineFields, type InlineFieldProps } from './editor/InlineField';
export { firstMistake } from './editor/mistakes';
export { useRefusedPlace } from './editor/refused';
export { maskVariables } from './editor/maskVariables';
export { LabelFilters, type LabelFilter, type LabelFiltersProps } from './editor/LabelFilters';
export {
  OperationList,
  type BuilderOperation,
  type BuilderOperationKind,
  type OperationListProps,
} from './editor/OperationList';
export { useOptions, type LoadedOptions } from './editor/useOptions';
export { CodeEditor } from './editor/CodeEditor';
export { type CodeEditorProps } from './editor/props';
export { AnnotationTooltip } from './parts/AnnotationTooltip';
export { ChartLayout, type ChartLayoutProps } from './parts/ChartLayout';
export { ColorSwatch, type ColorSwatchProps } from './parts/ColorSwatch';
export { DataLinks, LinkTo, type DataLinksProps, type LinkToProps } from './parts/DataLinks';
export { OpenQueryContext, useOpenQuery, type OpenQuery } from './parts/OpenQuery';
export { EmptyState, type EmptyStateProps } from './parts/EmptyState';
export { Legend, type LegendProps } from './parts/Legend';
export { legendValues, type LegendItem, type LegendValue } from './parts/legendItems';
export { Sparkline } from './parts/Sparkline';
export {
  TooltipBox,
  TooltipContent,
  type TooltipBoxProps,
  type TooltipContentProps,
  type TooltipRow,
} from './parts/TooltipBox';
export { useChart, type Chart, type ChartFactory } from './parts/useChart';
export { useHiddenSeries } from './parts/useHiddenSeries';
export {
  luminance,
  parseColor,
  readableOn,
  readableText,
  shadedBackground,
} from './parts/contrast';
export {
  barFill,
  barLength,
  barLitLength,
  barRest,
  type BarMode,
  type BarScale,
} from './parts/barFill';
export * from './parts/scale';
export { useVirtualRows, type VirtualRows } from './parts/useVirtualRows';
export { fitFontSize, textWidth } from './parts/textFit';
export { tiling, type Orientation, type Tiling, type TilingSpace } from './parts/tiling';
