import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Frame } from '@vedette/sdk';
import { dangersIn, hostileTexts } from '../../../../../ui/src/sdk/hostile';
import { frame, renderPanel, series, transform } from '../../../../../ui/src/sdk/testing';
import table from './index';

afterEach(cleanup);

const hosts = frame(
  { name: 'host', values: ['web-10', 'web-2', 'db-1', null], config: { filterable: true } },
  { name: 'load', values: [0.5, 2, null, 1] },
);

function column(index: number): string[] {
  return screen
    .getAllByRole('row')
    .filter((row) => within(row).queryAllByRole('cell').length > 0)
    .map((row) => within(row).getAllByRole('cell')[index]?.textContent ?? '');
}

function sort(name: string, shiftKey = false): void {
  fireEvent.click(
    within(screen.getByRole('columnheader', { name: new RegExp(name) })).getByText(name),
    { shiftKey },
  );
}

describe('sorting a table', () => {
  it('orders by a click, the other way by a second and not at all by a third, with missing values last', () => {
    renderPanel(table, { frames: [hosts] });
    sort('load');
    expect(column(1)).toEqual(['0.500', '1', '2', '']);
    sort('load');
    expect(column(1)).toEqual(['2', '1', '0.500', '']);
    sort('load');
    expect(column(0)).toEqual(['web-10', 'web-2', 'db-1', '']);
  });

  it('reads numbers in names as numbers', () => {
    renderPanel(table, { frames: [hosts] });
    sort('host');
    expect(column(0)).toEqual(['db-1', 'web-2', 'web-10', '']);
  });

  it('adds columns with shift', () => {
    const frames = [
      frame({ name: 'a', values: ['x', 'y', 'x'] }, { name: 'b', values: [2, 1, 1] }),
    ];
    renderPanel(table, { frames });
    sort('a');
    sort('b', true);
    expect(column(0).join('') + column(1).join('')).toBe('xxy121');
    expect(
      screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-sort')),
    ).toEqual(['ascending', 'ascending']);
  });

  it('starts with the stored order', () => {
    renderPanel(table, {
      frames: [hosts],
      options: { sortBy: [{ displayName: 'load', desc: true }] },
    });
    expect(column(1)[0]).toBe('2');
  });
});

describe('a table', () => {
  it('keeps a page with twelve thousand rows light and knows how many there are', () => {
    const frames = [
      frame({ name: 'n', values: Array.from({ length: 12_000 }, (_, index) => index) }),
    ];
    const { container } = renderPanel(table, { frames });
    expect(container.querySelectorAll('[role=row]').length).toBeLessThan(40);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('12001');
  });

  it('turns pages instead of scrolling where asked', () => {
    const frames = [frame({ name: 'n', values: Array.from({ length: 100 }, (_, index) => index) })];
    renderPanel(table, { frames, options: { footer: { enablePagination: true } }, height: 200 });
    const size = column(0).length;
    expect(screen.getByText(`1–${size} of 100 rows`)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(column(0)[0]).toBe(String(size));
    fireEvent.click(screen.getByRole('button', { name: 'Last page' }));
    expect(column(0).at(-1)).toBe('99');
  });

  it('keeps only rows with the chosen values', () => {
    const { container } = renderPanel(table, { frames: [hosts] });
    const menu = container.querySelector<HTMLElement>('[popover]')!;
    fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }));
    fireEvent.click(within(menu).getByLabelText('web-2'));
    expect(column(0)).toEqual(['web-2']);
    fireEvent.click(within(menu).getByText('Clear'));
    expect(column(0)).toHaveLength(4);
  });

  it('calculates below the columns, over the rows that are left', () => {
    renderPanel(table, {
      frames: [hosts],
      options: { footer: { show: true, reducer: ['sum'], fields: '' } },
    });
    expect(column(1).at(-1)).toBe('3.50');
    cleanup();
    renderPanel(table, {
      frames: [hosts],
      options: { footer: { show: true, reducer: ['count'], countRows: true, fields: '' } },
    });
    expect(column(0).at(-1)).toBe('Count 4');
  });

  it('widens columns with the keyboard', () => {
    renderPanel(table, { frames: [hosts] });
    const edge = screen.getByRole('separator', { name: 'Width of host' });
    const before = Number(edge.getAttribute('aria-valuenow'));
    fireEvent.keyDown(edge, { key: 'ArrowRight' });
    expect(Number(edge.getAttribute('aria-valuenow'))).toBe(before + 10);
  });

  it('leaves hidden columns out, however the file spells it, and takes stored widths', () => {
    const frames = [
      frame(
        { name: 'a', values: [1], config: { custom: { hidden: true } } },
        { name: 'b', values: [1], config: { custom: { hidden: 'true' } } },
        { name: 'c', values: [1], config: { custom: { width: 120, align: 'center' } } },
      ),
    ];
    renderPanel(table, { frames });
    expect(screen.getAllByRole('columnheader')).toHaveLength(1);
    expect(screen.getByRole('separator').getAttribute('aria-valuenow')).toBe('120');
    expect(screen.getByRole('cell').dataset.align).toBe('center');
  });

  it('lets people choose between several results', () => {
    renderPanel(table, {
      frames: [frame({ name: 'a', values: ['first'] }), frame({ name: 'b', values: ['second'] })],
      options: { frameIndex: 1 },
    });
    expect(column(0)).toEqual(['second']);
    fireEvent.change(screen.getByLabelText('Result'), { target: { value: '0' } });
    expect(column(0)).toEqual(['first']);
  });

  it('shows the first result where the stored one is gone', () => {
    renderPanel(table, { frames: [hosts], options: { frameIndex: 7 } });
    expect(column(0)).toHaveLength(4);
  });

  it('keeps the order people chose when data is refreshed', () => {
    const { update } = renderPanel(table, { frames: [hosts] });
    sort('load');
    update([frame({ name: 'host', values: ['a', 'b'] }, { name: 'load', values: [9, 3] })]);
    expect(column(1)).toEqual(['3', '9']);
  });

  it('says so when there is nothing, and shows odd values as they are', () => {
    renderPanel(table, { frames: [] });
    expect(screen.getByText('No data')).toBeTruthy();
    cleanup();
    renderPanel(table, { frames: [frame({ name: 'a', values: [] })] });
    expect(screen.getByText('No rows.')).toBeTruthy();
    cleanup();
    renderPanel(table, {
      frames: [
        frame(
          { name: 'a', values: [NaN, Infinity, null] },
          { name: 'שם', values: ['שלום', 'x'.repeat(5000), ''] },
        ),
      ],
    });
    expect(column(0)).toEqual(['NaN', '∞', '']);
    expect(column(1)[1]).toHaveLength(5000);
  });
});

