import { expect, test } from 'vitest';
import { schemaFields } from './schemaFields';

test('a schema becomes fields with names, hints, choices and limits', () => {
  const fields = schemaFields({
    type: 'object',
    properties: {
      path: { type: 'string', title: 'Path', description: 'Below the address.', default: '/' },
      maxLines: { type: 'integer', minimum: 1, maximum: 100 },
      is_active: { type: 'boolean', default: true },
      order: { enum: ['newest', 'oldest'], default: 'newest' },
      columns: { type: 'array', items: { type: 'string' } },
    },
  });
  expect(fields).toEqual([
    { key: 'path', label: 'Path', hint: 'Below the address.', kind: 'text', default: '/' },
    { key: 'maxLines', label: 'Max lines', kind: 'number', min: 1, max: 100 },
    { key: 'is_active', label: 'Is active', kind: 'switch', default: true },
    {
      key: 'order',
      label: 'Order',
      kind: 'choice',
      options: ['newest', 'oldest'],
      default: 'newest',
    },
    { key: 'columns', label: 'Columns', kind: 'json' },
  ]);
});

test('optional and referenced parts are what they stand for', () => {
  const fields = schemaFields({
    properties: {
      limit: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null },
      level: { $ref: '#/$defs/Level', title: 'Least level' },
      either: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
    },
    $defs: { Level: { enum: ['info', 'error'], title: 'Level' } },
  });
  expect(fields).toEqual([
    { key: 'limit', label: 'Limit', kind: 'number' },
    { key: 'level', label: 'Least level', kind: 'choice', options: ['info', 'error'] },
    { key: 'either', label: 'Either', kind: 'json' },
  ]);
});

test('what is no object schema has no fields', () => {
  expect(schemaFields({ type: 'string' })).toEqual([]);
});
