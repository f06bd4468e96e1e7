import { choices, type OptionBuilder, type OptionsOf, type StoredPanel } from '@vedette/sdk';
import { lazy } from 'react';

const LabelNames = lazy(() =>
  import('./edit/LabelNames').then((module) => ({ default: module.LabelNames })),
);

const NO_LABELS: readonly string[] = [];

const isList = (o: { viewMode: string }) => o.viewMode === 'list';

export function options(builder: OptionBuilder) {
  return builder
    .group('Options')
    .radio('viewMode', 'View', choices('list', 'List', 'stat', 'Number'), 'list')
    .radio('groupMode', 'Group by', choices('default', 'Rule', 'custom', 'Labels'), 'default', {
      when: isList,
    })
    .custom<'groupBy', readonly string[]>('groupBy', 'Labels', NO_LABELS, LabelNames, {
      help: 'Alerts with the same values of these labels are one entry.',
      when: (o) => isList(o) && o.groupMode === 'custom',
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
      when: (o) => isList(o) && o.groupMode === 'default',
    })
    .group('Filter')
    .switch('dashboardAlerts', 'Alerts of this dashboard only', false)
    .text('alertName', 'Alert rule name', '', {
      placeholder: 'Part of the name',
    })
    .text('alertInstanceLabelFilter', 'Labels', '', {
      placeholder: '{team="db", severity=~"crit.*"}',
    })
    .text('datasource', 'Data source', '', {
      help: 'Data source whose rules are listed. Default: rules of this server.',
    })
    .text('folder.uid', 'Folder UID', '', {
      when: (o) => ['', 'grafana'].includes(o.datasource.toLowerCase()),
    })
    .text('folder.title', 'Folder title', '', { internal: true })
    .group('Alert state filter')
    .switch('stateFilter.firing', 'Firing', true)
    .switch('stateFilter.pending', 'Pending', true)
    .switch('stateFilter.recovering', 'Recovering', true)
    .switch('stateFilter.noData', 'No data', false)
    .switch('stateFilter.error', 'Error', true)
    .switch('stateFilter.normal', 'Normal', false);
}

export type AlertListOptions = OptionsOf<typeof options>;

/** Before 8.3, the state `normal` was called `inactive`. */
export function migrate(panel: StoredPanel): StoredPanel {
  const stored = (panel.options ?? {}) as {
    stateFilter?: Record<string, boolean>;
  };
  const { stateFilter } = stored;
  if (stateFilter?.['inactive'] === undefined || stateFilter['normal'] !== undefined) return panel;
  return {
    ...panel,
    options: {
      ...stored,
      stateFilter: { ...stateFilter, normal: stateFilter['inactive'] },
    },
  };
}
