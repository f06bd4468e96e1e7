import { describe, expect, test } from 'vitest';
import { blankDashboard } from '../../model/blankDashboard';
import { dashboard, seeded, type Random } from '../model/testing/generated';
import { checkModel, MOST_PROBLEMS } from './checkModel';

const errorsOf = (model: unknown) =>
  checkModel(model).flatMap(({ severity, path }) => (severity === 'error' ? [path] : []));

type Path = (string | number)[];
const asText = (path: Path) =>
  path.reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`,
    '',
  );

/** Values of keys that the shapes name, found by what generated models hold. */
const KNOWN =
  /^(title|tags(\[\d+\])?|uid|schemaVersion|(time|timepicker|templating|annotations|links|panels)|time\.(from|to)|(templating|annotations)\.list(\[\d+\](\.(name|type|refresh|enable|iconColor))?)?|links\[\d+\](\.(title|url|type))?|(panels\[\d+\](\.)?){1,2}((id|type|title|gridPos|gridPos\.[xywh]|collapsed|panels|options|fieldConfig|fieldConfig\.(defaults|overrides)|fieldConfig\.defaults\.(unit|custom)|fieldConfig\.overrides\[\d+\](\.(matcher(\.id)?|properties(\[\d+\](\.id)?)?))?|targets|targets\[\d+\](\.refId)?|transformations|transformations\[\d+\](\.id|\.options)?))?)$/;

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value);
  return [path, ...entries.flatMap(([key, item]) => pathsIn(item, [...path, key]))];
}

function put(model: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(model);
  let holder = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string | number, unknown>;
  holder[path.at(-1)!] = value;
  return copy;
}

const valueOf = (model: unknown, path: Path) =>
  path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], model);

const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;

/** A value of another JSON type. */
function damaged(random: Random, value: unknown): unknown {
  const type = (one: unknown) => (Array.isArray(one) ? 'list' : typeof one);
  return pick(
    random,
    [7.5, 'text', true, [1], { a: 1 }].filter((one) => type(one) !== type(value)),
  );
}

describe('checking JSON before it becomes the draft', () => {
  test('dashboards that the product makes have no problems', () => {
    expect(checkModel(blankDashboard())).toEqual([]);
    for (let seed = 1; seed <= 100; seed += 1)
      expect(errorsOf(dashboard(seeded(seed)))).toEqual([]);
  });

  test('a value of a wrong type anywhere is an error at its path', () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= 400; seed += 1) {
      const random = seeded(seed);
      const model = dashboard(random);
      const path = pick(
        random,
        pathsIn(model).filter((one) => KNOWN.test(asText(one))),
      );
      const broken = put(model, path, damaged(random, valueOf(model, path)));
      expect(errorsOf(broken), asText(path)).toContain(asText(path));
      seen.add(asText(path).replaceAll(/\[\d+\]/g, '[]'));
    }
    expect(seen.size).toBeGreaterThan(40);
  });

  test('unknown keys with any value are accepted anywhere', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seeded(seed);
      const model = dashboard(random);
      const objects = pathsIn(model).filter((path) => {
        const value = valueOf(model, path);
        return typeof value === 'object' && value !== null && !Array.isArray(value);
      });
      const path = [...pick(random, objects), 'futureKey'];
      const value = pick(random, [null, 7, 'text', [{}], { nested: [null] }, false]);
      expect(checkModel(put(model, path, value)), asText(path)).toEqual(checkModel(model));
    }
  });

  test('whatever is pasted gets an answer', () => {
    for (const value of [null, 7, 'text', [], true]) expect(errorsOf(value)).toContain('');
    expect(errorsOf({})).toEqual(['title']);
    expect(checkModel({ title: 'T', panels: null })[0]).toEqual({
      path: '',
      message: 'The key "tags" is missing.',
      severity: 'warning',
    });
  });

  test('names used twice, unknown values and panels outside of the grid are warnings', () => {
    const panel = { id: 1, type: 'stat', gridPos: { x: 20, y: 0, w: 8, h: 4 } };
    const targets = [{ refId: 'A' }, { refId: 'A' }];
    const model = {
      ...blankDashboard(),
      graphTooltip: 5,
      panels: [panel, { ...panel, targets, gridPos: { x: 0, y: 4, w: 8, h: 0 } }],
      templating: {
        list: [
          { name: 'a', type: 'query' },
          { name: 'a', type: 'custom' },
        ],
      },
    };
    expect(checkModel(model).map(({ severity, path }) => [severity, path])).toEqual([
      ['warning', 'graphTooltip'],
      ['warning', 'panels[0].gridPos'],
      ['warning', 'panels[1].id'],
      ['warning', 'panels[1].gridPos.h'],
      ['warning', 'panels[1].targets[1].refId'],
      ['warning', 'templating.list[1].name'],
    ]);
  });

  test('an error is in the list however many warnings come before it', () => {
    const links = Array.from({ length: MOST_PROBLEMS + 50 }, () => ({ type: 'other' }));
    const panels = [{ id: 1, type: 'stat', gridPos: { x: '0', y: 0, w: 8, h: 4 } }];
    const problems = checkModel({ ...blankDashboard(), links, panels });
    expect(problems).toHaveLength(MOST_PROBLEMS);
    expect(problems[0]?.path).toBe('panels[0].gridPos.x');
  });
});
