/** What running a request came to. */
import type { Frame, TimeRange } from '../data';
import type { QueryProblem, QueryResponse } from './response';
import type { QueryRequest } from './targets';

export interface QueryOutcome {
  /** Frames as the source answered, before links, transformations and field configuration. */
  frames: readonly Frame[];
  problems: readonly QueryProblem[];
  range?: TimeRange;
  request?: QueryRequest;
  response?: QueryResponse;
  durationMs?: number;
  /** When the shown frames came in; they may be older than the running query. */
  receivedAt?: number;
}
