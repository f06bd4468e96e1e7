import { useEffect, useState } from 'react';

/**
 * `text` once nothing was typed for a moment, so that not every key asks the server; nothing is
 * nothing at once.
 */
export function useSettled(text: string, pauseMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return text === '' ? '' : settled;
}
