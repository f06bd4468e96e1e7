/**
 * The settings of Grafana 10.4 that panels store: path, kind of editor, and default as JSON. Those
 * of fields are below `fieldConfig.defaults.custom`.
 */
interface Keys {
  options: string[];
  fields: string[];
}

const LEGEND_LAYOUT = [
  'legend.showLegend switch true',
  'legend.displayMode radio "list"',
  'legend.placement radio "bottom"',
  'legend.width number null',
];
const LEGEND = [...LEGEND_LAYOUT, 'legend.calcs multi []'];
const TOOLTIP = [
  'tooltip.mode radio "single"',
  'tooltip.sort radio "none"',
  'tooltip.maxWidth number null',
  'tooltip.maxHeight number null',
];
const TEXT_SIZE = ['text.titleSize number null', 'text.valueSize number null'];
const REDUCE = [
  'reduceOptions.values radio false',
  'reduceOptions.limit number null',
  'reduceOptions.calcs multi ["lastNotNull"]',
  'reduceOptions.fields custom ""',
];
const AXIS = [
  'axisPlacement radio "auto"',
  'axisLabel text ""',
  'axisWidth number null',
  'axisGridShow radio null',
  'axisColorMode radio "text"',
  'axisBorderShow switch false',
  'scaleDistribution.type radio "linear"',
  'scaleDistribution.log select 2',
  'scaleDistribution.linearThreshold number null',
  'axisCenteredZero switch false',
  'axisSoftMin number null',
  'axisSoftMax number null',
];
const HIDE_FROM = [
  'hideFrom.viz switch false',
  'hideFrom.legend switch false',
  'hideFrom.tooltip switch false',
];
const THRESHOLDS = 'thresholdsStyle.mode select "off"';
const NULLS = ['spanNulls custom false', 'insertNulls custom false'];

