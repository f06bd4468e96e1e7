import { describe, expect, it } from 'vitest';
import type { AnnotationQuery, Frame } from '../../../data';
import { annotationsFrom } from './annotations';

const minute = 60_000;
const series = (values: (number | null)[], labels = { app: 'shop', version: '2' }): Frame => ({
  fields: [
    {
      name: 'Time',
      type: 'time',
      values: values.map((_, i) => i * minute),
      config: { interval: minute },
    },
    { name: 'Value', type: 'number', values, labels, config: {} },
  ],
  length: values.length,
});
const query = (more: Partial<AnnotationQuery> = {}): AnnotationQuery => ({
  name: 'Deploys',
  expr: 'deploying',
  ...more,
});

describe('annotations of a metric', () => {
  it('joins neighbouring samples above zero into one region', () => {
    const found = annotationsFrom(query(), [series([0, 1, 1, 1, 0, 1])], 'red');
    expect(found.map((a) => [a.time, a.timeEnd])).toEqual([
      [minute, 3 * minute],
      [5 * minute, undefined],
    ]);
  });
  it('does not join across a missing sample', () => {
    expect(annotationsFrom(query(), [series([1, null, 1])], 'red')).toHaveLength(2);
  });
  it('fills title, text and tags from labels', () => {
    const formats = {
      titleFormat: '{{app}} deployed',
      textFormat: 'v{{ version }}',
      tagKeys: 'app, missing',
    };
    expect(annotationsFrom(query(formats), [series([1])], 'red')[0]).toMatchObject({
      title: 'shop deployed',
      text: 'v2',
      tags: ['shop'],
      color: 'red',
    });
  });
  it('takes the time from the value where the query says so, once for each time', () => {
    const found = annotationsFrom(
      query({ useValueForTime: true }),
      [series([5000, 5000, 7000])],
      'red',
    );
    expect(found.map((a) => a.time)).toEqual([5000, 7000]);
  });
});

describe('annotations of a table', () => {
  it('are one a row, with text and tags from the columns of these names', () => {
    const frame: Frame = {
      fields: [
        { name: 'time', type: 'time', values: [1000], config: {} },
        { name: 'text', type: 'string', values: ['deployed'], config: {} },
        { name: 'tags', type: 'string', values: ['a, b'], config: {} },
      ],
      length: 1,
    };
    expect(annotationsFrom(query(), [frame], 'blue')).toEqual([
      {
        time: 1000,
        timeEnd: undefined,
        title: 'Deploys',
        text: 'deployed',
        tags: ['a', 'b'],
        color: 'blue',
      },
    ]);
  });
});
