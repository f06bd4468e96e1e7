import {
  axisOptions,
  choices,
  fillOptions,
  gapOptions,
  hideFromOptions,
  legendOptions,
  thresholdsStyleOptions,
  timeZoneOptions,
  tooltipOptions,
  type OptionBuilder,
  type OptionsOf,
} from '@vedette/sdk';
import { lazy } from 'react';

const DashEditor = lazy(() =>
  import('./edit/DashEditor').then((module) => ({ default: module.DashEditor })),
);

export const options = (builder: OptionBuilder) =>
  timeZoneOptions(
    tooltipOptions(legendOptions(builder))
      .number('tooltip.hoverProximity', 'Hover proximity', null, {
        min: 0,
        unit: 'px',
        placeholder: 'Any distance',
        help: 'Largest distance between the pointer and a point that is emphasized.',
        when: ({ tooltip }) => tooltip.mode !== 'none',
      })
      .group('Axis', { part: 'axis' }),
  );

export type Options = OptionsOf<typeof options>;

type Custom = { drawStyle: string };
const drawsLines = (o: Custom) => o.drawStyle === 'line';
const drawsBars = (o: Custom) => o.drawStyle === 'bars';
const drawsPoints = (o: Custom) => o.drawStyle === 'points';
const drawsShapes = (o: Custom) => !drawsPoints(o);

const styles = (builder: OptionBuilder) =>
  builder
    .group('Graph styles', { part: 'series' })
    .radio(
      'drawStyle',
      'Style',
      choices('line', 'Lines', 'bars', 'Bars', 'points', 'Points'),
      'line',
    )
    .radio(
      'lineInterpolation',
      'Line interpolation',
      choices(
        'linear',
        'Linear',
        'smooth',
        'Smooth',
        'stepBefore',
        'Step before',
        'stepAfter',
        'Step after',
      ),
      'linear',
      { when: drawsLines },
    )
    .radio(
      'barAlignment',
      'Bar alignment',
      [
        { value: -1, label: 'Before' },
        { value: 0, label: 'Center' },
        { value: 1, label: 'After' },
      ],
      0,
      { when: drawsBars },
    )
    .slider('barWidthFactor', 'Bar width', 0.6, {
      min: 0.1,
      max: 1,
      step: 0.05,
      when: drawsBars,
    })
    .number('barMaxWidth', 'Max bar width', null, {
      min: 1,
      unit: 'px',
      placeholder: 'Auto',
      when: drawsBars,
    });

const strokes = (builder: ReturnType<typeof styles>) =>
  fillOptions(builder, { lineWidth: 1, fillOpacity: 0, when: drawsShapes })
    .radio(
      'gradientMode',
      'Gradient',
      choices('none', 'None', 'opacity', 'Opacity', 'hue', 'Hue', 'scheme', 'Scheme'),
      'none',
      { when: drawsShapes },
    )
    .field('fillBelowTo', 'Fill below to', '', {
      help: 'Series where the fill ends.',
      filter: ({ type }) => type === 'number',
      overrideOnly: true,
    })
    .radio(
      'lineStyle.fill',
      'Line style',
      choices('solid', 'Solid', 'dash', 'Dash', 'dot', 'Dots', 'square', 'Squares'),
      'solid',
      { when: drawsLines },
    )
    .custom<'lineStyle.dash', number[] | null>('lineStyle.dash', 'Dashes', null, DashEditor, {
      help: 'Lengths of lines and gaps in pixels.',
      when: (o) => drawsLines(o) && o.lineStyle.fill !== 'solid',
    });

const drawing = (builder: OptionBuilder) =>
  gapOptions(strokes(styles(builder)), drawsLines)
    .radio(
      'showPoints',
      'Show points',
      choices('auto', 'Auto', 'always', 'Always', 'never', 'Never'),
      'auto',
      { when: drawsShapes },
    )
    .slider('pointSize', 'Point size', 5, {
      min: 1,
      max: 40,
      step: 1,
      unit: 'px',
      when: (o) => drawsPoints(o) || o.showPoints !== 'never',
    })
    .radio(
      'stacking.mode',
      'Stack series',
      choices('none', 'Off', 'normal', 'Normal', 'percent', '100%'),
      'none',
    )
    .text('stacking.group', 'Stacking group', 'A', {
      overrideOnly: true,
      when: (o) => o.stacking.mode !== 'none',
    })
    .select(
      'transform',
      'Transform',
      choices('', 'None', 'constant', 'Constant', 'negative-Y', 'Negative Y'),
      '',
      { overrideOnly: true },
    );

export const fieldOptions = (builder: OptionBuilder) =>
  thresholdsStyleOptions(hideFromOptions(axisOptions(drawing(builder))));

export type FieldOptions = OptionsOf<typeof fieldOptions>;
