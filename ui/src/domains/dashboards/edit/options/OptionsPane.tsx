/** Everything that can be set on a panel, for all its fields or for some of them. */
import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { PanelModel } from '../../../../data';
import { Disclosure, EmptyState, SearchInput, Segmented } from '../../../../design';
import { useShortcuts } from '../../../../kernel/shortcuts';
import { usePlugin } from '../../../../plugins/panels';
import { panelTypes } from '../../../../plugins/panelTypes';
import { fillText } from '../../../../querying/fill';
import { useDashboardValues } from '../../session/context';
import { useDraft } from '../draft/context';
import type { Preview } from '../panel/usePreview';
import type { EditorContext } from './editors/types';
import { OptionRow } from './OptionRow';
import { OverrideRules } from './OverrideRules';
import { panelProperties } from './panelProperties';
import { ALL_FIELDS, effectiveValue, isChanged, type Scope } from './scope';
import { ScopeRow } from './ScopeRow';
import { matchesSearch } from './search';
import { conditionsOf, grouped, isRelevant, optionViews, type OptionView } from './views';
import styles from './Options.module.css';

export interface OptionsPaneProps {
  panel: PanelModel;
  preview: Preview;
}

export function OptionsPane({ panel, preview }: OptionsPaneProps): ReactNode {
  const state = usePlugin(panel.type);
  const plugin = state.state === 'ready' ? state.plugin : undefined;
  const variables = useDraft(({ model }) => model.templating.list);
  const [scope, setScope] = useState<Scope>(ALL_FIELDS);
  const [text, setText] = useState('');
  const [shows, setShows] = useState<'all' | 'changed'>('all');
  const search = useRef<HTMLDivElement>(null);
  useShortcuts([
    {
      keys: '/',
      label: 'Search options',
      group: 'Panel editor',
      run: (event) => {
        event.preventDefault();
        search.current?.querySelector('input')?.focus();
      },
    },
  ]);

  const views = useMemo(
    () => optionViews(plugin, [], panelProperties(variables.map(({ name }) => name))),
    [plugin, variables],
  );
  const context = useEditorContext(panel, preview);
  const conditions = useMemo(() => conditionsOf(panel, plugin), [panel, plugin]);
  const inScope = views.filter(
    (view) =>
      (scope.kind === 'all' ? !view.definition.overrideOnly : view.property !== undefined) &&
      (view.source !== 'panel' || scope.kind === 'all'),
  );
  const changed = inScope.filter((view) => isChanged(panel, view, scope));
  const shown = (shows === 'changed' ? changed : inScope).filter((view) =>
    text
      ? matchesSearch(view, effectiveValue(panel, view, scope), text)
      : shows === 'changed' || isRelevant(view, conditions),
  );

  return (
    <>
      <header className={styles.tools}>
        <h2 className={styles.type}>{panelTypes.get(panel.type)?.name ?? panel.type}</h2>
        <div ref={search} className={styles.search}>
          <SearchInput label="Search options" value={text} onChange={setText} />
        </div>
        <Segmented
          label="Options to show"
          size="sm"
          value={shows}
          options={[
            { value: 'all', label: 'All' },
            { value: 'changed', label: 'Changed', count: changed.length },
          ]}
          onChange={setShows}
        />
        <ScopeRow panel={panel} frames={preview.frames} scope={scope} onScope={setScope} />
      </header>
      <div className={styles.groups}>
        {shown.length === 0 && (
          <EmptyState title={text ? 'No option matches' : 'Nothing differs from its default'} />
        )}
        {grouped(shown).map(({ name, views: inside }) => (
          <Disclosure
            key={name}
            title={name}
            level={3}
            count={countChanged(panel, inside, scope)}
            countLabel="changed"
            defaultOpen
          >
            {inside.map((view) => (
              <OptionRow
                key={view.id}
                panel={panel}
                view={view}
                scope={scope}
                context={context}
                unmet={
                  isRelevant(view, conditions) ? undefined : 'Without effect as it is set now.'
                }
                onScope={setScope}
              />
            ))}
          </Disclosure>
        ))}
        <OverrideRules panel={panel} frames={preview.frames} scope={scope} onScope={setScope} />
      </div>
    </>
  );
}

function countChanged(panel: PanelModel, views: readonly OptionView[], scope: Scope): number {
  return views.filter((view) => isChanged(panel, view, scope)).length;
}

const NO_CONFIG = { defaults: {}, overrides: [] };

function useEditorContext(panel: PanelModel, { frames, scope }: Preview): EditorContext {
  const { values } = useDashboardValues();
  return useMemo(
    () => ({
      frames,
      options: panel.options ?? {},
      fieldConfig: panel.fieldConfig ?? NO_CONFIG,
      interpolate: (text, extra, format) => fillText(text, scope.currentValues(), format, extra),
      variables: Object.keys(values).map((name) => ({
        name,
        text: fillText(`\${${name}}`, values, 'text'),
      })),
    }),
    [frames, panel.options, panel.fieldConfig, scope, values],
  );
}