describe('cells of a table', () => {
  const cell = (values: unknown[], custom: object, config: object = {}) => {
    renderPanel(table, {
      frames: [
        frame({
          name: 'a',
          values,
          config: { ...config, custom: custom as Record<string, unknown> },
        }),
      ],
    });
    return screen.getAllByRole('cell')[0] as HTMLElement;
  };
  const thresholds = {
    mode: 'absolute',
    steps: [
      { color: 'green', value: null },
      { color: 'red', value: 5 },
    ],
  };

  it('colour text or background by threshold, in old files too', () => {
    expect(
      cell([9], { cellOptions: { type: 'color-text' } }, { thresholds }).getAttribute('style'),
    ).toContain('color: #ee0000');
    cleanup();
    expect(
      cell([9], { displayMode: 'color-background-solid' }, { thresholds }).getAttribute('style'),
    ).toContain('background: #ee0000');
    cleanup();
    expect(
      cell([9], { displayMode: 'color-background' }, { thresholds }).getAttribute('style'),
    ).toContain('linear-gradient');
  });

  it('colour the whole row where asked', () => {
    cell([9], { cellOptions: { type: 'color-background', applyToRow: true } }, { thresholds });
    expect(screen.getAllByRole('row')[1]?.getAttribute('style')).toContain('background: #ee0000');
  });

  it.each(['basic', 'gradient-gauge', 'lcd-gauge'])('draw the old gauge %s', (displayMode) => {
    const meter = within(cell([5, 10], { displayMode })).getByRole('meter');
    expect(meter.getAttribute('aria-valuemax')).toBe('10');
  });

  it('draw a line for nested results and for lists of numbers', () => {
    expect(
      cell([series('x', [1, 2, 3])], { cellOptions: { type: 'sparkline' } }).querySelector(
        'svg path',
      ),
    ).not.toBeNull();
    cleanup();
    expect(cell([[1, 5, 2]], {}).querySelector('svg path')).not.toBeNull();
  });

  it('show lists as pills and objects as JSON', () => {
    expect(
      [...cell(['a, b'], { cellOptions: { type: 'pill' } }).querySelectorAll('span')].map(
        (pill) => pill.textContent,
      ),
    ).toEqual(['a', 'b']);
    cleanup();
    expect(cell([{ a: 1 }], { cellOptions: { type: 'json-view' } }).textContent).toBe('{"a":1}');
  });

  it('load images over http(s) or out of the value, never documents', () => {
    const image = (value: string) => {
      const source = cell([value], { cellOptions: { type: 'image', alt: 'Photo' } })
        .querySelector('img')
        ?.getAttribute('src');
      cleanup();
      return source;
    };
    expect(image('https://example.com/a.png')).toBe('https://example.com/a.png');
    expect(image('data:image/png;base64,AAAA')).toBe('data:image/png;base64,AAAA');
    for (const bad of [
      'javascript:alert(1)',
      'data:text/html,x',
      'data:image/svg+xml;base64,AAAA',
      '//x',
      'file:///etc/passwd',
    ]) {
      expect(image(bad), bad).toBeUndefined();
    }
  });

  it('link with checked addresses, one or many', () => {
    const links = [
      { title: 'Go', url: 'https://example.com/${__value.raw}' },
      { title: 'Bad', url: 'javascript:alert(1)' },
    ];
    const anchor = within(
      cell(['x y'], { cellOptions: { type: 'data-links' } }, { links }),
    ).getAllByRole('link');
    expect(anchor.map((link) => link.getAttribute('href'))).toEqual(['https://example.com/x%20y']);
  });

  it('can be inspected in full', () => {
    const box = cell(['{"a":{"b":1}}'], { inspect: true });
    HTMLDialogElement.prototype.showModal ??= vi.fn();
    fireEvent.click(within(box).getByRole('button', { name: 'Show all of a' }));
    expect(document.querySelector('dialog pre')?.textContent).toBe(
      '{\n  "a": {\n    "b": 1\n  }\n}',
    );
  });

  it('offer their value as a filter of the dashboard', () => {
    const addFilter = vi.fn();
    renderPanel(table, { frames: [hosts], host: { addFilter } });
    fireEvent.click(
      screen.getAllByRole('button', { name: 'Filter out this host' })[1] as HTMLElement,
    );
    expect(addFilter).toHaveBeenCalledWith('host', '!=', 'web-2');
  });

  it.each([
    'auto',
    'color-text',
    'color-background',
    'json-view',
    'image',
    'pill',
    'markdown',
    'data-links',
    'sparkline',
    'gauge',
  ])('show hostile text as text in cells of type %s', (type) => {
    const custom = { cellOptions: { type }, inspect: true };
    const config = {
      custom,
      unit: hostileTexts[1],
      noValue: hostileTexts[2],
      description: hostileTexts[3],
    };
    const frames = [frame({ name: hostileTexts[0] as string, values: [...hostileTexts], config })];
    const { container } = renderPanel(table, { frames, height: 3000 });
    expect(container.querySelectorAll('[role=cell]')).toHaveLength(hostileTexts.length);
    expect(dangersIn(container)).toEqual([]);
  });
});

