import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { frame, renderPanel, series } from '../../../../../ui/src/sdk/testing';
import { changeColor, percentChange } from './change';
import stat from './index';
import { tileLayout } from './layout';

afterEach(cleanup);

const thresholds = {
  mode: 'absolute' as const,
  steps: [
    { color: 'green', value: null },
    { color: 'red', value: 80 },
  ],
};

describe('a stat panel', () => {
  it('shows the last value with its unit, and no name while there is only one', () => {
    const { container } = renderPanel(stat, {
      frames: [series('load', [1, 2, 42])],
      fieldConfig: { defaults: { unit: 'percent' } },
    });
    expect(container.textContent).toBe('42%');
  });

  it('names the values where there are several', () => {
    renderPanel(stat, { frames: [series('a', [1]), series('b', [2])] });
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'a1',
      'b2',
    ]);
  });

  it.each([
    ['value', '1'],
    ['name', 'a'],
    ['value_and_name', 'a1'],
    ['none', ''],
  ])('writes what text mode %s asks for', (textMode, text) => {
    const { container } = renderPanel(stat, { frames: [series('a', [1])], options: { textMode } });
    expect(container.textContent).toBe(text);
  });

  it('colours the value by its threshold, or the whole tile with readable text on it', () => {
    const frames = [series('a', [90])];
    const { container, unmount } = renderPanel(stat, {
      frames,
      fieldConfig: { defaults: { thresholds } },
    });
    expect(container.innerHTML).toContain('color: #ee0000');
    unmount();
    const filled = renderPanel(stat, {
      frames,
      fieldConfig: { defaults: { thresholds } },
      options: { colorMode: 'background_solid' },
    });
    expect(filled.container.innerHTML).toMatch(/background: #ee0000; color: #(ffffff|0d0f14)/);
  });

  it('draws the course of the series behind the value unless the graph is off', () => {
    const frames = [series('a', [1, 5, 2])];
    expect(renderPanel(stat, { frames }).container.querySelectorAll('svg path')).toHaveLength(2);
    cleanup();
    expect(
      renderPanel(stat, { frames, options: { graphMode: 'line' } }).container.querySelectorAll(
        'svg path',
      ),
    ).toHaveLength(1);
    cleanup();
    expect(
      renderPanel(stat, { frames, options: { graphMode: 'none' } }).container.querySelector('svg'),
    ).toBeNull();
  });

  it('shows every one of many series', () => {
    const frames = Array.from({ length: 120 }, (_, index) => series(`s${index}`, [index]));
    const { container } = renderPanel(stat, { frames });
    expect(container.querySelectorAll('li')).toHaveLength(120);
  });

  it('says the chosen words for missing values and never fails on odd ones', () => {
    const noValue = { defaults: { noValue: 'no answer' } };
    expect(
      renderPanel(stat, { frames: [series('a', [null, null])], fieldConfig: noValue }).container
        .textContent,
    ).toBe('no answer');
    cleanup();
    for (const values of [[NaN], [Infinity, -Infinity], ['text'], [[1, 2]], []]) {
      renderPanel(stat, {
        frames: [series('a', values)],
        options: { reduceOptions: { calcs: ['last'] } },
      });
      cleanup();
    }
    renderPanel(stat, { frames: [] });
    expect(screen.getByText('No data')).toBeTruthy();
  });

  it('opens the link of a value, safely', () => {
    const links = [{ title: 'Details', url: 'https://example.com/x', targetBlank: true }];
    renderPanel(stat, { frames: [series('a', [1])], fieldConfig: { defaults: { links } } });
    const link = screen.getByRole('link');
    expect(link.getAttribute('href')).toBe('https://example.com/x');
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  it('offers several links of a value as a list', () => {
    const links = [
      { title: 'One', url: '/one' },
      { title: 'Bad', url: 'javascript:alert(1)' },
      { title: 'Two', url: '/two' },
    ];
    const { container } = renderPanel(stat, {
      frames: [series('a', [1])],
      fieldConfig: { defaults: { links } },
    });
    expect([...container.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
      'One',
      'Two',
    ]);
  });

  it('shows text values as they are', () => {
    const frames = [frame({ name: 'version', values: ['v1.2.3'] })];
    const { container } = renderPanel(stat, {
      frames,
      options: { reduceOptions: { fields: '/.*/' } },
    });
    expect(container.textContent).toBe('v1.2.3');
  });
});

describe('the change of a series', () => {
  const change = (...values: unknown[]) =>
    percentChange({ name: 'v', type: 'number', values, config: {} });

  it('is counted from the first to the last number, whatever lies between', () => {
    expect(change(null, 50, 999, NaN, 75, null)).toMatchObject({
      share: 0.5,
      direction: 'up',
      text: '50%',
    });
    expect(change(100, 90)).toMatchObject({ direction: 'down', text: '10%' });
    expect(change(-10, -5)).toMatchObject({ direction: 'up' });
    expect(change(5, 5)).toMatchObject({ direction: 'flat' });
  });

  it('is not given where there is nothing to compare with', () => {
    expect(change(0, 5)).toBeUndefined();
    expect(change(null)).toBeUndefined();
    expect(change()).toBeUndefined();
  });

  it('is good news upwards, unless the panel says otherwise', () => {
    const up = change(1, 2)!;
    expect(changeColor(up, 'standard')).toBe('var(--ok)');
    expect(changeColor(up, 'inverted')).toBe('var(--crit)');
    expect(changeColor(up, 'same_as_value')).toBeUndefined();
  });
});

describe('the layout of a tile', () => {
  const base = {
    several: false,
    showsName: false,
    showsValue: true,
    showsGraph: true,
    showsChange: false,
    wideLayout: true,
    valueEm: 2.5,
    titleSize: null,
    valueSize: null,
  };

  it('sets key figures at about 27 px', () => {
    const { valueSize } = tileLayout({ ...base, width: 230, height: 92 });
    expect(valueSize).toBeGreaterThan(24);
    expect(valueSize).toBeLessThan(30);
  });

  it('never lets a value leave its tile', () => {
    for (let width = 40; width < 900; width += 37) {
      for (let height = 24; height < 600; height += 41) {
        const layout = tileLayout({ ...base, width, height });
        if (layout.valueSize <= 11) continue;
        expect(layout.valueSize * base.valueEm).toBeLessThanOrEqual(width);
        expect(layout.valueSize * 1.15).toBeLessThanOrEqual(height);
        expect(layout.graphHeight).toBeLessThanOrEqual(height);
      }
    }
  });

  it('takes sizes the panel asks for', () => {
    expect(
      tileLayout({ ...base, width: 100, height: 60, titleSize: 9, valueSize: 90 }),
    ).toMatchObject({ nameSize: 9, valueSize: 90 });
  });
});
