/** Option groups that charts share, with the stored keys and defaults of Grafana 10.4. */
import type { OptionBuilder } from '../options';
import { InsertNullsEditor, SpanNullsEditor, ZonesEditor } from './customEditors';
import { choices, reducerChoices } from './optionGroups';

const legendShown = ({ legend }: { legend: { showLegend: boolean } }) => legend.showLegend;

/** What the legends of all charts have in common. */
export function legendLayoutOptions<O extends object>(builder: OptionBuilder<O>) {
  return builder
    .group('Legend', { part: 'legend' })
    .switch('legend.showLegend', 'Show legend', true)
    .radio('legend.displayMode', 'Mode', choices('list', 'List', 'table', 'Table'), 'list', {
      when: legendShown,
    })
    .radio(
      'legend.placement',
      'Placement',
      choices('bottom', 'Bottom', 'right', 'Right'),
      'bottom',
      { when: legendShown },
    )
    .number('legend.width', 'Width', null, {
      min: 0,
      unit: 'px',
      placeholder: 'Auto',
      when: (o) => legendShown(o) && o.legend.placement === 'right',
    });
}

export function legendOptions<O extends object>(builder: OptionBuilder<O>) {
  return legendLayoutOptions(builder)
    .multi('legend.calcs', 'Values', reducerChoices, [], {
      help: 'Calculations shown for each series.',
      keywords: ['statistics', 'min', 'max', 'mean'],
      when: legendShown,
    })
    .text('legend.sortBy', 'Sort by', '', { internal: true })
    .switch('legend.sortDesc', 'Sort descending', false, { internal: true });
}

const tooltipShown = ({ tooltip }: { tooltip: { mode: string } }) => tooltip.mode !== 'none';

interface TooltipSettings<O> {
  when?: (options: O) => boolean;
}

export function tooltipOptions<O extends object>(
  builder: OptionBuilder<O>,
  { when = () => true }: TooltipSettings<O> = {},
) {
  return builder
    .group('Tooltip', { part: 'tooltip' })
    .radio(
      'tooltip.mode',
      'Mode',
      choices('single', 'Single', 'multi', 'All', 'none', 'Hidden'),
      'single',
      { when },
    )
    .radio(
      'tooltip.sort',
      'Sort values',
      choices('none', 'None', 'asc', 'Ascending', 'desc', 'Descending'),
      'none',
      {
        when: (o) => when(o) && o.tooltip.mode === 'multi',
      },
    )
    .switch('tooltip.hideZeros', 'Hide zeros', false, {
      when: (o) => when(o) && o.tooltip.mode === 'multi',
    })
    .number('tooltip.maxWidth', 'Max width', null, {
      min: 0,
      unit: 'px',
      placeholder: 'Auto',
      when: (o) => when(o) && tooltipShown(o),
    })
    .number('tooltip.maxHeight', 'Max height', null, {
      min: 0,
      unit: 'px',
      placeholder: 'Auto',
      when: (o) => when(o) && tooltipShown(o),
    });
}

interface Axis {
  axisPlacement: string;
}

const axisShown = ({ axisPlacement }: Axis) => axisPlacement !== 'hidden';

