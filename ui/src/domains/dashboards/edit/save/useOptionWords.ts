/** Names, units and choices of options, from the panel types whose code is there. */
import { useEffect, useMemo, useState } from 'react';
import type { DashboardModel, DataSourceRef } from '../../../../data';
import { loadPlugin, pluginKind } from '../../../../plugins/panels';
import { optionDefinitions, type OptionDefinition } from '../../../../sdk/options';
import type { PanelDefinition } from '../../../../sdk/panel';
import { useDashboard } from '../../session/context';
import type { ChangeSummary, Words } from '../model/describe';
import { summarize } from '../model/describe';
import type { OptionWords } from '../model/values';

type Options = Pick<PanelDefinition, 'options' | 'fieldOptions'>;

const CUSTOM = 'fieldConfig.defaults.custom.';

function wordsOf(definition: OptionDefinition): OptionWords {
  const { label, group, editor } = definition;
  const unit = 'unit' in editor ? editor.unit : undefined;
  const choices = 'choices' in editor ? editor.choices : [];
  const format = (value: unknown) => choices.find((choice) => choice.value === value)?.label;
  const isGeneric = /^(Mode|Values|Width|Size|Placement|Position|Show)$/.test(label);
  return { label: isGeneric && group ? `${group} › ${label}` : label, unit, format };
}

export function optionWords(plugins: ReadonlyMap<string, Options>): Words['option'] {
  return (type, path) => {
    const plugin = plugins.get(type);
    if (!plugin) return undefined;
    const isField = path.startsWith(CUSTOM);
    if (!isField && !path.startsWith('options.')) return undefined;
    const name = path.slice(isField ? CUSTOM.length : 'options.'.length);
    const list = optionDefinitions(isField ? plugin.fieldOptions : plugin.options);
    const found = list.find((definition) => definition.path === name);
    return found && wordsOf(found);
  };
}

export interface Compared {
  summary: ChangeSummary;
  words: Words;
}

/** What leads from one model to the other, described by the labels of the options. */
export function useComparison(base: DashboardModel, model: DashboardModel): Compared {
  const { sources } = useDashboard();
  const [plugins, setPlugins] = useState<ReadonlyMap<string, Options>>(new Map());
  const plain = useMemo(() => summarize(base, model), [base, model]);
  const types = [...new Set(plain.groups.flatMap(({ panelType }) => panelType ?? []))].join(' ');

  useEffect(() => {
    let active = true;
    const wanted = types.split(' ').filter((type) => pluginKind(type) === 'available');
    void Promise.all(wanted.map(async (type) => [type, await loadPlugin(type)] as const)).then(
      (loaded) => active && setPlugins(new Map(loaded)),
      // Without the code of a panel its options go by the names that are stored.
      () => undefined,
    );
    return () => {
      active = false;
    };
  }, [types]);

  const words = useMemo<Words>(
    () => ({
      option: optionWords(plugins),
      source: (ref) => {
        const uid = typeof ref === 'object' && ref ? (ref as DataSourceRef).uid : undefined;
        return uid === undefined ? undefined : (sources.byKey.get(uid)?.name ?? uid);
      },
    }),
    [plugins, sources],
  );
  const summary = useMemo(() => summarize(base, model, words), [base, model, words]);
  return { summary, words };
}
