import { describe, expect, test } from 'vitest';
import { ctx, field, frame, time } from '../testing/fields';
import type { FieldOverride } from '../dashboard';
import { applyFieldConfig } from './config';

describe('overrides', () => {
  const frames = [
    frame([time(), field('cpu', [1, 9], { labels: { host: 'a' } }), field('mem', [5, 6])], {
      refId: 'A',
    }),
    frame([time(), field('disk', [0, 0]), field('name', ['x', 'y'], { type: 'string' })], {
      refId: 'B',
    }),
  ];
  const matched = (matcher: { id: string; options?: unknown }): string[] => {
    const result = applyFieldConfig(
      frames,
      { defaults: {}, overrides: [{ matcher, properties: [{ id: 'unit', value: 'hit' }] }] },
      ctx,
    );
    return result.flatMap((one) =>
      one.fields.filter((f) => f.config.unit === 'hit').map((f) => f.name),
    );
  };

  test.each([
    [{ id: 'byName', options: 'cpu a' }, ['cpu']],
    [{ id: 'byName', options: 'mem' }, ['mem']],
    [{ id: 'byRegexp', options: '/^(mem|disk)$/' }, ['mem', 'disk']],
    [{ id: 'byRegexp', options: 'm.*' }, ['mem']],
    [{ id: 'byRegexp', options: '/[/' }, []],
    [{ id: 'byType', options: 'time' }, ['Time', 'Time']],
    [{ id: 'byTypes', options: ['string', 'time'] }, ['Time', 'Time', 'name']],
    [{ id: 'byFrameRefID', options: 'B' }, ['Time', 'disk', 'name']],
    [{ id: 'byNames', options: { mode: 'include', names: ['mem', 'disk'] } }, ['mem', 'disk']],
    [
      { id: 'byNames', options: { mode: 'exclude', names: ['mem'] } },
      ['Time', 'cpu', 'Time', 'disk', 'name'],
    ],
    [{ id: 'byRegexpOrNames', options: { pattern: '/^c/', names: ['disk'] } }, ['cpu', 'disk']],
    [{ id: 'byValue', options: { reducer: 'allIsZero', op: '==', value: 1 } }, ['disk']],
    [{ id: 'byValue', options: { reducer: 'max', op: '>=', value: 9 } }, ['cpu']],
    [{ id: 'numeric' }, ['cpu', 'mem', 'disk']],
    [{ id: 'time' }, ['Time', 'Time']],
    [{ id: 'first' }, ['Time', 'Time']],
    [{ id: 'firstTimeField' }, ['Time', 'Time']],
    [
      {
        id: 'anyMatch',
        options: [
          { id: 'byName', options: 'mem' },
          { id: 'byName', options: 'disk' },
        ],
      },
      ['mem', 'disk'],
    ],
    [
      { id: 'allMatch', options: [{ id: 'numeric' }, { id: 'byFrameRefID', options: 'A' }] },
      ['cpu', 'mem'],
    ],
    [{ id: 'invertMatch', options: { id: 'numeric' } }, ['Time', 'Time', 'name']],
    [{ id: 'alwaysMatch' }, ['Time', 'cpu', 'mem', 'Time', 'disk', 'name']],
    [{ id: 'neverMatch' }, []],
    [{ id: 'a matcher of the future' }, []],
  ])('%j', (matcher, names) => {
    expect(matched(matcher)).toEqual(names);
  });

  test('the later override wins, and nested options keep their neighbours', () => {
    const result = applyFieldConfig(
      frames,
      {
        defaults: { unit: 's', custom: { lineStyle: { fill: 'solid', dash: [1] }, lineWidth: 1 } },
        overrides: [
          {
            matcher: { id: 'byName', options: 'mem' },
            properties: [
              { id: 'unit', value: 'ms' },
              { id: 'custom.lineStyle.fill', value: 'dash' },
            ],
          },
          { matcher: { id: 'byName', options: 'mem' }, properties: [{ id: 'unit', value: 'h' }] },
        ],
      },
      ctx,
    );
    expect(result[0]?.fields[2]?.config).toMatchObject({
      unit: 'h',
      custom: { lineStyle: { fill: 'dash', dash: [1] }, lineWidth: 1 },
    });
    expect(result[0]?.fields[1]?.config).toMatchObject({
      unit: 's',
      custom: { lineStyle: { fill: 'solid' } },
    });
    expect(frames[0]?.fields[2]?.config).toEqual({});
  });

  test('a hidden series is found under either spelling', () => {
    const hidden = { id: 'custom.hideFrom', value: { legend: true, tooltip: true, vis: true } };
    const result = applyFieldConfig(
      frames,
      {
        defaults: {},
        overrides: [{ matcher: { id: 'byName', options: 'mem' }, properties: [hidden] }],
      },
      ctx,
    );
    expect(result[0]?.fields[2]?.config.custom?.['hideFrom']).toMatchObject({ viz: true });
  });

  test('what the source says about a field stays, the panel fills the rest', () => {
    const source = [frame([field('v', [1], { config: { unit: 'bytes' } })])];
    const [result] = applyFieldConfig(
      source,
      { defaults: { unit: 's', decimals: 1 }, overrides: [] },
      ctx,
    );
    expect(result?.fields[0]?.config).toMatchObject({ unit: 'bytes', decimals: 1 });
  });

  test('links of the source and of the panel stand beside each other, and an override replaces both', () => {
    const link = (title: string) => ({ title, url: '/d/x' });
    const source = [frame([field('v', [1], { config: { links: [link('source')] } })])];
    const titles = (overrides: FieldOverride[]): unknown =>
      applyFieldConfig(
        source,
        { defaults: { links: [link('panel')] }, overrides },
        ctx,
      )[0]?.fields[0]?.config.links?.map(({ title }) => title);
    expect(titles([])).toEqual(['source', 'panel']);
    const own = {
      matcher: { id: 'byName', options: 'v' },
      properties: [{ id: 'links', value: [link('own')] }],
    };
    expect(titles([own])).toEqual(['own']);
  });

  test('names may be made of labels', () => {
    const result = applyFieldConfig(
      frames,
      { defaults: { displayName: '${__field.name} on ${__field.labels.host}' }, overrides: [] },
      ctx,
    );
    expect(result[0]?.fields[1]?.displayName).toBe('cpu on a');
  });

  test('a hostile property cannot reach the prototype', () => {
    applyFieldConfig(
      frames,
      {
        defaults: {},
        overrides: [
          {
            matcher: { id: 'alwaysMatch' },
            properties: [
              { id: '__proto__.polluted', value: 1 },
              { id: 'constructor.prototype.polluted', value: 1 },
            ],
          },
        ],
      },
      ctx,
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
