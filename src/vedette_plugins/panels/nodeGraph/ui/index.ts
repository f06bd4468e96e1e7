import { definePanel } from '@vedette/sdk';
import { NodeGraphPanel } from './NodeGraphPanel';
import { options, type NodeGraphOptions } from './options';
import { suggest } from './suggest';

export default definePanel<NodeGraphOptions>({
  api: 1,
  options,
  standard: { disable: 'all' },
  suggest,
  Panel: NodeGraphPanel,
});
