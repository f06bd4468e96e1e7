/**
 * The page's part of data-source plugins, by plugin id; each is fetched when it is first needed.
 */
import { useEffect, useState } from 'react';
import type { DataSourceUi } from '../sdk/datasource';

interface SourceModule {
  default: DataSourceUi;
}

const modules = import.meta.glob<SourceModule>(
  '../../../src/vedette_plugins/datasources/*/ui/index.ts',
);
const loaders = new Map(
  Object.entries(modules).map(([path, load]) => [path.split('/').at(-3) ?? '', load]),
);
const loaded = new Map<string, DataSourceUi>();

/**
 * What is here already, so that nothing has to wait for it; undefined also where there is nothing
 * to wait for.
 */
export function loadedSourceUi(pluginId: string): DataSourceUi | undefined {
  return loaded.get(pluginId);
}

/** Undefined for a plugin that adds nothing to the page. */
export async function loadSourceUi(pluginId: string): Promise<DataSourceUi | undefined> {
  const known = loaded.get(pluginId);
  if (known) return known;
  const module = await loaders.get(pluginId)?.();
  if (module) loaded.set(pluginId, module.default);
  return module?.default;
}

export type SourceUiState =
  | { state: 'loading' }
  | { state: 'ready'; ui: DataSourceUi }
  | { state: 'none' }
  | { state: 'failed'; message: string };

export function useSourceUi(pluginId: string): SourceUiState {
  const [state, setState] = useState<SourceUiState & { of?: string }>({ state: 'loading' });
  useEffect(() => {
    let active = true;
    loadSourceUi(pluginId).then(
      (ui) =>
        active &&
        setState(ui ? { state: 'ready', ui, of: pluginId } : { state: 'none', of: pluginId }),
      (error: unknown) =>
        active && setState({ state: 'failed', message: String(error), of: pluginId }),
    );
    return () => {
      active = false;
    };
  }, [pluginId]);
  const known = loaded.get(pluginId);
  if (known) return { state: 'ready', ui: known };
  return state.of === pluginId ? state : { state: 'loading' };
}
