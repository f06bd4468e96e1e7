import { useRef } from 'react';
import { replaceEqualDeep } from '@tanstack/react-query';

/**
 * Returns `value` with every part that equals the one of the render before replaced by it, so that
 * identity changes only where content does.
 */
export function useShared<T>(value: T): T {
  const before = useRef(value);
  before.current = replaceEqualDeep(before.current, value);
  return before.current;
}
