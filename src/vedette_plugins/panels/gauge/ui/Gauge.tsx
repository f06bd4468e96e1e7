import {
  arcLine,
  DataLinks,
  fieldBounds,
  fitFontSize,
  shareOf,
  textWidth,
  thresholdBands,
  type Bounds,
  type DisplayValue,
  type ReducedValue,
  type Theme,
} from '@vedette/sdk';
import { angleOf, gaugeLayout, roundedSpan } from './layout';
import { Markers } from './Markers';
import styles from './GaugePanel.module.css';
import type { GaugeOptions } from './options';

interface Props {
  reduced: ReducedValue;
  /** Lowest and highest value of all data. */
  bounds: Bounds;
  options: Readonly<GaugeOptions>;
  theme: Theme;
  width: number;
  height: number;
  showsName: boolean;
}

const SUFFIX_SCALE = 0.55;

export function Gauge({
  reduced,
  bounds: dataRange,
  options,
  theme,
  width,
  height,
  showsName,
}: Props) {
  const { field, name, value, rowIndex } = reduced;
  const bounds = fieldBounds(field, dataRange);
  const bands = thresholdBands(field, bounds, (color) => theme.color(color));
  const layout = gaugeLayout({
    width,
    height,
    showsName,
    showsMarkers: options.showThresholdMarkers && bands.length > 0,
    showsLabels: options.showThresholdLabels,
    titleSize: options.text.titleSize,
  });
  const text = fullText(value);
  const range = [bounds.min, bounds.max].map((edge) =>
    fullText(field.display?.(edge) ?? { text: String(edge), numeric: edge }),
  );
  return (
    <DataLinks
      links={field.getLinks?.(rowIndex ?? Math.max(0, field.values.length - 1))}
      label={name}
      className={styles.gauge}
    >
      <div className={styles.face} data-beside={layout.beside || undefined}>
        <svg
          width={layout.arcWidth}
          height={layout.arcHeight}
          role="meter"
          aria-label={name}
          aria-valuetext={`${text}, from ${range[0]} to ${range[1]}`}
          aria-valuemin={bounds.min}
          aria-valuemax={bounds.max}
          aria-valuenow={Number.isFinite(value.numeric) ? value.numeric : bounds.min}
        >
          <Arc reduced={reduced} bounds={bounds} layout={layout} />
          {options.showThresholdMarkers && <Markers bands={bands} layout={layout} />}
          {options.showThresholdLabels && !layout.beside && (
            <ThresholdLabels {...{ reduced, bands, layout }} />
          )}
          {!layout.beside && (
            <text
              x={layout.cx}
              y={layout.cy}
              className={styles.svgValue}
              style={valueStyle(value, options, layout)}
            >
              {valueParts(value)}
            </text>
          )}
        </svg>
        {layout.beside && (
          <div className={styles.side} style={{ maxWidth: layout.valueWidth }}>
            <div className={styles.value} style={valueStyle(value, options, layout)}>
              <ValueText value={value} />
            </div>
            {showsName && <Name name={name} size={layout.nameSize} />}
          </div>
        )}
      </div>
      {showsName && !layout.beside && <Name name={name} size={layout.nameSize} />}
    </DataLinks>
  );
}

type Layout = ReturnType<typeof gaugeLayout>;

function Arc({
  reduced,
  bounds,
  layout,
}: {
  reduced: ReducedValue;
  bounds: Bounds;
  layout: Layout;
}) {
  const { field, value } = reduced;
  const { cx, cy, radius, stroke } = layout;
  const neutral = field.config.custom?.neutral;
  const from = typeof neutral === 'number' ? (shareOf(neutral, bounds) ?? 0) : 0;
  const share = shareOf(value.numeric, bounds);
  const isEmpty = share === undefined || share === from;
  return (
    <g fill="none" strokeWidth={stroke} strokeLinecap="round">
      <path d={arcLine(cx, cy, radius, roundedSpan(0, 1, layout))} stroke="var(--bg-active)" />
      {!isEmpty && (
        <path
          d={arcLine(cx, cy, radius, roundedSpan(from, share, layout))}
          stroke={value.color ?? 'var(--accent)'}
        />
      )}
    </g>
  );
}

function ThresholdLabels({
  reduced,
  bands,
  layout,
}: {
  reduced: ReducedValue;
  bands: ReturnType<typeof thresholdBands>;
  layout: Layout;
}) {
  const { cx, cy, labelRadius } = layout;
  return (
    <g className={styles.labels}>
      {bands.map(({ value, start }) => {
        if (value === undefined) return null;
        const radians = ((angleOf(start) - 90) * Math.PI) / 180;
        const side = Math.cos(radians);
        return (
          <text
            key={start}
            x={cx + labelRadius * side}
            y={cy + labelRadius * Math.sin(radians)}
            textAnchor={Math.abs(side) < 0.2 ? 'middle' : side < 0 ? 'end' : 'start'}
          >
            {fullText(reduced.field.display?.(value) ?? { text: String(value), numeric: value })}
          </text>
        );
      })}
    </g>
  );
}

function Name({ name, size }: { name: string; size: number }) {
  return (
    <div className={styles.name} style={{ fontSize: size }} title={name} dir="auto">
      {name}
    </div>
  );
}

function valueStyle(value: DisplayValue, options: Readonly<GaugeOptions>, layout: Layout) {
  const suffix = (value.suffix ?? '').trim();
  const em =
    textWidth((value.prefix ?? '') + value.text) +
    (suffix ? 0.15 + textWidth(suffix, 500) * SUFFIX_SCALE : 0);
  return {
    fontSize:
      options.text.valueSize ??
      fitFontSize(em, layout.valueWidth, layout.valueHeight, layout.beside ? 27 : 56, 9),
  };
}

function valueParts(value: DisplayValue) {
  const suffix = (value.suffix ?? '').trim();
  return (
    <>
      <tspan>{(value.prefix ?? '') + value.text}</tspan>
      {suffix && (
        <tspan className={styles.svgSuffix} dx="0.15em">
          {suffix}
        </tspan>
      )}
    </>
  );
}

function ValueText({ value }: { value: DisplayValue }) {
  const suffix = (value.suffix ?? '').trim();
  return (
    <>
      <span>{(value.prefix ?? '') + value.text}</span>
      {suffix && <small>{suffix}</small>}
    </>
  );
}

function fullText({ prefix = '', text, suffix = '' }: DisplayValue): string {
  return prefix + text + suffix;
}
