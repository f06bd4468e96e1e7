/** What kinds of data source there are: the installed plugins, each telling about itself. */
import { useApi } from '../../kernel/query';
import { useSourceUi } from '../../plugins/datasources';

/** As `GET /api/plugins` lists it. */
export interface Kind {
  id: string;
  name: string;
  /** Off where an operator has not allowed an unsigned plugin to load. */
  enabled: boolean;
  category: string;
  signature: string;
  aliases?: string[];
  info: { description: string };
}

export interface KindDetails extends Kind {
  settingsSchema?: Readonly<Record<string, unknown>> | null;
  /** Why the plugin's code could not be asked. */
  loadError?: string;
}

/** How a source of a kind is reached; `any` where its plugin does not say. */
export type Connection = 'http' | 'database' | 'none' | 'any';

export function useKinds() {
  return useApi<Kind[]>('/api/plugins', { query: { type: 'datasource' }, staleTime: 60_000 });
}

/** By id or alias. */
export function useKind(type: string) {
  return useApi<KindDetails>(`/api/plugins/${encodeURIComponent(type)}/settings`, {
    staleTime: 60_000,
  });
}

export interface About {
  connection: Connection;
  urlPlaceholder?: string;
}

/** How the page side of a plugin speaks of its sources; undefined while that is on its way. */
export function useAbout(pluginId: string): About | undefined {
  const state = useSourceUi(pluginId);
  if (state.state === 'loading') return undefined;
  return (state.state === 'ready' && state.ui.about) || { connection: 'any' };
}

/** Kinds whose name, id or description has every word. */
export function matchingKinds(kinds: readonly Kind[], text: string): Kind[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return kinds.filter(({ id, name, category, info }) => {
    const all = `${id} ${name} ${category} ${info.description}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
