import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderPanel, series } from '../../../../../ui/src/sdk/testing';
import bargauge from './index';

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
const three = [series('a', [25]), series('b', [50]), series('c', [100])];
const horizontal = { orientation: 'horizontal', namePlacement: 'left' };

function litWidths(): number[] {
  return screen
    .getAllByRole('meter')
    .map((meter) => parseFloat((meter.lastElementChild as HTMLElement).style.width));
}

describe('a bar gauge panel', () => {
  it('draws bars whose lengths compare as their values do', () => {
    renderPanel(bargauge, {
      frames: three,
      fieldConfig: { defaults: percent },
      options: horizontal,
    });
    const [a, b, c] = litWidths() as [number, number, number];
    expect(b / a).toBeCloseTo(2);
    expect(c / a).toBeCloseTo(4);
  });

  it('starts bars at zero and ends them at the largest value where no range is set', () => {
    renderPanel(bargauge, { frames: three, options: horizontal });
    const [a, , c] = litWidths() as [number, number, number];
    expect(c / a).toBeCloseTo(4);
  });

  it('writes names and values, or hides them', () => {
    const { container } = renderPanel(bargauge, {
      frames: three,
      fieldConfig: { defaults: percent },
      options: horizontal,
    });
    expect(container.textContent).toBe('a25%b50%c100%');
    cleanup();
    const hidden = { ...horizontal, namePlacement: 'hidden', valueMode: 'hidden' };
    expect(renderPanel(bargauge, { frames: three, options: hidden }).container.textContent).toBe(
      '',
    );
  });

  it('paints plain bars, gradients over the whole scale, or cells', () => {
    const html = (displayMode: string) => {
      const view = renderPanel(bargauge, {
        frames: three,
        fieldConfig: { defaults: percent },
        options: { ...horizontal, displayMode },
      });
      const styles = [...view.container.querySelectorAll('i')]
        .map((bar) => bar.getAttribute('style'))
        .join(' ');
      cleanup();
      return styles;
    };
    expect(html('basic')).toContain('background-color: #ee0000');
    expect(html('gradient')).toContain('linear-gradient(to right, #00aa00 0.0%, #ee0000 80.0%)');
    expect(html('lcd')).toContain('repeating-linear-gradient');
  });

  it('leaves the rest of the scale empty where asked', () => {
    renderPanel(bargauge, { frames: three, options: { ...horizontal, showUnfilled: false } });
    expect(screen.getAllByRole('meter')[0]?.children).toHaveLength(1);
  });

  it('keeps bars of many values high enough to read, by scrolling', () => {
    const frames = Array.from({ length: 300 }, (_, index) => series(`s${index}`, [index]));
    renderPanel(bargauge, { frames, options: horizontal });
    const heights = screen.getAllByRole('listitem').map((item) => parseFloat(item.style.height));
    expect(heights).toHaveLength(300);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(18);
  });

  it('stands bars upright', () => {
    renderPanel(bargauge, { frames: three, options: { orientation: 'vertical' } });
    const lit = screen
      .getAllByRole('meter')
      .map((meter) => parseFloat((meter.lastElementChild as HTMLElement).style.height));
    expect(lit[2]! / lit[0]!).toBeCloseTo(4, 1);
  });

  it('draws no bar for missing values', () => {
    for (const values of [[null], [NaN], [], ['x']]) {
      renderPanel(bargauge, { frames: [series('a', values)], options: horizontal });
      expect(litWidths()).toEqual([0]);
      cleanup();
    }
  });
});
