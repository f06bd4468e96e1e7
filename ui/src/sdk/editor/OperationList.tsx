/**
 * Operations around a selector, from the inside out, as the builders of PromQL and LogQL have them.
 */
import { ArrowLeft, ArrowRight, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Combobox, IconButton, Input, Menu, Select } from '../../design';
import styles from './builder.module.css';
import { useOptions } from './useOptions';

export interface BuilderOperation {
  id: string;
  params: string[];
  grouping?: { kind: 'by' | 'without'; labels: string[] };
}

export interface BuilderOperationKind {
  id: string;
  /** Shown instead of the id. */
  name?: string;
  group: string;
  params: readonly { name: string; initial: string; options?: readonly string[] }[];
  isAggregation?: boolean;
  help: string;
}

export interface OperationListProps {
  operations: readonly BuilderOperation[];
  kinds: readonly BuilderOperationKind[];
  onChange: (operations: BuilderOperation[]) => void;
  labels: () => Promise<readonly string[]>;
  scope: string;
}

export function OperationList({
  operations,
  kinds,
  onChange,
  labels,
  scope,
}: OperationListProps): ReactNode {
  const known = useOptions(labels, scope);
  const kindOf = (id: string) => kinds.find((kind) => kind.id === id);
  const replace = (index: number, next: BuilderOperation) =>
    onChange(operations.map((operation, place) => (place === index ? next : operation)));
  const move = (index: number, by: -1 | 1) => {
    const next = [...operations];
    const [moved] = next.splice(index, 1);
    if (moved) next.splice(index + by, 0, moved);
    onChange(next);
  };
  return (
    <ol className={styles.operations} aria-label="Operations">
      {operations.map((operation, index) => {
        const kind = kindOf(operation.id);
        return (
          <li key={index} className={styles.operation} title={kind?.help}>
            <div className={styles.head}>
              <strong>{kind?.name ?? operation.id}</strong>
              <IconButton
                icon={ArrowLeft}
                label="Move up"
                size="sm"
                disabled={index === 0}
                onClick={() => move(index, -1)}
              />
              <IconButton
                icon={ArrowRight}
                label="Move down"
                size="sm"
                disabled={index === operations.length - 1}
                onClick={() => move(index, 1)}
              />
              <IconButton
                icon={X}
                label={`Remove ${operation.id}`}
                size="sm"
                onClick={() => onChange(operations.filter((_, place) => place !== index))}
              />
            </div>
            {kind?.params.map((param, place) => (
              <Parameter
                key={param.name}
                param={param}
                value={operation.params[place] ?? ''}
                onChange={(value) =>
                  replace(index, {
                    ...operation,
                    params: kind.params.map((_, at) =>
                      at === place ? value : (operation.params[at] ?? ''),
                    ),
                  })
                }
              />
            ))}
            {kind?.isAggregation && (
              <Grouping
                operation={operation}
                options={known.options}
                loading={known.loading}
                onChange={(next) => replace(index, next)}
              />
            )}
          </li>
        );
      })}
      <li>
        <Menu
          label="Add operation"
          trigger={
            <Button size="sm" icon={Plus}>
              Operation
            </Button>
          }
          items={kinds.map((kind) => ({
            label: kind.name ?? kind.id,
            hint: kind.group,
            onSelect: () =>
              onChange([
                ...operations,
                { id: kind.id, params: kind.params.map(({ initial }) => initial) },
              ]),
          }))}
        />
      </li>
    </ol>
  );
}

interface ParameterProps {
  param: BuilderOperationKind['params'][number];
  value: string;
  onChange: (value: string) => void;
}

function Parameter({ param, value, onChange }: ParameterProps): ReactNode {
  return (
    <label className={styles.parameter}>
      {param.name}
      {param.options ? (
        <Select
          label={param.name}
          value={value}
          options={param.options.map((option) => ({ value: option, label: option }))}
          onChange={onChange}
        />
      ) : (
        <Input mono size="sm" value={value} onChange={onChange} />
      )}
    </label>
  );
}

interface GroupingProps {
  operation: BuilderOperation;
  options: { value: string; label: string }[];
  loading: boolean;
  onChange: (operation: BuilderOperation) => void;
}

function Grouping({ operation, options, loading, onChange }: GroupingProps): ReactNode {
  const { kind = 'by', labels = [] } = operation.grouping ?? {};
  const set = (next: { kind: 'by' | 'without'; labels: string[] }) => {
    const { grouping: _, ...rest } = operation;
    onChange(
      next.labels.length > 0 || next.kind === 'without' ? { ...rest, grouping: next } : rest,
    );
  };
  return (
    <div className={styles.grouping}>
      <Select
        label="Grouping"
        value={kind}
        options={[
          { value: 'by', label: 'by' },
          { value: 'without', label: 'without' },
        ]}
        onChange={(next) => set({ kind: next, labels })}
      />
      <Combobox
        label="Labels"
        placeholder="no labels"
        multi
        allowCustom
        options={options}
        loading={loading}
        value={labels}
        onChange={(next) => set({ kind, labels: next })}
      />
    </div>
  );
}
