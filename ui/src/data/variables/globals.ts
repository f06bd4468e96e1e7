/** Variables every dashboard has: its time range, its steps, its names. */
import type { TimeRange } from '../frame';
import { formatDuration } from '../time/duration';
import { rateInterval } from '../time/interval';
import { encodeStrict } from './formats';
import { variablesToQuery } from './url';
import type { VariableValue } from './value';

export interface GlobalInput {
  range: TimeRange;
  timeZone: string;
  dashboard?: { uid?: string; title: string };
  user?: { id: number | string; login: string; email?: string };
  org?: { id: number | string; name: string };
  /** Of one panel: the step of its queries, and how often its source is scraped. */
  intervalMs?: number;
  scrapeMs?: number;
  /** The dashboard's own variables, for `${__all_variables}`. */
  variables?: Readonly<Record<string, VariableValue>>;
}

export function globalVariables(input: GlobalInput): Record<string, VariableValue> {
  const { range, dashboard, user, org, intervalMs } = input;
  const span = Math.max(0, range.to - range.from);
  const seconds = Math.round(span / 1000);
  const vars: Record<string, VariableValue> = {
    __from: one(range.from),
    __to: one(range.to),
    __range: one(`${seconds}s`),
    __range_s: one(seconds),
    __range_ms: one(span),
    __timezone: one(input.timeZone),
    __url_time_range: {
      ...one(`from=${encodeStrict(range.raw.from)}&to=${encodeStrict(range.raw.to)}`),
      verbatim: true,
    },
    __all_variables: { ...one(variablesToQuery(input.variables ?? {})), verbatim: true },
  };
  if (dashboard)
    vars['__dashboard'] = {
      ...one(dashboard.title),
      fields: { uid: dashboard.uid ?? '', name: dashboard.title },
    };
  if (user)
    vars['__user'] = {
      ...one(user.id),
      fields: { id: String(user.id), login: user.login, email: user.email ?? '' },
    };
  if (org) vars['__org'] = { ...one(org.id), fields: { id: String(org.id), name: org.name } };
  if (intervalMs !== undefined) {
    const rate = rateInterval(intervalMs, input.scrapeMs);
    vars['__interval'] = one(formatDuration(intervalMs));
    vars['__interval_ms'] = one(intervalMs);
    vars['__rate_interval'] = one(formatDuration(rate));
    vars['__rate_interval_ms'] = one(rate);
  }
  return vars;
}

function one(value: string | number): VariableValue {
  return { text: String(value), value: String(value) };
}
