import type { ReactNode } from 'react';
import type { QueryProblem } from '../querying/response';
import styles from './Inspect.module.css';

export function ErrorTab({ problems }: { problems: readonly QueryProblem[] }): ReactNode {
  return (
    <div className={styles.stack}>
      {problems.map((problem, index) => (
        <div key={index}>
          <h4 className={styles.heading}>
            {[
              problem.source,
              problem.refId && `query ${problem.refId}`,
              problem.status && `status ${problem.status}`,
              problem.traceId && `request ${problem.traceId}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </h4>
          <pre className={styles.query}>{problem.message}</pre>
        </div>
      ))}
    </div>
  );
}
