import { describe, expect, test } from 'vitest';
import { frameFromJson, frameToJson, type WireFrame } from './wire';

const wire: WireFrame = {
  schema: {
    refId: 'A',
    name: 'series',
    meta: {
      type: 'timeseries-multi',
      typeVersion: [0, 1],
      notices: [{ severity: 'warning', text: 'slow' }],
    },
    fields: [
      {
        name: 'Time',
        type: 'time',
        typeInfo: { frame: 'time.Time' },
        config: { interval: 15_000 },
      },
      {
        name: 'Value',
        type: 'number',
        typeInfo: { frame: 'float64', nullable: true },
        labels: { job: 'api' },
        config: { displayNameFromDS: 'api' },
      },
    ],
  },
  data: {
    values: [
      [1, 2, 3, 4, 5],
      [1.5, null, null, null, null],
    ],
    entities: [null, { NaN: [1], Inf: [2], NegInf: [3] }],
    nanos: [[0, 678_901, 0, 0, 0], null],
  },
};

describe('frames on the wire', () => {
  test('numbers that JSON cannot write are put back, missing ones stay missing', () => {
    const frame = frameFromJson(structuredClone(wire));
    expect(frame.fields[1]?.values).toEqual([1.5, NaN, Infinity, -Infinity, null]);
    expect(frame).toMatchObject({
      refId: 'A',
      name: 'series',
      length: 5,
      meta: { type: 'timeseries-multi' },
    });
    expect(frame.fields[0]).toMatchObject({
      type: 'time',
      config: { interval: 15_000 },
      nanos: [0, 678_901, 0, 0, 0],
    });
    expect(frame.fields[1]?.labels).toEqual({ job: 'api' });
  });

  test('a frame written and read again is the same', () => {
    const frame = frameFromJson(structuredClone(wire));
    expect(frameFromJson(frameToJson(frame))).toEqual(frame);
  });

  test('an answer without data is an empty frame', () => {
    expect(frameFromJson({ schema: { fields: [] }, data: { values: [] } })).toEqual({
      fields: [],
      length: 0,
    });
    expect(frameFromJson({})).toEqual({ fields: [], length: 0 });
  });

  test('types are found where a source names only how it stores a column', () => {
    const types = [
      'time.Time',
      'float64',
      'int64',
      'uint8',
      'string',
      'bool',
      'json.RawMessage',
      'time.Duration',
    ].map((frame) => ({ name: frame, typeInfo: { frame } }));
    const read = frameFromJson({
      schema: { fields: types },
      data: { values: types.map(() => []) },
    });
    expect(read.fields.map((field) => field.type)).toEqual([
      'time',
      'number',
      'number',
      'number',
      'string',
      'boolean',
      'other',
      'number',
    ]);
    expect(
      frameFromJson({ schema: { fields: [{ name: 'd', type: 'duration' }] } }).fields[0]?.type,
    ).toBe('number');
  });
});
