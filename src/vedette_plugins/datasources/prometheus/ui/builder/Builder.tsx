import { Combobox, LabelFilters, OperationList, useOptions } from '@vedette/sdk';
import type { ReactNode } from 'react';
import type { MetricsClient } from '../client';
import styles from '../QueryEditor.module.css';
import { matchOperators, operationKinds, type BuilderQuery } from './query';
import { toPromql } from './write';

export interface BuilderProps {
  query: BuilderQuery;
  client: MetricsClient;
  onChange: (query: BuilderQuery) => void;
}

export function Builder({ query, client, onChange }: BuilderProps): ReactNode {
  const { metric, filters, operations } = query;
  const metrics = useOptions(() => client.metricNames(), 'metrics');
  const complete = filters.filter(({ label, value }) => label && value && !value.includes('$'));
  const selector = toPromql({ metric, filters: complete, operations: [] });
  return (
    <div className={styles.builder}>
      <div className={styles.selector}>
        <div className={styles.metric}>
          <Combobox
            label="Metric"
            placeholder="Choose a metric…"
            options={metrics.options}
            loading={metrics.loading}
            allowCustom
            value={metric ? [metric] : []}
            onChange={([next = '']) => onChange({ ...query, metric: next })}
          />
        </div>
        <LabelFilters
          filters={filters}
          operators={matchOperators}
          scope={selector}
          names={async () =>
            (await client.labelsOf(selector)).filter((name) => name !== '__name__')
          }
          values={(label) => client.valuesOf(label, valuesScope(query, label))}
          onChange={(next) => onChange({ ...query, filters: next })}
        />
      </div>
      <OperationList
        operations={operations}
        kinds={operationKinds}
        scope={selector}
        labels={() => client.labelsOf(selector)}
        onChange={(next) => onChange({ ...query, operations: next })}
      />
      <code className={styles.preview}>{toPromql(query) || 'Choose a metric to start.'}</code>
    </div>
  );
}

/** Values of a label that go with all other filters. */
function valuesScope({ metric, filters }: BuilderQuery, label: string): string {
  const others = filters.filter(
    (filter) =>
      filter.label !== label && filter.label && filter.value && !filter.value.includes('$'),
  );
  return toPromql({ metric, filters: others, operations: [] });
}
