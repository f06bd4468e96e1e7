// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refreshPeriod, useAutoRefresh } from './useRefresh';

let hidden = false;
beforeEach(() => {
  vi.useFakeTimers();
  hidden = false;
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function setHidden(value: boolean): void {
  hidden = value;
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('a dashboard that refreshes by itself', () => {
  it('never does so more often than the server allows', () => {
    expect(refreshPeriod('1s', '5s')).toBe(5000);
    expect(refreshPeriod('1m', '5s')).toBe(60_000);
  });

  it('takes the time of a pixel where it is automatic, again no less than allowed', () => {
    const range = (hours: number) => ({ from: 0, to: hours * 3_600_000 });
    vi.stubGlobal('innerWidth', 1000);
    expect(refreshPeriod('auto', '5s', range(6))).toBe(20_000);
    expect(refreshPeriod('auto', '5s', range(1 / 60))).toBe(5000);
    expect(refreshPeriod('auto', '1m', range(6))).toBe(60_000);
    expect(refreshPeriod('auto', '5s'), 'without a range').toBe(0);
    vi.unstubAllGlobals();
  });

  it('is off without an interval, and where it cannot be read', () => {
    expect([refreshPeriod('', '5s'), refreshPeriod('soon', '5s')]).toEqual([0, 0]);
  });

  it('ticks once each interval', () => {
    const tick = vi.fn<() => void>();
    renderHook(() => useAutoRefresh('10s', '5s', tick));
    vi.advanceTimersByTime(35_000);
    expect(tick).toHaveBeenCalledTimes(3);
  });

  it('pauses while nobody can see it, and catches up once when it is seen again', () => {
    const tick = vi.fn<() => void>();
    renderHook(() => useAutoRefresh('10s', '5s', tick));
    setHidden(true);
    vi.advanceTimersByTime(60_000);
    expect(tick).not.toHaveBeenCalled();
    setHidden(false);
    vi.advanceTimersByTime(1);
    expect(tick).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10_000);
    expect(tick).toHaveBeenCalledTimes(2);
  });
});
