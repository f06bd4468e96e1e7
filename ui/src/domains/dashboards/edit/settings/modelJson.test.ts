import { describe, expect, test } from 'vitest';
import { blankDashboard } from '../../model/blankDashboard';
import { dashboard, seeded } from '../model/testing/generated';
import { problemsOf, readModel } from './modelJson';

const textAt = (text: string) =>
  problemsOf(text).map(({ path, from, to }) => [path, text.slice(from, to)]);

describe('places of problems in JSON text', () => {
  test('a wrong value is marked where it stands, on its line', () => {
    const text = JSON.stringify(
      {
        ...blankDashboard(),
        panels: [
          { id: 1, type: 'stat', gridPos: { x: 0, y: 0, w: 8, h: 4 } },
          { id: 2, type: 'stat', gridPos: { x: 8, y: 0, w: 'wide', h: 4 } },
        ],
      },
      null,
      2,
    );
    const [problem] = problemsOf(text);
    expect(problem).toMatchObject({
      path: 'panels[1].gridPos.w',
      message: 'This value must be a number, not a text.',
      severity: 'error',
    });
    expect(text.slice(problem?.from, problem?.to)).toBe('"wide"');
    expect(text.split('\n')[(problem?.line ?? 0) - 1]).toContain('"w": "wide"');
  });

  test('of a list or object in the wrong place only the bracket is marked', () => {
    const text = JSON.stringify({ ...blankDashboard(), time: [1, 2], uid: { a: 1 } });
    expect(textAt(text)).toEqual([
      ['uid', '{'],
      ['time', '['],
    ]);
  });

  test('what is missing is marked at the object without it', () => {
    const { title: _, ...rest } = blankDashboard();
    expect(textAt(JSON.stringify(rest))).toEqual([['title', '{']]);
  });

  test('of a key that is there twice, the value that counts is marked', () => {
    const text = JSON.stringify(blankDashboard()).replace('{', '{"uid":true,"uid":7,');
    expect(textAt(text)).toEqual([['uid', '7']]);
  });

  test('text cut anywhere is an error within the text', () => {
    const text = JSON.stringify(dashboard(seeded(3)), null, 2);
    for (let end = 0; end < text.length; end += 7) {
      const [problem] = problemsOf(text.slice(0, end));
      expect(problem?.severity).toBe('error');
      expect(problem?.message).toMatch(/^This is not valid JSON: /);
      expect(problem?.from).toBeGreaterThanOrEqual(0);
      expect(problem?.to).toBeLessThanOrEqual(end);
    }
  });

  test('a model of an older version is brought to the current form', async () => {
    const old = { title: 'Old', rows: [{ panels: [{ type: 'text', span: 6 }] }] };
    const model = await readModel(JSON.stringify(old));
    expect(model.panels).toHaveLength(1);
    expect(model.links).toEqual([]);
    const current = blankDashboard();
    expect(await readModel(JSON.stringify(current))).toEqual(current);
  });
});
