import { describe, expect, it } from 'vitest';
import { resolveTimeRange } from '../../../data';
import { panelTime } from './timeOverride';

const now = Date.UTC(2026, 10, 21, 12, 30);
const hour = 3_600_000;
const options = { timeZone: 'UTC', now };
const dashboard = resolveTimeRange({ from: 'now-6h', to: 'now' }, options);
const time = (panel: Parameters<typeof panelTime>[0], range = dashboard) =>
  panelTime(panel, range, (text) => text.replace('$span', '2h'), options);

describe('a panel with its own time', () => {
  it('replaces the range and says so', () => {
    const { range, note } = time({ timeFrom: '1h' });
    expect([range.from, range.to, note]).toEqual([now - hour, now, 'Last 1h']);
  });
  it('moves both ends back', () => {
    const { range, note } = time({ timeShift: '1d' });
    expect([range.from, range.to, note]).toEqual([
      now - 30 * hour,
      now - 24 * hour,
      'timeshift -1d',
    ]);
  });
  it('does both, with variables in them', () => {
    const { range } = time({ timeFrom: '$span', timeShift: '1h' });
    expect([range.from, range.to]).toEqual([now - 3 * hour, now - hour]);
  });
  it('shifts before it rounds', () => {
    const today = resolveTimeRange({ from: 'now/d', to: 'now/d' }, options);
    expect(time({ timeShift: '1d' }, today).range.from).toBe(Date.UTC(2026, 10, 20));
  });
  it('keeps an absolute range of the dashboard, but shifts it', () => {
    const absolute = resolveTimeRange({ from: '5000000000', to: '2024-05-02T00:00:00Z' }, options);
    expect(time({ timeFrom: '1h' }, absolute)).toEqual({ range: absolute });
    const { range, note } = time({ timeFrom: '1h', timeShift: '1d' }, absolute);
    const [from, to] = [5_000_000_000 - 24 * hour, Date.UTC(2024, 4, 1)];
    expect(range).toEqual({ from, to, raw: { from: String(from), to: String(to) } });
    expect(note).toBe('timeshift -1d');
  });
  it('keeps quiet about it where asked to', () => {
    expect(time({ timeFrom: '1h', hideTimeOverride: true }).note).toBeUndefined();
  });
});
