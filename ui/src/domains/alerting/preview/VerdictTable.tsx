/** The series of a rule with their state in a preview. */
import { useMemo, useState, type ReactNode } from 'react';
import { BellRing, CircleCheck, CircleHelp, CircleX, Clock3 } from 'lucide-react';
import { Button, EmptyState, SkeletonRows, Table, Tag } from '../../../design';
import { STATE_TONES, type AlertState } from '../../../sdk/alertStates';
import type { RuleLogic } from '../model/draft';
import { numberText, summaryOf, verdictsOf, type Evaluation } from '../model/verdicts';
import { LabelList } from '../parts/LabelList';
import type { Preview } from './usePreview';
import styles from './Preview.module.css';

const MOST = 20;

const ICONS = {
  firing: BellRing,
  pending: Clock3,
  recovering: BellRing,
  error: CircleX,
  nodata: CircleHelp,
  normal: CircleCheck,
} satisfies Record<AlertState, unknown>;

export function VerdictTable({
  draft,
  preview,
}: {
  draft: RuleLogic;
  preview: Preview;
}): ReactNode {
  const { evaluation } = preview;
  if (preview.ranAt === undefined) {
    if (preview.isRunning) return <SkeletonRows rows={2} />;
    return <p className={styles.hint}>Select Preview to see which series would fire now.</p>;
  }
  const failed = preview.error ?? (evaluation ? evaluation.failure : preview.problems[0]?.message);
  return (
    <>
      {failed && (
        <p className={styles.problem} role="alert">
          {failed}
        </p>
      )}
      {evaluation && <Verdicts draft={draft} evaluation={evaluation} />}
    </>
  );
}

function Verdicts({ draft, evaluation }: { draft: RuleLogic; evaluation: Evaluation }): ReactNode {
  const [most, setMost] = useState(MOST);
  const verdicts = useMemo(() => verdictsOf(draft, evaluation), [draft, evaluation]);
  if (verdicts.length === 0)
    return !evaluation.failure && <EmptyState title="The condition returned no data" />;
  return (
    <>
      <p className={styles.sum} role="status">
        {evaluation.health === 'ok'
          ? summaryOf(draft, verdicts)
          : `${evaluation.health === 'error' ? 'The rule could not be evaluated' : 'The queries returned no data'}. These alerts would be sent.`}
      </p>
      <Table label="Series that would fire" hover={false}>
        <thead>
          <tr>
            <th scope="col">Outcome</th>
            <th scope="col">Labels</th>
            <th scope="col" data-align="end">
              Value
            </th>
          </tr>
        </thead>
        <tbody>
          {verdicts.slice(0, most).map(({ key, labels, state, text, reason, value, others }) => (
            <tr key={key}>
              <td>
                <Tag tone={STATE_TONES[state]} icon={ICONS[state]}>
                  {text}
                </Tag>
                {reason && <span className={styles.reason}>{reason}</span>}
              </td>
              <td className={styles.wrap}>
                {Object.keys(labels).length > 0 ? (
                  <LabelList labels={labels} />
                ) : (
                  <span className={styles.dim}>No labels</span>
                )}
              </td>
              <td data-align="end" title={others || undefined}>
                {numberText(value)}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {verdicts.length > most && (
        <div className={styles.more}>
          <Button size="sm" onClick={() => setMost(most + 100)}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
