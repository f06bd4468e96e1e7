import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderPanel, series } from '../../../../../ui/src/sdk/testing';
import gauge from './index';
import { angleOf, gaugeLayout, roundedSpan, SWEEP } from './layout';

afterEach(cleanup);

const percent = {
  unit: 'percent',
  min: 0,
  max: 100,
  thresholds: {
    mode: 'absolute' as const,
    steps: [
      { color: 'green', value: null },
      { color: 'red', value: 80 },
    ],
  },
};

describe('a gauge panel', () => {
  it('tells people who cannot see the arc the value and its range', () => {
    renderPanel(gauge, { frames: [series('cpu', [42])], fieldConfig: { defaults: percent } });
    const meter = screen.getByRole('meter', { name: 'cpu' });
    expect(meter.getAttribute('aria-valuetext')).toBe('42%, from 0% to 100%');
    expect(meter.getAttribute('aria-valuenow')).toBe('42');
  });

  it('marks the thresholds around the arc, and their values where asked', () => {
    const test = { frames: [series('cpu', [42])], fieldConfig: { defaults: percent }, height: 300 };
    const { container } = renderPanel(gauge, test);
    expect(container.innerHTML).toContain('stroke="#ee0000"');
    expect(container.textContent).not.toContain('80%');
    cleanup();
    expect(
      renderPanel(gauge, { ...test, options: { showThresholdLabels: true } }).container.textContent,
    ).toContain('80%');
    cleanup();
    expect(
      renderPanel(gauge, { ...test, options: { showThresholdMarkers: false } }).container.innerHTML,
    ).not.toContain('stroke="#ee0000"');
  });

  it('draws one gauge for each value, with its name', () => {
    renderPanel(gauge, { frames: [series('a', [1]), series('b', [2])] });
    expect(screen.getAllByRole('meter')).toHaveLength(2);
    expect(screen.getByText('b')).toBeTruthy();
  });

  it('draws no arc for missing values and stays calm about odd ones', () => {
    for (const values of [[null], [NaN], []]) {
      const { container } = renderPanel(gauge, { frames: [series('a', values)] });
      expect(container.querySelectorAll('svg [stroke-linecap="round"] path')).toHaveLength(1);
      cleanup();
    }
    renderPanel(gauge, { frames: [series('a', [Infinity])] });
    cleanup();
    renderPanel(gauge, { frames: [] });
    expect(screen.getByText('No data')).toBeTruthy();
  });
});

describe('the arc', () => {
  const layout = gaugeLayout({
    width: 300,
    height: 220,
    showsName: true,
    showsMarkers: true,
    showsLabels: false,
    titleSize: null,
  });

  it('keeps its round ends within the value it stands for', () => {
    for (let share = 0.01; share <= 1; share += 0.01) {
      const { start, end } = roundedSpan(0, share, layout);
      expect(start).toBeGreaterThan(angleOf(0));
      expect(end).toBeLessThan(angleOf(1));
      expect(end).toBeGreaterThan(start);
    }
  });

  it('fits its box at any size', () => {
    for (const [width, height] of [
      [80, 60],
      [300, 220],
      [900, 200],
      [200, 900],
      [40, 30],
    ] as const) {
      const { cx, cy, radius, stroke, arcWidth, arcHeight } = gaugeLayout({
        width,
        height,
        showsName: false,
        showsMarkers: true,
        showsLabels: false,
        titleSize: null,
      });
      const reach = radius + stroke / 2;
      expect(cx - reach).toBeGreaterThanOrEqual(-0.5);
      expect(cx + reach).toBeLessThanOrEqual(arcWidth + 0.5);
      expect(cy - reach).toBeGreaterThanOrEqual(-0.5);
      expect(cy + reach * -Math.cos((SWEEP / 360) * Math.PI)).toBeLessThanOrEqual(arcHeight + 0.5);
    }
  });

  it('puts the value beside itself where the tile is flat', () => {
    expect(
      gaugeLayout({
        width: 220,
        height: 80,
        showsName: false,
        showsMarkers: true,
        showsLabels: false,
        titleSize: null,
      }).beside,
    ).toBe(true);
    expect(layout.beside).toBe(false);
  });
});
