import { boot } from '../kernel/boot';
import { sourcesFrom, type Sources } from './sources';

/** The sources this page was told of at its start. */
export function bootSources(): Sources {
  const { datasources, defaultDatasource } = boot().settings;
  return sourcesFrom(Object.values(datasources), defaultDatasource);
}
