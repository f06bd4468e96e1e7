import { describe, expect, it } from 'vitest';
import type { PanelModel } from '../../../data/dashboard';
import { layoutDashboard, type LayoutItem, type RepeatValue } from './layout';

const panel = (
  id: number,
  x: number,
  y: number,
  w: number,
  h: number,
  more: Partial<PanelModel> = {},
): PanelModel => ({
  id,
  type: 'timeseries',
  title: `p${id}`,
  gridPos: { x, y, w, h },
  ...more,
});
const row = (id: number, y: number, more: Partial<PanelModel> = {}): PanelModel =>
  panel(id, 0, y, 24, 1, { type: 'row', ...more });
const values = (...names: string[]): RepeatValue[] =>
  names.map((name) => ({ text: name.toUpperCase(), value: name }));

function layout(
  panels: PanelModel[],
  variables: Record<string, RepeatValue[]> = {},
  collapsed: [string, boolean][] = [],
): LayoutItem[] {
  return layoutDashboard({
    panels,
    valuesOf: (name) => variables[name],
    collapsed: new Map(collapsed),
  });
}
const boxes = (items: LayoutItem[]) =>
  items.map((item) => [item.key, item.x, item.y, item.w, item.h]);

describe('the grid of a dashboard', () => {
  it('puts panels where they are stored', () => {
    expect(
      boxes(layout([panel(1, 0, 0, 12, 8), panel(2, 12, 0, 12, 4), panel(3, 12, 4, 12, 4)])),
    ).toEqual([
      ['1', 0, 0, 12, 8],
      ['2', 12, 0, 12, 4],
      ['3', 12, 4, 12, 4],
    ]);
  });

  it('reads top to bottom, left to right, whatever the order in the file', () => {
    expect(
      layout([panel(3, 0, 8, 24, 4), panel(2, 12, 0, 12, 8), panel(1, 0, 0, 12, 8)]).map(
        (i) => i.key,
      ),
    ).toEqual(['1', '2', '3']);
  });

  it('closes gaps and never lets two panels overlap', () => {
    expect(
      boxes(layout([panel(1, 0, 0, 12, 4), panel(2, 6, 2, 12, 4), panel(3, 0, 30, 24, 2)])),
    ).toEqual([
      ['1', 0, 0, 12, 4],
      ['2', 6, 4, 12, 4],
      ['3', 0, 8, 24, 2],
    ]);
  });

  it('hides the panels of a closed row and lifts what follows', () => {
    const panels = [
      row(1, 0, { collapsed: true, panels: [panel(2, 0, 1, 24, 8)] }),
      row(3, 1),
      panel(4, 0, 2, 24, 3),
    ];
    expect(boxes(layout(panels))).toEqual([
      ['1', 0, 0, 24, 1],
      ['3', 0, 1, 24, 1],
      ['4', 0, 2, 24, 3],
    ]);
  });

  it('opens a closed row with its panels below it', () => {
    const panels = [
      row(1, 0, { collapsed: true, panels: [panel(2, 0, 40, 12, 8)] }),
      row(3, 1),
      panel(4, 0, 2, 24, 3),
    ];
    expect(boxes(layout(panels, {}, [['1', false]]))).toEqual([
      ['1', 0, 0, 24, 1],
      ['2', 0, 1, 12, 8],
      ['3', 0, 9, 24, 1],
      ['4', 0, 10, 24, 3],
    ]);
  });

  it('closes an open row over the panels that follow it', () => {
    const items = layout(
      [row(1, 0), panel(2, 0, 1, 24, 8), row(3, 9), panel(4, 0, 10, 24, 3)],
      {},
      [['1', true]],
    );
    expect(items.map((item) => [item.key, item.y])).toEqual([
      ['1', 0],
      ['3', 1],
      ['4', 2],
    ]);
    expect(items[0]).toMatchObject({ collapsed: true, count: 1 });
  });
});

describe('repeated panels', () => {
  it('stand side by side, as wide as the line allows', () => {
    const items = layout([panel(1, 0, 0, 6, 4, { repeat: 'host' }), panel(2, 0, 4, 24, 2)], {
      host: values('a', 'b', 'c'),
    });
    expect(boxes(items)).toEqual([
      ['1:a', 0, 0, 8, 4],
      ['1:b', 8, 0, 8, 4],
      ['1:c', 16, 0, 8, 4],
      ['2', 0, 4, 24, 2],
    ]);
    expect(items[1]?.scope).toEqual({ host: { text: 'B', value: 'b' } });
  });

  it('start a new line after maxPerRow copies', () => {
    const items = layout(
      [panel(1, 0, 0, 6, 4, { repeat: 'host', maxPerRow: 2 }), panel(2, 0, 4, 24, 2)],
      {
        host: values('a', 'b', 'c'),
      },
    );
    expect(boxes(items)).toEqual([
      ['1:a', 0, 0, 12, 4],
      ['1:b', 12, 0, 12, 4],
      ['1:c', 0, 4, 12, 4],
      ['2', 0, 8, 24, 2],
    ]);
  });

  it('stack below each other when they repeat vertically', () => {
    const items = layout([panel(1, 6, 0, 6, 4, { repeat: 'host', repeatDirection: 'v' })], {
      host: values('a', 'b'),
    });
    expect(boxes(items)).toEqual([
      ['1:a', 6, 0, 6, 4],
      ['1:b', 6, 4, 6, 4],
    ]);
  });

  it('are drawn once when nothing is selected or the variable is unknown', () => {
    expect(boxes(layout([panel(1, 0, 0, 6, 4, { repeat: 'host' })], { host: [] }))).toEqual([
      ['1', 0, 0, 6, 4],
    ]);
  });
});

describe('repeated rows', () => {
  it('copy the row and its panels for each value', () => {
    const panels = [
      row(1, 0, { repeat: 'dc' }),
      panel(2, 0, 1, 24, 3),
      row(3, 4),
      panel(4, 0, 5, 24, 2),
    ];
    const items = layout(panels, { dc: values('x', 'y') });
    expect(boxes(items)).toEqual([
      ['1:x', 0, 0, 24, 1],
      ['2:x', 0, 1, 24, 3],
      ['1:y', 0, 4, 24, 1],
      ['2:y', 0, 5, 24, 3],
      ['3', 0, 8, 24, 1],
      ['4', 0, 9, 24, 2],
    ]);
    expect(items[3]?.scope).toEqual({ dc: { text: 'Y', value: 'y' } });
  });

  it('repeat the panels inside by another variable, but not again by the same', () => {
    const panels = [
      row(1, 0, { repeat: 'dc' }),
      panel(2, 0, 1, 24, 3, { repeat: 'host' }),
      panel(3, 0, 4, 24, 3, { repeat: 'dc' }),
    ];
    const items = layout(panels, { dc: values('x', 'y'), host: values('a', 'b') });
    expect(items.map((item) => item.key)).toEqual([
      '1:x',
      '2:x:a',
      '2:x:b',
      '3:x',
      '1:y',
      '2:y:a',
      '2:y:b',
      '3:y',
    ]);
  });
});
