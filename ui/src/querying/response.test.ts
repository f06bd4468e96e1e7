// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { ApiError } from '../kernel/api';
import { problemDetails, problemOf, readResponse, responseOf } from './response';

const frame = { schema: { fields: [{ name: 'Value', type: 'number' }] }, data: { values: [[1]] } };
const name = () => 'prometheus-eu';

describe('the answer to a panel’s query', () => {
  it('keeps the order of the queries and tells frames apart', () => {
    const { frames } = readResponse(
      { results: { B: { frames: [frame] }, A: { frames: [frame] } } },
      ['A', 'B'],
      name,
    );
    expect(frames.map(({ refId }) => refId)).toEqual(['A', 'B']);
  });

  it('keeps what worked beside what failed', () => {
    const results = {
      A: { frames: [frame] },
      B: { status: 422, error: 'parse error', frames: [] },
    };
    const error = new ApiError(400, 'one or more queries failed', { results });
    const response = responseOf(error);
    const read = readResponse(response ?? { results: {} }, ['A', 'B'], name);
    expect(read.frames).toHaveLength(1);
    expect(read.problems).toEqual([
      { kind: 'query', message: 'parse error', status: 422, source: 'prometheus-eu', refId: 'B' },
    ]);
  });

  it.each([
    [403, 'forbidden'],
    [404, 'missing'],
    [504, 'timeout'],
    [502, 'offline'],
    [0, 'offline'],
    [500, 'request'],
  ])('reads status %i as "%s"', (status, kind) => {
    expect(problemOf(new ApiError(status, 'm'), 'x').kind).toBe(kind);
  });

  it.each([
    [401, 'prometheus.refused', 'refused'],
    [403, 'query.source_forbidden', 'forbidden'],
    [404, 'tempo.trace_not_found', 'query'],
    [404, 'query.unknown_source', 'missing'],
  ])('tells what a store refuses from what this server does: %i %s', (status, errorCode, kind) => {
    const { problems } = readResponse(
      { results: { A: { status, errorCode, error: 'm' } } },
      ['A'],
      () => 'x',
    );
    expect(problems.map((one) => one.kind)).toEqual([kind]);
  });

  it('gives details that can be handed on', () => {
    const text = problemDetails(
      { kind: 'query', message: 'bad', status: 422, source: 'p', refId: 'A', traceId: 't-1' },
      'CPU',
    );
    expect(text.split('\n')).toEqual([
      'Panel: CPU',
      'Data source: p',
      'Query: A',
      'Status: 422',
      'Message: bad',
      'Request id: t-1',
    ]);
  });
});
