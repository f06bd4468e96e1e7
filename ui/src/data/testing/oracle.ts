/**
 * The public data package of Grafana, a development dependency, as the measure of what users see
 * today. Loaded as CommonJS: its ES modules import names that Node does not find.
 */
import { createRequire } from 'node:module';

export const oracle = createRequire(import.meta.url)(
  '@grafana/data',
) as typeof import('@grafana/data');
