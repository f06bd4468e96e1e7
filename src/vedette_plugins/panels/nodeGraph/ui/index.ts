import { definePanel } from '@vedette/sdk';
import { NodeGraphPanel } from './NodeGraphPanel';
import { options, type NodeGraphOptions } from './options';

export default definePanel<NodeGraphOptions>({
  api: 1,
  id: 'nodeGraph',
  name: 'Node graph',
  description: 'Connections between nodes such as services or hosts.',
  options,
  Panel: NodeGraphPanel,
});
