/** Finding spans: words, `key=value`, durations. Every part of a search has to hold. */
import { parseDuration } from '@vedette/sdk';
import type { Span, TraceData } from './span';

type Test = (span: Span, trace: TraceData) => boolean;

export interface SpanFilter {
  text: string;
  service: string;
  errorsOnly: boolean;
  criticalOnly: boolean;
}

export const NO_FILTER: SpanFilter = {
  text: '',
  service: '',
  errorsOnly: false,
  criticalOnly: false,
};

export function isFiltering({ text, service, errorsOnly, criticalOnly }: SpanFilter): boolean {
  return text.trim() !== '' || service !== '' || errorsOnly || criticalOnly;
}

/** Positions of `spans` that match, in order. */
export function matchingSpans(
  spans: readonly Span[],
  trace: TraceData,
  filter: SpanFilter,
  isCritical: (at: number) => boolean,
): number[] {
  const tests = searchTests(filter.text);
  const found: number[] = [];
  spans.forEach((span, at) => {
    if (filter.service !== '' && span.service !== filter.service) return;
    if (filter.errorsOnly && !span.isError) return;
    if (filter.criticalOnly && !isCritical(at)) return;
    if (tests.every((test) => test(span, trace))) found.push(at);
  });
  return found;
}

/** Words apart by blanks; quotes keep them together: `GET "db.statement=select 1" >10ms`. */
export function searchTests(text: string): Test[] {
  const parts = text.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];
  return parts
    .map((part) => part.replaceAll('"', ''))
    .filter(Boolean)
    .map(testOf);
}

function testOf(part: string): Test {
  const limit = /^(?:duration)?(>=|<=|>|<)(.+)$/i.exec(part);
  const milliseconds = limit ? durationOf(limit[2] ?? '') : NaN;
  if (limit && !Number.isNaN(milliseconds)) return durationTest(limit[1] ?? '', milliseconds);
  const pair = /^([^=!]+)(!?=)(.*)$/.exec(part);
  return pair ? tagTest(pair[1] ?? '', pair[2] === '!=', pair[3] ?? '') : wordTest(part);
}

/** A number without unit is milliseconds. */
function durationOf(text: string): number {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : parseDuration(text);
}

function durationTest(operator: string, limit: number): Test {
  if (operator === '>') return ({ duration }) => duration > limit;
  if (operator === '>=') return ({ duration }) => duration >= limit;
  return operator === '<'
    ? ({ duration }) => duration < limit
    : ({ duration }) => duration <= limit;
}

/** The key in full, the value in part; upper and lower case are alike. */
function tagTest(key: string, isNot: boolean, value: string): Test {
  const wantedKey = key.toLowerCase();
  const wanted = value.toLowerCase();
  return (span, trace) => {
    const has = pairs(span, trace).some(
      (pair) => pair.key.toLowerCase() === wantedKey && pair.value.toLowerCase().includes(wanted),
    );
    return has !== isNot;
  };
}

function wordTest(word: string): Test {
  const wanted = word.toLowerCase();
  return (span, trace) =>
    span.name.toLowerCase().includes(wanted) ||
    span.service.toLowerCase().includes(wanted) ||
    span.id.toLowerCase() === wanted ||
    pairs(span, trace).some(
      ({ key, value }) => key.toLowerCase() === wanted || value.toLowerCase().includes(wanted),
    );
}

function pairs(span: Span, trace: TraceData) {
  return [
    ...trace.tagsOf(span),
    ...trace.processOf(span),
    { key: 'service', value: span.service },
    { key: 'name', value: span.name },
  ];
}
