/** Variable queries in their text form: `label_values(up, job)` and its relatives. */
import { compilePattern, preparePattern } from '@vedette/sdk';
import type { Frame, VariableLookUp } from '@vedette/sdk';

export type PrometheusLookUp =
  | { kind: 'names'; match?: string }
  | { kind: 'values'; label: string; match?: string }
  | { kind: 'metrics'; pattern: string }
  | { kind: 'query'; expr: string }
  | { kind: 'series'; match: string };

interface Found {
  text: string;
  value?: string;
}

/**
 * `label_names()`, `label_values(metric, label)`, `metrics(regex)`, `query_result(expr)`, or a
 * series selector.
 */
export function parseLookUp(query: string): PrometheusLookUp {
  const text = query.trim();
  const call = /^(label_names|label_values|metrics|query_result)\s*\(([\s\S]*)\)\s*$/.exec(text);
  const inside = call?.[2]?.trim() ?? '';
  switch (call?.[1]) {
    case 'label_names':
      return { kind: 'names', match: inside || undefined };
    case 'label_values': {
      const split = /^(?:([\s\S]*),)?\s*([a-zA-Z_$][\w$]*)\s*,?\s*$/.exec(inside);
      if (!split?.[2])
        throw new Error(`label_values(${inside}) needs a label as its last argument.`);
      return { kind: 'values', label: split[2], match: split[1]?.trim() || undefined };
    }
    case 'metrics':
      return { kind: 'metrics', pattern: inside };
    case 'query_result':
      return { kind: 'query', expr: inside };
    default:
      return { kind: 'series', match: text };
  }
}

export async function findValues({ query, range, ask, run }: VariableLookUp): Promise<Found[]> {
  const text = typeof query === 'string' ? query : '';
  if (text.trim() === '') return [];
  const lookUp = parseLookUp(text);
  const time = { start: Math.floor(range.from / 1000), end: Math.ceil(range.to / 1000) };
  const get = async <T>(path: string, match?: string): Promise<T[]> =>
    (await ask<{ data?: T[] }>(`api/v1/${path}`, { ...time, 'match[]': match })).data ?? [];

  switch (lookUp.kind) {
    case 'names':
      return (await get<string>('labels', lookUp.match)).map((name) => ({ text: name }));
    case 'values':
      return (
        await get<string>(`label/${encodeURIComponent(lookUp.label)}/values`, lookUp.match)
      ).map((value) => ({ text: value }));
    case 'metrics': {
      const pattern = compilePattern(lookUp.pattern);
      await preparePattern(lookUp.pattern);
      return (await get<string>('label/__name__/values'))
        .filter((name) => pattern.test(name))
        .map((name) => ({ text: name }));
    }
    case 'series':
      return (await get<Record<string, string>>('series', lookUp.match)).map((labels) => ({
        text: seriesText(labels),
      }));
    case 'query':
      return samplesOf(
        await run([
          {
            refId: 'variable',
            expr: lookUp.expr,
            instant: true,
            range: false,
            format: 'time_series',
          },
        ]),
      );
  }
}

/** `metric{label="value"} 1 1718000000000`, as variables filter it with a pattern. */
function samplesOf(frames: readonly Frame[]): Found[] {
  return frames.flatMap((frame) => {
    const time = frame.fields.find((field) => field.type === 'time');
    return frame.fields
      .filter((field) => field.type !== 'time')
      .map((field) => ({
        text: `${seriesText(field.labels ?? {})} ${String(field.values[0])} ${String(time?.values[0] ?? '')}`,
      }));
  });
}

function seriesText(labels: Readonly<Record<string, string>>): string {
  const { __name__: metric = '', ...rest } = labels;
  const pairs = Object.entries(rest).map(([name, value]) => `${name}="${value}"`);
  return `${metric}{${pairs.join(',')}}`;
}
