/** What the start screen and the Add menu put into the dashboard, and where the focus goes then. */
import { useMemo } from 'react';
import type { DataSourceRef } from '../../../../data';
import { boot } from '../../../../kernel/boot';
import { loadSourceUi } from '../../../../plugins/datasources';
import { pluginOf } from '../../../../querying/sources';
import { repeatValues } from '../../model/variableValues';
import { useDashboard } from '../../session/context';
import { addPanel, addPanels, newRow } from '../draft/commands/layout';
import { useDraftStore } from '../draft/context';
import type { ValuesOf } from '../model/arrange/arrangement';
import { focusSoon } from './focusSoon';
import type { NewPanel, Suggestion } from './suggest';

export interface Adding {
  /** With a query to the default source, open in the panel editor. */
  emptyPanel: () => Promise<void>;
  text: () => void;
  row: () => void;
  suggestions: (chosen: readonly Suggestion[]) => void;
}

const QUERY = 'section[aria-label^="Query "]';
/** The best place to start typing first. */
const QUERY_PLACES = [
  `${QUERY} .cm-content`,
  `${QUERY} textarea`,
  `${QUERY} button[aria-haspopup]`,
];
const TEXT_PLACES = ['section[aria-label="Options"] :is(.cm-content, textarea, input)'];

export function useAdding(): Adding {
  const store = useDraftStore();
  const { variables, sources, setUrl } = useDashboard();
  return useMemo<Adding>(() => {
    const valuesOf: ValuesOf = (name) => repeatValues(variables.states(), name);
    const model = () => store.get().model;
    const open = (panel: NewPanel, places: readonly string[]) => {
      const { command, id } = addPanel(model(), valuesOf, panel);
      store.closeStep();
      store.run(command);
      setUrl({ edit: true, editPanel: String(id), tab: undefined });
      focusSoon(places);
    };
    return {
      emptyPanel: async () => {
        const source = sources.fallback ?? sources.list[0];
        const ref: DataSourceRef | undefined = source && { type: source.type, uid: source.uid };
        const ui = source && (await loadSourceUi(pluginOf(source)).catch(() => undefined));
        open(
          {
            ...blank('timeseries', 'New panel'),
            ...(ref && { datasource: ref }),
            targets: ref ? [{ refId: 'A', datasource: ref, ...ui?.defaultQuery('panel') }] : [],
          },
          QUERY_PLACES,
        );
      },
      text: () =>
        open({ ...blank('text', 'Text'), options: { mode: 'markdown', content: '' } }, TEXT_PLACES),
      row: () => {
        const { command, id } = newRow(model(), valuesOf);
        store.closeStep();
        store.run(command);
        focusSoon([`[data-cell="row-${id}"]`]);
      },
      suggestions: (chosen) => {
        const added = chosen.map(({ panel, size }) => ({
          panel: { ...panel, pluginVersion: version() },
          size,
        }));
        const { command, ids } = addPanels(model(), valuesOf, added);
        store.closeStep();
        store.run(command);
        focusSoon([`[data-cell="panel-${ids[0]}"]`]);
      },
    };
  }, [store, variables, sources, setUrl]);
}

const version = () => boot().settings.buildInfo.version;

function blank(type: string, title: string): NewPanel {
  return {
    fieldConfig: { defaults: {}, overrides: [] },
    options: {},
    pluginVersion: version(),
    title,
    type,
  };
}
