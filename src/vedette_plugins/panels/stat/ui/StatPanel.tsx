import { useMemo } from 'react';
import { EmptyState, reduceForDisplay, tiling, type PanelProps } from '@vedette/sdk';
import { tileLayout, tileText, valueEm } from './layout';
import type { StatOptions } from './options';
import { StatTile } from './StatTile';
import styles from './StatPanel.module.css';

const GAP = 6;
/** Room around coloured tiles, so that their corners show. */
const INSET = 6;

export function StatPanel({ options, data, width, height, theme }: PanelProps<StatOptions>) {
  const values = useMemo(
    () => reduceForDisplay(data.frames, options.reduceOptions),
    [data.frames, options.reduceOptions],
  );
  const widestEm = useMemo(
    () => Math.max(0, ...values.map(({ name, value }) => valueEm(tileText(name, value)))),
    [values],
  );
  const widestNameEm = useMemo(
    () =>
      Math.max(
        0,
        ...values.map(({ name }) => valueEm({ name, value: name, prefix: '', suffix: '' })),
      ),
    [values],
  );
  if (values.length === 0) return <EmptyState title="No data" />;

  const several = values.length > 1;
  const { textMode, colorMode, graphMode } = options;
  const inset = several || colorMode.startsWith('background') ? INSET : 0;
  const tiles = tiling(values.length, options.orientation, {
    width: width - 2 * inset,
    height: height - inset,
    gap: GAP,
    minWidth: 96,
    minHeight: several ? 40 : 0,
  });
  const nameOnly = textMode === 'name';
  const layout = tileLayout({
    several,
    width: tiles.tileWidth,
    height: tiles.tileHeight,
    showsName: textMode === 'value_and_name' || (textMode === 'auto' && several),
    showsValue: textMode !== 'none',
    showsGraph:
      graphMode !== 'none' &&
      values.some(({ field, rowIndex }) => rowIndex === undefined && field.values.length > 1),
    showsChange: options.showPercentChange,
    wideLayout: options.wideLayout,
    valueEm: nameOnly ? widestNameEm : widestEm,
    titleSize: options.text.titleSize,
    valueSize: options.text.valueSize,
  });
  return (
    <ul
      className={styles.tiles}
      data-scrolls={tiles.scrolls || undefined}
      style={{
        width,
        height,
        padding: inset ? `0 ${inset}px ${inset}px` : undefined,
        gap: GAP,
        gridTemplateColumns: `repeat(${tiles.columns}, ${tiles.tileWidth}px)`,
        gridAutoRows: tiles.tileHeight,
      }}
    >
      {values.map((reduced, index) => (
        <StatTile
          key={index}
          reduced={reduced}
          several={several}
          options={options}
          layout={layout}
          theme={theme}
        />
      ))}
    </ul>
  );
}
