import { definePanel } from '@vedette/sdk';
import { NodeGraphPanel } from './NodeGraphPanel';
import { options, type NodeGraphOptions } from './options';

export default definePanel<NodeGraphOptions>({
  api: 1,
  id: 'nodeGraph',
  name: 'Node graph',
  description: 'What is connected with what: services, hosts, anything with edges between.',
  options,
  Panel: NodeGraphPanel,
});
