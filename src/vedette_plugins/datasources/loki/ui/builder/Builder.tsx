import { LabelFilters, OperationList } from '@vedette/sdk';
import type { ReactNode } from 'react';
import type { LabelsClient } from '../client';
import styles from '../QueryEditor.module.css';
import { matchOperators, operationKinds, type BuilderQuery } from './query';
import { selectorText, toLogql } from './write';

export interface BuilderProps {
  query: BuilderQuery;
  client: LabelsClient;
  onChange: (query: BuilderQuery) => void;
}

export function Builder({ query, client, onChange }: BuilderProps): ReactNode {
  const { filters, operations } = query;
  const complete = filters.filter(({ label, value }) => label && value && !value.includes('$'));
  const selector = selectorText(complete);
  const scopeOf = (label: string) =>
    selectorText(complete.filter((filter) => filter.label !== label));
  const labels = async () => {
    const [indexed, parsed] = await Promise.all([
      client.labels(selector),
      complete.length ? client.parsed(selector).catch(() => []) : [],
    ]);
    return [...new Set([...indexed, ...parsed])];
  };
  return (
    <div className={styles.builder}>
      <LabelFilters
        filters={filters}
        operators={matchOperators}
        scope={selector}
        names={() => client.labels(selector)}
        values={(label) => client.values(label, scopeOf(label))}
        onChange={(next) => onChange({ ...query, filters: next })}
      />
      <OperationList
        operations={operations}
        kinds={operationKinds}
        scope={selector}
        labels={labels}
        onChange={(next) => onChange({ ...query, operations: next })}
      />
      <code className={styles.preview}>
        {filters.length > 0 ? toLogql(query) : 'Add a label filter to start.'}
      </code>
    </div>
  );
}