/** Axis keys of `fieldConfig.defaults.custom`. */
export function axisOptions<O extends object>(builder: OptionBuilder<O>) {
  return builder
    .group('Axis', { part: 'axis' })
    .radio(
      'axisPlacement',
      'Placement',
      choices('auto', 'Auto', 'left', 'Left', 'right', 'Right', 'hidden', 'Hidden'),
      'auto',
      { keywords: ['y-axis'] },
    )
    .text('axisLabel', 'Label', '', { when: axisShown })
    .number('axisWidth', 'Width', null, {
      min: 0,
      unit: 'px',
      placeholder: 'Auto',
      when: axisShown,
    })
    .radio(
      'axisGridShow',
      'Grid lines',
      [
        { value: null, label: 'Auto' },
        { value: true, label: 'On' },
        { value: false, label: 'Off' },
      ],
      null,
      { when: axisShown },
    )
    .radio('axisColorMode', 'Color', choices('text', 'Text', 'series', 'Series'), 'text', {
      when: axisShown,
    })
    .switch('axisBorderShow', 'Show border', false, { when: axisShown })
    .radio(
      'scaleDistribution.type',
      'Scale',
      choices('linear', 'Linear', 'log', 'Logarithmic', 'symlog', 'Symlog'),
      'linear',
    )
    .select(
      'scaleDistribution.log',
      'Log base',
      [
        { value: 2, label: '2' },
        { value: 10, label: '10' },
      ],
      2,
      { when: (o) => o.scaleDistribution.type !== 'linear' },
    )
    .number('scaleDistribution.linearThreshold', 'Linear threshold', null, {
      placeholder: '1',
      when: (o) => o.scaleDistribution.type === 'symlog',
    })
    .switch('axisCenteredZero', 'Centered zero', false, {
      when: (o) => o.scaleDistribution.type !== 'log',
    })
    .number('axisSoftMin', 'Soft min', null, {
      help: 'The axis starts here or lower: values below it widen the axis.',
    })
    .number('axisSoftMax', 'Soft max', null, {
      help: 'The axis ends here or higher: values above it widen the axis.',
    });
}

export function hideFromOptions<O extends object>(builder: OptionBuilder<O>) {
  const settings = { overrideOnly: true, keywords: ['hide series'] };
  return builder
    .group('Series', { part: 'series' })
    .switch('hideFrom.viz', 'Hide in visualization', false, settings)
    .switch('hideFrom.legend', 'Hide in legend', false, settings)
    .switch('hideFrom.tooltip', 'Hide in tooltip', false, settings);
}

export function thresholdsStyleOptions<O extends object>(builder: OptionBuilder<O>) {
  return builder.group('Thresholds', { part: 'thresholds' }).select(
    'thresholdsStyle.mode',
    'Show thresholds',
    [
      { value: 'off', label: 'Off' },
      { value: 'line', label: 'As lines' },
      { value: 'dashed', label: 'As dashed lines' },
      { value: 'area', label: 'As filled regions' },
      { value: 'line+area', label: 'As regions and lines' },
      { value: 'dashed+area', label: 'As regions and dashed lines' },
    ],
    'off',
  );
}

interface BarStyle<O> {
  lineWidth: number;
  fillOpacity: number;
  when?: (options: O) => boolean;
}

/** The border and the filling of bars and other areas. */
export function fillOptions<O extends object>(
  builder: OptionBuilder<O>,
  { lineWidth, fillOpacity, when }: BarStyle<O>,
) {
  return builder
    .slider('lineWidth', 'Line width', lineWidth, { min: 0, max: 10, step: 1, unit: 'px', when })
    .slider('fillOpacity', 'Fill opacity', fillOpacity, {
      min: 0,
      max: 100,
      step: 1,
      unit: '%',
      when,
    });
}

/** Where missing values are bridged, and where a gap is drawn. */
export function gapOptions<O extends object>(
  builder: OptionBuilder<O>,
  when?: (options: O) => boolean,
) {
  return builder
    .custom<'spanNulls', boolean | number>(
      'spanNulls',
      'Connect missing values',
      false,
      SpanNullsEditor,
      { keywords: ['null', 'gap'], when },
    )
    .custom<'insertNulls', boolean | number>(
      'insertNulls',
      'Disconnect values',
      false,
      InsertNullsEditor,
      { keywords: ['null', 'gap'], when },
    );
}

export function timeZoneOptions<O extends object>(builder: OptionBuilder<O>) {
  return builder.custom<'timezone', string[]>('timezone', 'Time zone', NO_ZONES, ZonesEditor, {
    help: 'Default: the time zone of the dashboard.',
  });
}

const NO_ZONES: string[] = [];
