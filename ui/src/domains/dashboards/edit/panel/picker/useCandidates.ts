/** Every panel type with its code, and what the types suggest for the data. */
import { useEffect, useMemo, useState } from 'react';
import type { Frame } from '../../../../../data';
import { panelTypes } from '../../../../../plugins/panelTypes';
import { loadPlugin, pluginKind } from '../../../../../plugins/panels';
import {
  rankedSuggestions,
  summaryOf,
  type RankedSuggestion,
} from '../../../../../plugins/suggestions';
import type { PanelDefinition } from '../../../../../sdk/panel';

export type Plugins = ReadonlyMap<string, PanelDefinition<object>>;

export interface Candidates {
  plugins: Plugins;
  suggestions: readonly RankedSuggestion[];
}

export function useCandidates(frames: readonly Frame[]): Candidates {
  const [plugins, setPlugins] = useState<Plugins>(new Map());
  useEffect(() => {
    let active = true;
    for (const type of panelTypes.keys()) {
      if (pluginKind(type) !== 'available') continue;
      loadPlugin(type).then(
        (plugin) => active && setPlugins((before) => new Map(before).set(type, plugin)),
        // A type whose code cannot be loaded is not offered.
        () => undefined,
      );
    }
    return () => {
      active = false;
    };
  }, []);
  const suggestions = useMemo(() => {
    const ordered = [...panelTypes.keys()].flatMap((type) => {
      const plugin = plugins.get(type);
      return plugin ? [[type, plugin as PanelDefinition] as const] : [];
    });
    return frames.length > 0 ? rankedSuggestions(summaryOf(frames), ordered) : [];
  }, [plugins, frames]);
  return { plugins, suggestions };
}
