import { definePanel } from '@vedette/sdk';
import { GaugePanel } from './GaugePanel';
import { options, type GaugeOptions } from './options';

export default definePanel<GaugeOptions>({
  api: 1,
  options,
  fieldOptions: (builder) =>
    builder.group('Gauge').number('neutral', 'Neutral value', null, {
      placeholder: 'Minimum',
      help: 'Value where the arc starts. Default: the minimum.',
    }),
  Panel: GaugePanel,
});
