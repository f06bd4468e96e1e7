/** The page sides of the sources a pane asks. */
import { useCallback, useEffect, useState } from 'react';
import { loadedSourceUi, loadSourceUi } from '../../../plugins/datasources';
import { pluginOf, type SourceInfo } from '../../../querying/sources';
import type { DataSourceUi } from '../../../sdk/datasource';

export interface SourceUis {
  /** Whether all that exist are here. */
  isReady: boolean;
  of: (source: SourceInfo | undefined) => DataSourceUi | undefined;
}

export function useSourceUis(sources: readonly (SourceInfo | undefined)[]): SourceUis {
  const plugins = [...new Set(sources.flatMap((source) => (source ? [pluginOf(source)] : [])))];
  const key = plugins.join(' ');
  const [ready, setReady] = useState<string>();
  useEffect(() => {
    let active = true;
    void Promise.allSettled(key.split(' ').filter(Boolean).map(loadSourceUi)).then(
      () => active && setReady(key),
    );
    return () => {
      active = false;
    };
  }, [key]);
  const of = useCallback(
    (source: SourceInfo | undefined) => (source ? loadedSourceUi(pluginOf(source)) : undefined),
    [],
  );
  return { isReady: ready === key || plugins.every((plugin) => loadedSourceUi(plugin)), of };
}
