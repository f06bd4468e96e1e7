import { boot } from '../kernel/boot';
import { sourcesFrom, type Sources } from './sources';

/** The data sources of the boot data of the page. */
export function bootSources(): Sources {
  const { datasources, defaultDatasource } = boot().settings;
  return sourcesFrom(Object.values(datasources), defaultDatasource);
}
