import { choices, type OptionBuilder, type OptionsOf, type StoredPanel } from '@vedette/sdk';

const isList = (o: { viewMode: string }) => o.viewMode === 'list';

export function options(builder: OptionBuilder) {
  return builder
    .group('Look')
    .radio('viewMode', 'View', choices('list', 'List', 'stat', 'Number'), 'list')
    .radio('groupMode', 'Group by', choices('default', 'Rule', 'custom', 'Labels'), 'default', {
      when: isList,
    })
    .text('groupByText', 'Labels', '', {
      help: 'Apart by commas.',
      when: (o) => o.groupMode === 'custom',
    })
    .number('maxItems', 'Most items', 20, { min: 1 })
    .select(
      'sortOrder',
      'Order',
      [
        { value: 1, label: 'Name' },
        { value: 2, label: 'Name, downwards' },
        { value: 3, label: 'Importance' },
        { value: 4, label: 'Time, the oldest first' },
        { value: 5, label: 'Time, the newest first' },
      ],
      1,
    )
    .switch('showInstances', 'Show alerts of each rule', false, {
      when: (o) => o.groupMode === 'default',
    })
    .group('Which alerts')
    .switch('dashboardAlerts', 'Only those of this dashboard', false)
    .text('alertName', 'Name of the rule', '', { placeholder: 'A part of it' })
    .text('alertInstanceLabelFilter', 'Labels', '', {
      placeholder: '{team="db", severity=~"crit.*"}',
    })
    .text('datasource', 'Data source', '', {
      help: 'Its own rules; empty for the rules of this server.',
    })
    .text('folder.uid', 'Uid of the folder', '')
    .group('States')
    .switch('stateFilter.firing', 'Firing', true)
    .switch('stateFilter.pending', 'Pending', true)
    .switch('stateFilter.recovering', 'Recovering', true)
    .switch('stateFilter.noData', 'No data', false)
    .switch('stateFilter.error', 'Error', true)
    .switch('stateFilter.normal', 'Normal', false);
}

export type AlertListOptions = OptionsOf<typeof options> & { groupBy?: string[] };

/**
 * Labels to group by are stored as a list, and edited as one text. Of before 8.3, `inactive` was
 * normal.
 */
export function migrate(panel: StoredPanel): StoredPanel {
  const stored = (panel.options ?? {}) as {
    groupBy?: string[];
    groupByText?: string;
    stateFilter?: Record<string, boolean>;
    folder?: unknown;
  };
  const { groupBy, stateFilter } = stored;
  const isOld = stateFilter?.['inactive'] !== undefined && stateFilter['normal'] === undefined;
  return {
    ...panel,
    options: {
      ...stored,
      ...(groupBy && stored.groupByText === undefined ? { groupByText: groupBy.join(', ') } : {}),
      ...(isOld ? { stateFilter: { ...stateFilter, normal: stateFilter['inactive'] } } : {}),
    },
  };
}
