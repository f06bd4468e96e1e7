import type { Sources } from '../../../querying/sources';
import type { SourceQuery } from '../../../sdk/datasource';

/** What lists of kept queries need of the page. */
export interface KeptProps {
  sources: Sources;
  timeZone: string;
  /** Shows these queries in the pane and runs them. */
  onUse: (datasourceUid: string, queries: readonly SourceQuery[]) => void;
}
