import type { DashboardModel } from '../../../data';
import { CURRENT_SCHEMA } from '../../../data/upgrade/current';

/** What a new dashboard holds before anything is added to it. */
export function blankDashboard(): DashboardModel {
  return {
    annotations: { list: [] },
    editable: true,
    fiscalYearStartMonth: 0,
    graphTooltip: 0,
    links: [],
    panels: [],
    schemaVersion: CURRENT_SCHEMA,
    tags: [],
    templating: { list: [] },
    time: { from: 'now-6h', to: 'now' },
    timepicker: {},
    timezone: 'browser',
    title: 'New dashboard',
    weekStart: '',
  };
}
