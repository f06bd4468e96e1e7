import { describe, expect, it } from 'vitest';
import { powerTicks, valueLabels, valueRange, valueSteps, type ValueScale } from './valueAxis';

const linear: ValueScale = { distribution: 'linear', base: 10 };

describe('valueRange', () => {
  it('keeps the data inside and fixed ends where they are', () => {
    const [low, high] = valueRange(linear, 20, 80);
    expect(low).toBeLessThanOrEqual(20);
    expect(high).toBeGreaterThanOrEqual(80);
    expect(valueRange({ ...linear, min: 0, max: 100 }, 20, 180)).toEqual([0, 100]);
  });

  it('widens to soft limits but lets data pass them', () => {
    expect(valueRange({ ...linear, softMin: 0, softMax: 100 }, 20, 80)).toEqual([0, 100]);
    expect(valueRange({ ...linear, softMax: 100 }, 20, 180)[1]).toBeGreaterThanOrEqual(180);
  });

  it('puts bars on zero and zero in the middle where asked', () => {
    expect(valueRange({ ...linear, fromZero: true }, 90, 100)[0]).toBe(0);
    const [low, high] = valueRange({ ...linear, centeredZero: true }, -3, 10);
    expect(low).toBe(-high);
  });

  it('is never empty, whatever the data', () => {
    const inputs: [number | null, number | null][] = [
      [null, null],
      [5, 5],
      [0, 0],
      [-2, -2],
      [1e12, 1e12],
    ];
    for (const [low, high] of inputs) {
      for (const distribution of ['linear', 'log', 'symlog'] as const) {
        const range = valueRange({ distribution, base: 10 }, low, high);
        expect(range[1]).toBeGreaterThan(range[0]);
      }
    }
    expect(valueRange({ ...linear, min: 10, max: 10 }, 0, 5)[1]).toBeGreaterThan(10);
  });

  it('ends a logarithmic axis on powers above zero', () => {
    expect(valueRange({ distribution: 'log', base: 10 }, 0.03, 4)).toEqual([0.01, 10]);
    expect(valueRange({ distribution: 'log', base: 10, min: 0 }, 0, 40)[0]).toBeGreaterThan(0);
  });
});

describe('valueLabels', () => {
  it('writes as few decimals as tell the ticks apart', () => {
    expect(valueLabels([0, 0.25, 0.5], 'short')).toEqual(['0', '0.25', '0.5']);
    expect(valueLabels([512, 1024, 1536, 2048], 'bytes')).toEqual([
      '512 B',
      '1 KiB',
      '1.5 KiB',
      '2 KiB',
    ]);
    expect(valueLabels([0, 50, 100], 'percent')).toEqual(['0%', '50%', '100%']);
    expect(valueLabels([0, 2 * 2 ** 30, 4 * 2 ** 30], 'bytes')).toEqual(['0 B', '2 GiB', '4 GiB']);
  });

  it('uses the decimals a field fixes', () => {
    expect(valueLabels([0, 50], 'percent', 1)).toEqual(['0.0%', '50.0%']);
  });

  it('never writes two ticks alike', () => {
    expect(valueLabels([0, 2e-9, 4e-9], 'none')).toEqual(['0', '2e-9', '4e-9']);
    expect(valueLabels([100, 100.0001, 100.0002], 'none')).toEqual(['100', '100.0001', '100.0002']);
    expect(valueLabels([0, 0.5, 1, 1.5, 2], 'short', 0)).toEqual(['0', '', '1', '', '2']);
    for (const unit of ['none', 'short', 'bytes', 's', 'percentunit']) {
      for (const decimals of [undefined, 0, 1]) {
        for (const step of [1e-9, 0.00025, 0.1, 2.5, 1000, 1536]) {
          const labels = valueLabels(
            [0, 1, 2, 3, 4].map((n) => n * step),
            unit,
            decimals,
          ).filter(Boolean);
          expect(new Set(labels).size, `${unit} ${decimals} ${step}: ${labels.join()}`).toBe(
            labels.length,
          );
        }
      }
    }
  });
});

describe('valueSteps', () => {
  it('steps binary sizes by powers of two and durations by the clock', () => {
    expect(valueSteps('bytes').every((step) => Number.isInteger(Math.log2(step)))).toBe(true);
    expect(valueSteps('s')).toContain(900);
    expect(valueSteps('s')).not.toContain(250);
    expect(valueSteps(undefined)).toContain(250);
  });

  it('ascends', () => {
    for (const unit of [undefined, 'bytes', 's', 'ms']) {
      const steps = valueSteps(unit);
      expect(steps.every((step, i) => i === 0 || step > (steps[i - 1] as number))).toBe(true);
    }
  });
});

describe('powerTicks', () => {
  it('labels powers only, evenly thinned', () => {
    const ticks = [1, 2, 5, 10, 50, 100, 1000, 10000];
    const near = (value: number) => Math.log10(value) * 10;
    expect(powerTicks(ticks, 10, 10, near)).toEqual([1, null, null, 10, null, 100, 1000, 10000]);
    expect(powerTicks(ticks, 10, 20, near)).toEqual([1, null, null, null, null, 100, null, 10000]);
  });

  it('leaves out powers that would cover zero', () => {
    const ticks = [-10, -1, 0, 1, 10];
    expect(
      powerTicks(ticks, 10, 15, (value) => Math.sign(value) * Math.log10(1 + Math.abs(value)) * 30),
    ).toEqual([-10, null, 0, null, 10]);
  });
});