export const PANEL_KEYS: Record<string, Keys> = {
  timeseries: {
    options: [...LEGEND, ...TOOLTIP, 'tooltip.hoverProximity number null', 'timezone custom []'],
    fields: [
      'drawStyle radio "line"',
      'lineInterpolation radio "linear"',
      'barAlignment radio 0',
      'lineWidth slider 1',
      'fillOpacity slider 0',
      'gradientMode radio "none"',
      'fillBelowTo field ""',
      'lineStyle.fill radio "solid"',
      'lineStyle.dash custom null',
      ...NULLS,
      'showPoints radio "auto"',
      'pointSize slider 5',
      'stacking.mode radio "none"',
      'stacking.group text "A"',
      'transform select ""',
      ...AXIS,
      ...HIDE_FROM,
      THRESHOLDS,
    ],
  },
  barchart: {
    options: [
      'xField field ""',
      'orientation radio "auto"',
      'xTickLabelRotation slider 0',
      'xTickLabelMaxLength number null',
      'xTickLabelSpacing slider 0',
      'showValue radio "auto"',
      'stacking radio "none"',
      'groupWidth slider 0.7',
      'barWidth slider 0.97',
      'barRadius slider 0',
      'fullHighlight switch false',
      'colorByField field ""',
      ...LEGEND,
      ...TOOLTIP,
      'text.valueSize number null',
    ],
    fields: [
      'lineWidth slider 1',
      'fillOpacity slider 80',
      'gradientMode radio "none"',
      'transform select ""',
      ...AXIS,
      ...HIDE_FROM,
      THRESHOLDS,
    ],
  },
  heatmap: {
    options: [
      'calculate switch false',
      'calculation.xBuckets.mode radio "size"',
      'calculation.xBuckets.value text ""',
      'calculation.yBuckets.mode radio "size"',
      'calculation.yBuckets.value text ""',
      'calculation.yBuckets.scale.type select "linear"',
      'calculation.yBuckets.scale.log select 2',
      'yAxis.axisPlacement radio "left"',
      'yAxis.unit unit ""',
      'yAxis.decimals number null',
      'yAxis.min number null',
      'yAxis.max number null',
      'yAxis.axisWidth number null',
      'yAxis.axisLabel text ""',
      'rowsFrame.layout radio "auto"',
      'rowsFrame.value text ""',
      'yAxis.reverse switch false',
      'color.mode radio "scheme"',
      'color.fill color "dark-orange"',
      'color.scale radio "exponential"',
      'color.exponent slider 0.5',
      // The scheme of Grafana, Oranges, can be chosen too.
      'color.scheme select "Vedette"',
      'color.steps slider 64',
      'color.reverse switch false',
      'color.min number null',
      'color.max number null',
      'cellValues.unit unit ""',
      'cellValues.decimals number null',
      'cellGap slider 1',
      'filterValues.le number 1e-9',
      'filterValues.ge number null',
      'tooltip.mode radio "single"',
      'tooltip.yHistogram switch false',
      'tooltip.showColorScale switch false',
      'tooltip.maxWidth number null',
      'tooltip.maxHeight number null',
      'legend.show switch true',
      'exemplars.color color "rgba(255,0,255,0.7)"',
      'showValue select "auto"',
      'cellRadius slider 0',
    ],
    fields: HIDE_FROM,
  },
  'state-timeline': {
    options: [
      'mergeValues switch true',
      'showValue radio "auto"',
      'alignValue radio "left"',
      'rowHeight slider 0.9',
      'timezone custom []',
      ...LEGEND_LAYOUT,
      ...TOOLTIP,
    ],
    fields: ['lineWidth slider 0', 'fillOpacity slider 70', ...NULLS, ...HIDE_FROM],
  },
  stat: {
    options: [
      ...REDUCE,
      'orientation radio "auto"',
      'textMode select "auto"',
      'wideLayout switch true',
      'colorMode select "value"',
      'graphMode radio "area"',
      'justifyMode radio "auto"',
      'showPercentChange switch false',
      ...TEXT_SIZE,
    ],
    fields: [],
  },
  gauge: {
    options: [
      ...REDUCE,
      'orientation radio "auto"',
      'showThresholdLabels switch false',
      'showThresholdMarkers switch true',
      'sizing radio "auto"',
      'minVizWidth slider 75',
      'minVizHeight slider 75',
      ...TEXT_SIZE,
    ],
    fields: ['neutral number null'],
  },
  bargauge: {
    options: [
      ...REDUCE,
      'orientation radio "auto"',
      'displayMode radio "gradient"',
      'valueMode radio "color"',
      'namePlacement radio "auto"',
      'showUnfilled switch true',
      'sizing radio "auto"',
      'minVizWidth slider 8',
      'minVizHeight slider 16',
      'maxVizHeight slider 300',
      ...TEXT_SIZE,
    ],
    fields: [],
  },
  piechart: {
    options: [
      ...REDUCE,
      'pieType radio "pie"',
      'displayLabels multi []',
      ...LEGEND_LAYOUT,
      'legend.values multi []',
      ...TOOLTIP,
    ],
    fields: HIDE_FROM,
  },
  table: {
    options: [
      'showHeader switch true',
      'cellHeight radio "sm"',
      'footer.show switch false',
      'footer.reducer multi ["sum"]',
      'footer.countRows switch false',
      'footer.fields custom ""',
      'footer.enablePagination switch false',
      'frameIndex number 0',
      'sortBy custom []',
      'showTypeIcons switch false',
    ],
    fields: [
      'minWidth number null',
      'width number null',
      'align radio "auto"',
      'cellOptions custom {"type":"auto"}',
      'inspect switch false',
      'filterable switch false',
      'hidden switch false',
      'hideHeader switch false',
    ],
  },
  logs: {
    options: [
      'showTime switch false',
      'showLabels switch false',
      'showCommonLabels switch false',
      'wrapLogMessage switch false',
      'prettifyLogMessage switch false',
      'enableLogDetails switch true',
      'dedupStrategy radio "none"',
      'sortOrder radio "Descending"',
    ],
    fields: [],
  },
  nodeGraph: {
    options: [
      'nodes.mainStatUnit unit ""',
      'nodes.secondaryStatUnit unit ""',
      'nodes.arcs custom []',
      'edges.mainStatUnit unit ""',
      'edges.secondaryStatUnit unit ""',
    ],
    fields: [],
  },
  traces: { options: [], fields: [] },
  text: {
    options: [
      'mode radio "markdown"',
      'code.language select "plaintext"',
      'code.showLineNumbers switch false',
      'code.showMiniMap switch false',
      'content code ""',
    ],
    fields: [],
  },
  alertlist: {
    options: [
      'viewMode radio "list"',
      'groupMode radio "default"',
      'groupBy custom []',
      'maxItems number 20',
      'sortOrder select 1',
      'dashboardAlerts switch false',
      'alertName text ""',
      'alertInstanceLabelFilter text ""',
      'datasource text ""',
      'folder.uid text ""',
      'folder.title text ""',
      'stateFilter.firing switch true',
      'stateFilter.pending switch true',
      'stateFilter.error switch true',
      'stateFilter.noData switch false',
      'stateFilter.normal switch false',
    ],
    fields: [],
  },
};

/**
 * Settings that stored panels hold and no panel reads: of plugins and versions that are gone, or of
 * a type that the panel had before. They stay as they are.
 */
export const LEGACY_KEYS: Record<string, string[]> = {
  timeseries: ['dataLinks', 'alertThreshold'],
  stat: ['legend', 'tooltip', 'fieldOptions'],
  bargauge: ['legend'],
  table: ['legend', 'tooltip'],
  piechart: ['legend.calcs'],
  text: ['legend', 'tooltip'],
  heatmap: ['tooltip.show'],
};

/** Left behind by panels that were time series once. */
const OF_SERIES = [
  ...['drawStyle', 'fillOpacity', 'gradientMode', 'lineInterpolation', 'lineStyle', 'lineWidth'],
  ...['pointSize', 'showPoints', 'spanNulls', 'stacking'],
];

export const LEGACY_FIELD_KEYS: Record<string, string[]> = {
  // Of versions after 10.4.
  timeseries: ['showValues'],
  stat: OF_SERIES,
  table: [...OF_SERIES, 'displayMode'],
  text: OF_SERIES,
};
