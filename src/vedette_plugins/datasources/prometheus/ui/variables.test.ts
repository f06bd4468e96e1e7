// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { parseLookUp } from './variables';

describe('the text form of a Prometheus variable query', () => {
  it.each([
    ['label_names()', { kind: 'names', match: undefined }],
    ['label_names(up)', { kind: 'names', match: 'up' }],
    ['label_values(instance)', { kind: 'values', label: 'instance', match: undefined }],
    ['label_values(up, instance)', { kind: 'values', label: 'instance', match: 'up' }],
    [
      'label_values(up{job=~"a,b", env="x"}, instance)',
      { kind: 'values', label: 'instance', match: 'up{job=~"a,b", env="x"}' },
    ],
    [
      ' label_values({__name__=~"a|b"},\n instance ) ',
      { kind: 'values', label: 'instance', match: '{__name__=~"a|b"}' },
    ],
    ['metrics(node_.*)', { kind: 'metrics', pattern: 'node_.*' }],
    ['query_result(sum(up) by (job))', { kind: 'query', expr: 'sum(up) by (job)' }],
    ['up{job="api"}', { kind: 'series', match: 'up{job="api"}' }],
  ])('%s', (text, expected) => {
    expect(parseLookUp(text)).toEqual(expected);
  });

  it('says what is missing when no label is named', () => {
    expect(() => parseLookUp('label_values(up{a="b"})')).toThrow('needs a label as its last');
  });
});
