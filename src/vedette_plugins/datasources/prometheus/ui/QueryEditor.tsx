import { Button, CodeEditor, useRefusedPlace, type QueryEditorProps } from '@vedette/sdk';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Builder } from './builder/Builder';
import { fromPromql } from './builder/read';
import { toPromql } from './builder/write';
import { metricsClient } from './client';
import { hintsOf } from './hints';
import { promql } from './language';
import type { PrometheusQuery } from './model';
import { Options } from './Options';
import styles from './QueryEditor.module.css';

export function QueryEditor(props: QueryEditorProps<PrometheusQuery>): ReactNode {
  const { query, source, range, onChange, onRun, error, frames } = props;
  const latestRange = useRef(range);
  latestRange.current = range;
  const client = useMemo(() => metricsClient(source, () => latestRange.current), [source]);
  const extensions = useMemo(() => promql(client), [client]);
  const expr = query.expr ?? '';
  const problem = useRefusedPlace(expr, error);
  const built = useMemo(() => fromPromql(expr), [expr]);
  const isBuilder = query.editorMode === 'builder' && built !== undefined;
  const type = useMetricType(client, built?.metric ?? '');
  const hints = useMemo(() => hintsOf(expr, type, frames), [expr, type, frames]);

  return (
    <div className={styles.editor}>
      <div className={styles.top}>
        <div className={styles.text}>
          {isBuilder ? (
            <Builder
              query={built}
              client={client}
              onChange={(next) => onChange({ ...query, expr: toPromql(next) })}
            />
          ) : (
            <CodeEditor
              label="PromQL"
              placeholder="Enter a PromQL query, for example rate(http_requests_total[$__rate_interval])"
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
      {hints.map((hint) => (
        <p key={hint.text} className={styles.hint}>
          {hint.text}
          {hint.fix && (
            <Button size="sm" onClick={() => onChange({ ...query, expr: hint.fix?.expr ?? expr })}>
              {hint.fix.label}
            </Button>
          )}
        </p>
      ))}
      <Options {...props} />
    </div>
  );
}

/** What the server says of a metric: counter, gauge, histogram; undefined until it is known. */
function useMetricType(
  client: ReturnType<typeof metricsClient>,
  metric: string,
): string | undefined {
  const [known, setKnown] = useState<{ metric: string; type: string | undefined }>();
  useEffect(() => {
    if (!metric || metric.includes('$')) return;
    let active = true;
    client.metadata().then(
      (all) => {
        const base = metric.replace(/_(bucket|count|sum)$/, '');
        const type = (all[metric] ?? all[base])?.[0]?.type;
        if (active) setKnown({ metric, type });
      },
      () => {},
    );
    return () => {
      active = false;
    };
  }, [client, metric]);
  return known?.metric === metric ? known.type : undefined;
}
