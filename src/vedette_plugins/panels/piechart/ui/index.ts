import { definePanel, keepOptions, LEGEND_LAYOUT, TOOLTIP } from '@vedette/sdk';
import { fieldOptions, options } from './options';
import { PieChartPanel } from './PieChartPanel';
import { suggest } from './suggest';

export default definePanel({
  api: 1,
  options,
  fieldOptions,
  standard: {
    disable: ['thresholds'],
    color: { bySeries: true },
    defaults: { color: { mode: 'palette-classic' } },
  },
  suggest,
  onTypeChange: (from) =>
    keepOptions(from, ['reduceOptions', ...LEGEND_LAYOUT, ...TOOLTIP], ['hideFrom']),
  Panel: PieChartPanel,
});
