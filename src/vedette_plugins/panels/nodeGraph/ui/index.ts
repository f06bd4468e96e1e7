import { definePanel } from '@vedette/sdk';
import { NodeGraphPanel } from './NodeGraphPanel';
import { options, type NodeGraphOptions } from './options';

export default definePanel<NodeGraphOptions>({
  api: 1,
  options,
  Panel: NodeGraphPanel,
});
