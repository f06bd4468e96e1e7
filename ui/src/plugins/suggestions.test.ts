import { describe, expect, it } from 'vitest';
import type { Field, Frame, FrameMeta } from '../data';
import type { PanelDefinition } from '../sdk/panel';
import { rankedSuggestions, summaryOf } from './suggestions';

const MINUTE = 60_000;

type Column = Pick<Field, 'name' | 'type' | 'values'> & Partial<Field>;

function frame(columns: Column[], meta?: FrameMeta): Frame {
  const fields = columns.map((column) => ({ config: {}, ...column }));
  return { fields, length: fields[0]?.values.length ?? 0, meta };
}

const time = (length: number): Column => ({
  name: 'Time',
  type: 'time',
  values: Array.from({ length }, (_, i) => i * MINUTE),
});
const number = (name: string, values: unknown[], labels?: Record<string, string>): Column => ({
  name,
  type: 'number',
  values,
  labels,
});
const measured = (length: number) => Array.from({ length }, (_, i) => Math.sin(i) * 100);

describe('the summary of a result', () => {
  it('counts frames, rows and fields', () => {
    const summary = summaryOf([
      frame([
        time(3),
        number('a', [1, 2, 3]),
        { name: 's', type: 'string', values: ['x', 'y', 'z'] },
      ]),
      frame([time(2), { name: 'b', type: 'boolean', values: [true, false] }]),
    ]);
    expect(summary).toMatchObject({
      frames: 2,
      rows: 5,
      longest: 3,
      times: 2,
      numbers: 1,
      strings: 1,
      booleans: 1,
    });
  });

  it('says nothing of an empty result', () => {
    expect(summaryOf([])).toMatchObject({
      frames: 0,
      rows: 0,
      longest: 0,
      isOverTime: false,
      isInstant: false,
      isOneValue: false,
    });
  });

  it('tells series from the values of one moment', () => {
    expect(summaryOf([frame([time(20), number('a', measured(20))])])).toMatchObject({
      isOverTime: true,
      isInstant: false,
      hasStates: false,
    });
    const instant = frame([
      { name: 'Time', type: 'time', values: [MINUTE, MINUTE] },
      number('Value', [1, 2]),
    ]);
    expect(summaryOf([instant])).toMatchObject({ isOverTime: false, isInstant: true });
    expect(summaryOf([frame([number('Value', [7])])])).toMatchObject({ isOneValue: true });
  });

  it('leaves out annotations of the data', () => {
    const exemplars = frame([time(2), number('v', [1, 2])], { dataTopic: 'annotations' });
    expect(summaryOf([exemplars])).toMatchObject({ frames: 0, numbers: 0 });
  });

  it.each([
    ['the frame type', [frame([time(2), number('1', [1, 2])], { type: 'heatmap-rows' })]],
    [
      'le labels',
      ['0.1', '0.5', '+Inf'].map((le) => frame([time(2), number('Value', [1, 2], { le })])),
    ],
    ['names', [frame([time(2), ...['1', '5', 'Inf'].map((name) => number(name, [1, 2]))])]],
  ])('finds buckets by %s', (_, frames) => {
    expect(summaryOf(frames).hasBuckets).toBe(true);
  });

  it('does not take two series with numbers as names for buckets', () => {
    const frames = [frame([time(2), number('1', [1, 2]), number('2', [1, 2])])];
    expect(summaryOf(frames).hasBuckets).toBe(false);
  });

  it('finds states: texts, booleans, and numbers of few whole values', () => {
    const up = frame([time(10), number('up', [1, 1, 1, 0, 0, 1, 1, 1, 1, null])]);
    const text = frame([time(2), { name: 's', type: 'string', values: ['ok', 'bad'] }]);
    expect([up, text].map((each) => summaryOf([each]).hasStates)).toEqual([true, true]);
    const short = frame([time(3), number('count', [1, 2, 3])]);
    const counter = frame([time(10), number('requests', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])]);
    expect([short, counter].map((each) => summaryOf([each]).hasStates)).toEqual([false, false]);
  });

  it('finds logs, traces and graphs of nodes', () => {
    const text = (name: string): Column => ({ name, type: 'string', values: ['a', 'b'] });
    expect(summaryOf([frame([time(2), text('body')], { type: 'log-lines' })])).toMatchObject({
      hasLogs: true,
      hasStates: false,
    });
    const spans = frame([text('traceID'), text('spanID'), number('duration', [1, 2])]);
    expect(summaryOf([spans]).hasTrace).toBe(true);
    const edges = frame([text('id'), text('source'), text('target')]);
    expect(summaryOf([edges]).hasNodeGraph).toBe(true);
    expect(summaryOf([frame([text('id')])]).hasNodeGraph).toBe(false);
    const preferred = frame([text('x')], { preferredVisualisationType: 'trace' });
    expect(summaryOf([preferred])).toMatchObject({ hasTrace: true, preferred: 'trace' });
  });
});

describe('ranked suggestions', () => {
  const suggesting = (...scores: ('best' | 'good' | 'ok')[]): PanelDefinition => ({
    api: 1,
    suggest: () => scores.map((score) => ({ name: score, score })),
    Panel: () => null,
  });

  it('puts the best first and keeps the order of the types among equals', () => {
    const ranked = rankedSuggestions(summaryOf([]), [
      ['first', suggesting('ok', 'good')],
      ['none', { api: 1, Panel: () => null }],
      ['second', suggesting('best', 'good')],
    ]);
    expect(ranked.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'second best',
      'first good',
      'second good',
      'first ok',
    ]);
  });
});
