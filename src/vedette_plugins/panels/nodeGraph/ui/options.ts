import { choices, type OptionBuilder, type OptionsOf } from '@vedette/sdk';
import { lazy } from 'react';
import type { ArcOption } from './arcOption';

const ArcsEditor = lazy(() =>
  import('./edit/ArcsEditor').then((module) => ({ default: module.ArcsEditor })),
);

export function options(builder: OptionBuilder) {
  return builder
    .group('Graph', { part: 'area' })
    .radio(
      'zoomMode',
      'Zoom with mouse wheel',
      choices('cooperative', 'Ctrl + wheel', 'greedy', 'Wheel'),
      'cooperative',
    )
    .group('Nodes', { part: 'series' })
    .unit('nodes.mainStatUnit', 'Main stat unit')
    .unit('nodes.secondaryStatUnit', 'Secondary stat unit')
    .custom<'nodes.arcs', ArcOption[]>('nodes.arcs', 'Ring sections', [], ArcsEditor, {
      wide: true,
      keywords: ['arcs', 'color'],
      help: 'Fields shown as sections of the node ring. Default: fields named arc__….',
    })
    .group('Edges')
    .unit('edges.mainStatUnit', 'Main stat unit')
    .unit('edges.secondaryStatUnit', 'Secondary stat unit');
}

export type NodeGraphOptions = OptionsOf<typeof options>;
