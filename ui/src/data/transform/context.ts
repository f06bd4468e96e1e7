import type { Frame } from '../frame';

/** What transformations need to know of the page. */
export interface TransformContext {
  /** IANA name. */
  timeZone: string;
  interpolate(text: string): string;
}

/** One kind of transformation; `options` are as stored and may lack anything. */
export type Transform = (frames: Frame[], options: Record<string, unknown>, ctx: TransformContext) => Frame[];
