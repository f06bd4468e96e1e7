/** Readable durations. */
import { formatTime, parseDuration } from '../../../data';

const UNITS: readonly (readonly [ms: number, name: string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1000, 's'],
];

/** In one unit: `3 s`, `12 m`, `5 h`, `2 d`. */
export function agoText(ms: number): string {
  const [size, name] = UNITS.find(([each]) => ms >= each) ?? [1000, 's'];
  return `${Math.max(0, Math.floor(ms / size))} ${name}`;
}

/** `1h30m` for 5,400 s; `0s` for nothing. */
export function durationText(seconds: number): string {
  if (!(seconds > 0)) return '0s';
  let rest = Math.round(seconds * 1000);
  let text = '';
  for (const [size, name] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) text += `${count}${name}`;
  }
  return text || '0s';
}

/** What is left of a time, to the minute: `1h59m`; a started minute counts. */
export function leftText(ms: number): string {
  return durationText(Math.ceil(Math.max(0, ms) / 60_000) * 60);
}

/** Seconds of `5m`; NaN where the text is none. Nothing written is nothing: 0. */
export function secondsOf(text: string | undefined): number {
  return text?.trim() ? parseDuration(text) / 1000 : 0;
}

/** Sentences of the server name moments in UTC; a page tells all of its times in one zone. */
export function inZone(sentence: string, timeZone: string): string {
  return sentence.replace(
    /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC/g,
    (_all, day: string, clock: string) =>
      formatTime(Date.parse(`${day}T${clock}Z`), 'full', timeZone),
  );
}
