/** Sends a test notification with the settings of the form, and shows the result. */
import { useEffect, useState, type ReactNode } from 'react';
import { Send } from 'lucide-react';
import { Button } from '../../../../design';
import { errorMessage } from '../../../../kernel/api';
import { PairList } from '../../editor/PairList';
import { recordOf, type Pair } from '../../model/draft';
import { useTest } from './api';
import type { IntegrationDraft } from './model';
import styles from './ContactPoints.module.css';

export function TestRow({
  draft,
  pointName,
}: {
  draft: IntegrationDraft;
  pointName: string;
}): ReactNode {
  const [labels, setLabels] = useState<readonly Pair[]>([]);
  const [annotations, setAnnotations] = useState<readonly Pair[]>([]);
  const test = useTest();
  // A result applies only to the settings that were tested.
  const { reset } = test;
  const settings = `${draft.type} ${JSON.stringify(draft.settings)}`;
  useEffect(reset, [reset, settings]);
  const send = () => {
    const alert = {
      labels: { alertname: 'TestAlert', ...recordOf(labels) },
      annotations: recordOf(annotations),
    };
    const isOwn = labels.length > 0 || annotations.length > 0;
    test.mutate({ ...draft, name: pointName || 'New contact point', ...(isOwn ? { alert } : {}) });
  };
  const failed = test.data?.status === 'failed';
  return (
    <>
      <div className={styles.tools}>
        <Button icon={Send} busy={test.isPending} onClick={send}>
          Send test notification
        </Button>
        {test.data && (
          <output className={styles.result} data-status={test.data.status}>
            {failed
              ? `Failed after ${test.data.durationMs} ms: ${test.data.error || test.data.answer}`
              : `Sent in ${test.data.durationMs} ms. ${test.data.answer || 'The receiver accepted it.'}`}
          </output>
        )}
        {test.error && (
          <output className={styles.result} data-status="failed">
            {errorMessage(test.error)}
          </output>
        )}
      </div>
      <details className={styles.sample}>
        <summary>Test labels and annotations</summary>
        <PairList
          label="Test labels"
          name="Label"
          pairs={labels}
          placeholder={['severity', 'critical']}
          onChange={setLabels}
        />
        <PairList
          label="Test annotations"
          name="Annotation"
          pairs={annotations}
          placeholder={['summary', 'This is a test']}
          onChange={setAnnotations}
        />
      </details>
    </>
  );
}
