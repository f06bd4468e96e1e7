/** Numbers as they are written in the tab. */

export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

export const milliseconds = (time: number): string =>
  time < 10 ? `${time.toFixed(1)} ms` : `${Math.round(time)} ms`;
