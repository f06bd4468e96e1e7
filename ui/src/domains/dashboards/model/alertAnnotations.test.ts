import { expect, test } from 'vitest';
import { annotationsOf, type AlertEvent } from './alertAnnotations';

function event(time: number, prevState: string, newState: string, host = 'a'): AlertEvent {
  return {
    id: time,
    alertUID: 'slow',
    alertName: 'Slow',
    panelId: 3,
    prevState,
    newState,
    time,
    text: `Slow {host=${host}} - B=${time}`,
  };
}

const drawn = (events: AlertEvent[]) =>
  annotationsOf(events, 0, 100, (name) => name).map(({ time, timeEnd, title, color }) => [
    time,
    timeEnd,
    title,
    color,
  ]);

test('an alert that fires is a region until it is over', () => {
  expect(drawn([event(20, 'Alerting', 'Normal'), event(10, 'Normal', 'Alerting')])).toEqual([
    [10, 20, 'Slow', '--crit-g'],
  ]);
});

test('an alert that still fires is a region to the end, one that fired before begins with the range', () => {
  expect(drawn([event(10, 'Normal', 'Alerting')])).toEqual([[10, 100, 'Slow', '--crit-g']]);
  expect(drawn([event(30, 'Alerting', 'Normal')])).toEqual([[0, 30, 'Slow', '--crit-g']]);
});

test('other changes are lines, and series do not end each other', () => {
  const events = [
    event(5, 'Normal', 'Pending'),
    event(10, 'Pending', 'Alerting'),
    event(20, 'Normal', 'Alerting', 'b'),
    event(30, 'Alerting', 'Normal', 'b'),
  ];
  expect(drawn(events)).toEqual([
    [5, undefined, 'Pending: Slow', '--warn-g'],
    [10, 100, 'Slow', '--crit-g'],
    [20, 30, 'Slow', '--crit-g'],
  ]);
});

test('series of a rule that fire together are one region, which lists them', () => {
  const both = [event(10, 'Normal', 'Alerting'), event(10, 'Normal', 'Alerting', 'b')];
  const [region, ...others] = annotationsOf(both, 0, 100, (name) => name);
  expect(others).toEqual([]);
  expect(region?.text.split('\n')).toEqual(['Slow {host=a} - B=10', 'Slow {host=b} - B=10']);
});
