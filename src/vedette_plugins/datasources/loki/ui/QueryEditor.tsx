import {
  Button,
  CodeEditor,
  InlineField,
  InlineFields,
  Input,
  Select,
  useRefusedPlace,
  type QueryEditorProps,
} from '@vedette/sdk';
import { useMemo, useRef, type ReactNode } from 'react';
import { Builder } from './builder/Builder';
import { fromLogql } from './builder/read';
import { toLogql } from './builder/write';
import { labelsClient } from './client';
import { logql } from './language';
import { isLogQuery } from './logql';
import type { LokiQuery } from './model';
import styles from './QueryEditor.module.css';

export function QueryEditor(props: QueryEditorProps<LokiQuery>): ReactNode {
  const { query, source, range, onChange, onRun, error } = props;
  const latestRange = useRef(range);
  latestRange.current = range;
  const client = useMemo(() => labelsClient(source, () => latestRange.current), [source]);
  const extensions = useMemo(() => logql(client), [client]);
  const expr = query.expr ?? '';
  const problem = useRefusedPlace(expr, error);
  const built = useMemo(() => fromLogql(expr), [expr]);
  const isBuilder = query.editorMode === 'builder' && built !== undefined;
  return (
    <div className={styles.editor}>
      <div className={styles.top}>
        <div className={styles.text}>
          {isBuilder ? (
            <Builder
              query={built}
              client={client}
              onChange={(next) => onChange({ ...query, expr: toLogql(next) })}
            />
          ) : (
            <CodeEditor
              label="LogQL"
              placeholder={'Enter a LogQL query, for example {app="shop"} |= "error"'}
              value={expr}
              extensions={extensions}
              onChange={(text) => onChange({ ...query, expr: text })}
              onRun={onRun}
              problem={problem}
            />
          )}
        </div>
        <Button
          size="sm"
          disabled={!isBuilder && built === undefined}
          title={
            built === undefined ? 'The builder does not support part of this query.' : undefined
          }
          onClick={() => onChange({ ...query, editorMode: isBuilder ? 'code' : 'builder' })}
        >
          {isBuilder ? 'Edit as text' : 'Builder'}
        </Button>
      </div>
      <Options {...props} />
    </div>
  );
}

const directions = [
  { value: 'backward' as const, label: 'Newest first' },
  { value: 'forward' as const, label: 'Oldest first' },
];
const types = [
  { value: 'range' as const, label: 'Range' },
  { value: 'instant' as const, label: 'Instant' },
];

/** Lines have a number and an end to begin from, counted numbers a step and a legend. */
function Options({ query, onChange }: QueryEditorProps<LokiQuery>): ReactNode {
  const set = (change: Partial<LokiQuery>) => onChange({ ...query, ...change });
  const isLines = useMemo(() => isLogQuery(query.expr ?? ''), [query.expr]);
  if (isLines || !query.expr) {
    return (
      <InlineFields>
        <InlineField label="Lines">
          <Input
            size="sm"
            type="number"
            min={1}
            placeholder="default"
            value={query.maxLines ?? ''}
            onChange={(text) => set({ maxLines: text === '' ? undefined : Number(text) })}
          />
        </InlineField>
        <InlineField label="Order">
          <Select
            size="sm"
            value={query.direction ?? 'backward'}
            options={directions}
            onChange={(direction) => set({ direction })}
          />
        </InlineField>
      </InlineFields>
    );
  }
  return (
    <InlineFields>
      <InlineField label="Type">
        <Select
          size="sm"
          value={query.queryType === 'instant' ? 'instant' : 'range'}
          options={types}
          onChange={(queryType) => set({ queryType })}
        />
      </InlineField>
      <InlineField label="Step">
        <Input
          size="sm"
          mono
          placeholder="auto"
          value={query.step ?? ''}
          onChange={(step) => set({ step: step || undefined })}
        />
      </InlineField>
      <InlineField label="Legend">
        <Input
          size="sm"
          mono
          placeholder="auto"
          value={query.legendFormat ?? ''}
          onChange={(legendFormat) => set({ legendFormat })}
        />
      </InlineField>
    </InlineFields>
  );
}
