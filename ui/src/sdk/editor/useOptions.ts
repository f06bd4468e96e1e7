import { useEffect, useState } from 'react';

export interface LoadedOptions {
  options: { value: string; label: string }[];
  loading: boolean;
}

/**
 * Texts to choose from, asked for anew whenever `key` changes. What cannot be asked leaves the
 * list empty: typing works.
 */
export function useOptions(load: () => Promise<readonly string[]>, key: string): LoadedOptions {
  const [state, setState] = useState<{ key: string; texts: readonly string[] }>();
  useEffect(() => {
    let active = true;
    load().then(
      (texts) => active && setState({ key, texts }),
      () => active && setState({ key, texts: [] }),
    );
    return () => {
      active = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` stands for what `load` asks
  }, [key]);
  const isCurrent = state?.key === key;
  return {
    options: (isCurrent ? state.texts : []).map((text) => ({ value: text, label: text })),
    loading: !isCurrent,
  };
}
