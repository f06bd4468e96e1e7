import { describe, expect, it } from 'vitest';
import { timeLabels, timeSteps, timeTicks, zoneOffset } from './timeAxis';

const hour = 3_600_000;
const day = 24 * hour;
const clockIn = (zone: string) => (time: number) =>
  new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  }).format(time);

describe('timeTicks', () => {
  it('stands on round wall clock hours of the zone, also where it is half an hour off', () => {
    const from = Date.UTC(2026, 4, 1, 3, 17);
    const ticks = timeTicks(from, from + 12 * hour, 3 * hour, 'Asia/Kolkata');
    expect(ticks.map(clockIn('Asia/Kolkata'))).toEqual(['09:00', '12:00', '15:00', '18:00']);
  });

  it('keeps midnights at midnight on both sides of a change to summer time', () => {
    const from = Date.UTC(2026, 2, 27);
    const ticks = timeTicks(from, from + 5 * day, day, 'Europe/Berlin');
    expect(ticks.map(clockIn('Europe/Berlin'))).toEqual([
      '00:00',
      '00:00',
      '00:00',
      '00:00',
      '00:00',
    ]);
  });

  it('starts weeks on Mondays, months on the first and years in January', () => {
    const weekdays = timeTicks(Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1), 7 * day, 'UTC').map(
      (t) => new Date(t).getUTCDay(),
    );
    expect(new Set(weekdays)).toEqual(new Set([1]));
    const months = timeTicks(Date.UTC(2025, 10, 20), Date.UTC(2026, 2, 20), 30 * day, 'UTC');
    expect(months.map((t) => new Date(t).toISOString().slice(0, 10))).toEqual([
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
      '2026-03-01',
    ]);
    const years = timeTicks(Date.UTC(2019, 5, 1), Date.UTC(2023, 5, 1), 2 * 365 * day, 'UTC');
    expect(years.map((t) => new Date(t).getUTCFullYear())).toEqual([2020, 2022]);
  });

  it('stays in range, ascends and never repeats for every step', () => {
    for (const zone of ['UTC', 'America/New_York', 'Australia/Lord_Howe']) {
      for (const step of timeSteps) {
        const from = Date.UTC(2026, 9, 30, 11, 7, 13, 250);
        const to = from + step * 9;
        const ticks = timeTicks(from, to, step, zone);
        expect(ticks.length).toBeGreaterThan(5);
        expect(
          ticks.every(
            (tick, i) => tick >= from && tick <= to && (i === 0 || tick > (ticks[i - 1] as number)),
          ),
        ).toBe(true);
      }
    }
  });
});

describe('timeLabels', () => {
  it('shows the date instead of midnight and the year instead of January', () => {
    const midnight = Date.UTC(2026, 10, 21);
    expect(timeLabels([midnight - hour, midnight], hour, 'UTC')).toEqual(['23:00', '21 Nov']);
    expect(timeLabels([Date.UTC(2025, 11, 1), Date.UTC(2026, 0, 1)], 30 * day, 'UTC')).toEqual([
      'Dec',
      '2026',
    ]);
  });

  it('adds seconds and milliseconds only where the ticks need them', () => {
    const time = Date.UTC(2026, 0, 1, 10, 5, 7, 250);
    expect(timeLabels([time], 60_000, 'UTC')).toEqual(['10:05']);
    expect(timeLabels([time], 5000, 'UTC')).toEqual(['10:05:07']);
    expect(timeLabels([time], 50, 'UTC')).toEqual(['10:05:07.250']);
  });
});

describe('zoneOffset', () => {
  it('knows winter and summer', () => {
    expect(zoneOffset(Date.UTC(2026, 0, 1), 'America/New_York')).toBe(-5 * hour);
    expect(zoneOffset(Date.UTC(2026, 6, 1), 'America/New_York')).toBe(-4 * hour);
  });
});
