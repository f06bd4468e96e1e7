import { describe, expect, it } from 'vitest';
import { refusedPlace } from './refused';

const marked = (text: string, error: string) => {
  const place = refusedPlace(text, error);
  return place && [text.slice(place.from, place.to), place.message];
};

describe('the place that a server names', () => {
  it('is the word at the line and column of Prometheus', () => {
    const error =
      'bad_data: invalid parameter "query": 1:6: parse error: expected type range vector in call to function "rate"';
    expect(marked('rate(up)', error)).toEqual([
      'up',
      'expected type range vector in call to function "rate"',
    ]);
    expect(marked('sum(\n  rate(up)\n)', 'bad_data: 2:8: parse error: wrong')).toEqual([
      'up',
      'wrong',
    ]);
  });

  it('is that of Loki', () => {
    expect(
      marked(
        '{app="x"} | nonsense',
        'Loki answered 400: parse error at line 1, col 13: syntax error',
      ),
    ).toEqual(['nonsense', 'syntax error']);
  });

  it('is the last character where the query ended too early', () => {
    expect(marked('sum(up', 'bad_data: 1:7: parse error: unclosed left parenthesis')).toEqual([
      'p',
      'unclosed left parenthesis',
    ]);
  });

  it('is the line where a variable moved the columns', () => {
    expect(marked('up +\nrate(x[$__interval]) +', 'bad_data: 2:20: parse error: wrong')).toEqual([
      'rate(x[$__interval]) +',
      'wrong',
    ]);
  });

  it('is nowhere where the error names none', () => {
    expect(marked('up', 'bad_data: query timed out')).toBeUndefined();
    expect(marked('up', 'bad_data: 7:1: parse error: wrong')).toBeUndefined();
  });
});
