import { choices, type OptionBuilder, type OptionsOf, type StoredPanel } from '@vedette/sdk';

const isList = (o: { viewMode: string }) => o.viewMode === 'list';

export function options(builder: OptionBuilder) {
  return builder
    .group('Display')
    .radio('viewMode', 'View', choices('list', 'List', 'stat', 'Number'), 'list')
    .radio('groupMode', 'Group by', choices('default', 'Rule', 'custom', 'Labels'), 'default', {
      when: isList,
    })
    .text('groupByText', 'Labels', '', {
      help: 'Comma-separated list.',
      when: (o) => o.groupMode === 'custom',
    })
    .number('maxItems', 'Max items', 20, { min: 1 })
    .select(
      'sortOrder',
      'Order',
      [
        { value: 1, label: 'Name' },
        { value: 2, label: 'Name (descending)' },
        { value: 3, label: 'Importance' },
        { value: 4, label: 'Time (oldest first)' },
        { value: 5, label: 'Time (newest first)' },
      ],
      1,
    )
    .switch('showInstances', 'Show alerts per rule', false, {
      when: (o) => o.groupMode === 'default',
    })
    .group('Filter')
    .switch('dashboardAlerts', 'Alerts of this dashboard only', false)
    .text('alertName', 'Alert rule name', '', { placeholder: 'Part of the name' })
    .text('alertInstanceLabelFilter', 'Labels', '', {
      placeholder: '{team="db", severity=~"crit.*"}',
    })
    .text('datasource', 'Data source', '', {
      help: 'Data source whose rules are listed. Default: rules of this server.',
    })
    .text('folder.uid', 'Folder UID', '')
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
