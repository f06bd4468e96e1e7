import { definePanel } from '@vedette/sdk';
import { fieldOptions, options } from './options';
import { TimeSeriesPanel } from './TimeSeriesPanel';

export default definePanel({
  api: 1,
  options,
  fieldOptions,
  Panel: TimeSeriesPanel,
});
