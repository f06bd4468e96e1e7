import { expect, test } from 'vitest';
import {
  bodyOf,
  draftOf,
  isComplete,
  newCorrelation,
  previewOf,
  problemsOf,
  type CorrelationDraft,
} from './draft';

const draft: CorrelationDraft = {
  sourceUid: 'logs',
  field: ' Line ',
  targetUid: 'traces',
  target: { query: '${trace} ${app}' },
  steps: [
    { type: 'regex', expression: 'trace=(\\w+)', mapValue: 'trace', field: ' ' },
    { type: 'logfmt', expression: 'left over', mapValue: 'left over' },
  ],
  label: ' Trace ',
  description: '',
};

test('what is sent holds no blanks and no keys that count for nothing', () => {
  const body = bodyOf(draft);
  expect(body).toEqual({
    targetUID: 'traces',
    label: 'Trace',
    description: '',
    config: {
      type: 'query',
      field: 'Line',
      target: { query: '${trace} ${app}' },
      transformations: [
        { type: 'regex', expression: 'trace=(\\w+)', mapValue: 'trace' },
        { type: 'logfmt' },
      ],
    },
  });
  const stored = {
    ...body,
    uid: 'c',
    sourceUID: 'logs',
    config: { ...body.config, transformations: body.config.transformations },
  };
  expect(bodyOf(draftOf(stored))).toEqual(body);
});

test('a correlation that leads nowhere cannot be saved', () => {
  const empty = problemsOf(newCorrelation());
  expect(Object.keys(empty).sort()).toEqual(['field', 'source', 'steps', 'target']);
  expect(isComplete(empty)).toBe(false);
  expect(isComplete(problemsOf(draft))).toBe(true);
  const broken = problemsOf({ ...draft, steps: [{ type: 'regex', expression: '(' }] });
  expect(broken.steps[0]).toBeDefined();
  expect(isComplete(broken)).toBe(false);
});

test('a sample shows the variables it gives, and those that fields of the row must give', () => {
  const preview = previewOf({ ...draft, field: 'Line' }, 'level=warn trace=7f3a');
  expect(preview.found).toEqual([
    { name: 'trace', value: '7f3a' },
    { name: 'level', value: 'warn' },
  ]);
  expect(preview.missing).toEqual(['app']);
  expect(previewOf(draft, '').missing).toEqual(['trace', 'app']);
});
