/** Sends a test message through the settings as they are written, and says what came of it. */
import { useEffect, useState, type ReactNode } from 'react';
import { Send } from 'lucide-react';
import { Button } from '../../../../design';
import { errorMessage } from '../../../../kernel/api';
import { PairList } from '../../editor/PairList';
import { recordOf, type Pair } from '../../model/draft';
import { useTest } from './api';
import type { IntegrationDraft } from './model';
import styles from './Contacts.module.css';

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
  // An answer is of the settings that were tried, and of no others.
  const { reset } = test;
  const tried = `${draft.type} ${JSON.stringify(draft.settings)}`;
  useEffect(reset, [reset, tried]);
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
          Send a test
        </Button>
        {test.data && (
          <output className={styles.answer} data-status={test.data.status}>
            {failed
              ? `Failed after ${test.data.durationMs} ms: ${test.data.error || test.data.answer}`
              : `Sent in ${test.data.durationMs} ms. ${test.data.answer || 'The other side took it.'}`}
          </output>
        )}
        {test.error && (
          <output className={styles.answer} data-status="failed">
            {errorMessage(test.error)}
          </output>
        )}
      </div>
      <details className={styles.sample}>
        <summary>Labels and annotations of the test</summary>
        <PairList
          label="Labels of the test"
          name="Label"
          pairs={labels}
          placeholder={['severity', 'critical']}
          onChange={setLabels}
        />
        <PairList
          label="Annotations of the test"
          name="Annotation"
          pairs={annotations}
          placeholder={['summary', 'Only a test']}
          onChange={setAnnotations}
        />
      </details>
    </>
  );
}