describe('rows that hold rows', () => {
  const grouped = (order = ['web', 'db']): Frame[] =>
    transform(
      [
        {
          ...frame(
            { name: 'kind', values: [order[0], order[1], order[0]] },
            { name: 'host', values: [`${order[0]}-1`, `${order[1]}-1`, `${order[0]}-2`] },
            { name: 'load', values: [1, 2, 3], config: { unit: 'percent' } },
          ),
          refId: 'A',
        },
      ],
      [
        {
          id: 'groupToNestedTable',
          options: {
            fields: {
              kind: { operation: 'groupby', aggregations: [] },
              load: { operation: null, aggregations: [] },
            },
          },
        },
      ],
      { timeZone: 'UTC', interpolate: String },
    );
  const expander = (name: string): HTMLElement =>
    screen.getByRole('button', { name: `Rows of ${name}` });

  it('expand into a table of their rows, formatted as the panel says', () => {
    renderPanel(table, { frames: grouped(), height: 400 });
    expect(screen.getAllByRole('table')).toHaveLength(1);
    expect(screen.queryByText('Nested frames')).toBeNull();
    expect(expander('web').getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(expander('web'));
    expect(expander('web').getAttribute('aria-expanded')).toBe('true');
    const inner = screen.getByRole('table', { name: 'Rows of web' });
    expect(
      within(inner)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['web-1', '1%', 'web-2', '3%']);
    fireEvent.click(expander('web'));
    expect(screen.getAllByRole('table')).toHaveLength(1);
  });

  it('are reached by keyboard: each is opened by a button', () => {
    renderPanel(table, { frames: grouped(), height: 400 });
    expander('db').focus();
    expect(document.activeElement).toBe(expander('db'));
    expect(expander('db').tagName).toBe('BUTTON');
  });

  it('stay expanded when new data puts them at another place', () => {
    const view = renderPanel(table, { frames: grouped(), height: 400 });
    fireEvent.click(expander('web'));
    view.update(grouped(['db', 'web']));
    expect(screen.getByRole('table', { name: 'Rows of web' })).toBeTruthy();
    expect(screen.queryByRole('table', { name: 'Rows of db' })).toBeNull();
  });

  it('have no header where the step hides it, and sort apart from the rows around them', () => {
    const frames = grouped();
    for (const nested of frames.flatMap(({ fields }) => fields.at(-1)?.values as Frame[][]))
      nested[0]!.meta = { custom: { ...nested[0]!.meta?.custom, noHeader: true } };
    renderPanel(table, { frames, height: 400 });
    fireEvent.click(expander('web'));
    const inner = screen.getByRole('table', { name: 'Rows of web' });
    expect(within(inner).queryAllByRole('columnheader')).toHaveLength(0);
    sort('kind');
    expect(screen.getAllByRole('button', { name: /^Rows of/ })[0]).toBe(expander('db'));
    expect(within(inner).getAllByRole('row')[0]?.textContent).toContain('web-1');
  });

  it('are clean by the rules of axe', async () => {
    const { container } = renderPanel(table, { frames: grouped(), height: 400 });
    fireEvent.click(expander('web'));
    const rules = ['aria-required-children', 'aria-required-parent', 'empty-table-header'];
    const { violations, passes } = await axe.run(container, {
      runOnly: [...rules, 'aria-allowed-attr', 'button-name', 'aria-valid-attr-value'],
    });
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(passes.map(({ id }) => id)).toContain('aria-required-children');
  });
});
