import { choices, type OptionBuilder, type OptionsOf } from '@vedette/sdk';
import { ArcsEditor, type ArcOption } from './ArcsEditor';

export function options(builder: OptionBuilder) {
  return builder
    .group('Graph')
    .radio(
      'zoomMode',
      'Zoom with the wheel',
      choices('cooperative', 'Ctrl + wheel', 'greedy', 'Wheel'),
      'cooperative',
    )
    .group('Nodes')
    .unit('nodes.mainStatUnit', 'Main stat unit')
    .unit('nodes.secondaryStatUnit', 'Secondary stat unit')
    .custom<'nodes.arcs', ArcOption[]>('nodes.arcs', 'Ring sections', [], ArcsEditor, {
      help: 'Fields that share the ring of a node; without any, the fields named arc__….',
    })
    .group('Edges')
    .unit('edges.mainStatUnit', 'Main stat unit')
    .unit('edges.secondaryStatUnit', 'Secondary stat unit');
}

export type NodeGraphOptions = OptionsOf<typeof options>;
