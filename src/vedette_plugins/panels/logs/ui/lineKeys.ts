/**
 * What a key means in a list of lines: another line by its place, or something to do with the
 * current one.
 */
export function lineKeys(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  place: number,
  count: number,
): number | 'toggle' | 'around' | undefined {
  if (ctrlKey || metaKey || altKey || count === 0) return undefined;
  const last = count - 1;
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return Math.min(last, place + 1);
    case 'k':
    case 'ArrowUp':
      return Math.max(0, place - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'Enter':
      return 'toggle';
    case 'c':
      return 'around';
    default:
      return undefined;
  }
}
