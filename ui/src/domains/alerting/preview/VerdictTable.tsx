/** Which series of a rule would fire, in words. */
import { useMemo, useState, type ReactNode } from 'react';
import { BellRing, CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import { Button, EmptyState, SkeletonRows, Table, Tag } from '../../../design';
import type { RuleDraft } from '../model/draft';
import { verdictsOf, type Outcome } from '../model/preview';
import { LabelList } from '../parts/LabelList';
import type { Preview } from './usePreview';
import styles from './Preview.module.css';

const MOST = 20;

const WORDS = {
  fires: { tone: 'crit', icon: BellRing, text: 'Fires' },
  normal: { tone: 'ok', icon: CircleCheck, text: 'Normal' },
  nodata: { tone: 'info', icon: CircleHelp, text: 'No data' },
  series: { tone: 'warn', icon: TriangleAlert, text: 'Not a number' },
} as const satisfies Record<Outcome, unknown>;

export function VerdictTable({ draft, preview }: { draft: RuleDraft; preview: Preview }): ReactNode {
  const [most, setMost] = useState(MOST);
  const verdicts = useMemo(() => verdictsOf(draft, preview.frames), [draft, preview.frames]);
  const decisive = draft.thresholds?.of ?? draft.condition;
  if (preview.askedAt === undefined) {
    if (preview.isRunning) return <SkeletonRows rows={2} />;
    return <p className={styles.hint}>Press Preview to see which series would fire now.</p>;
  }
  const failed = preview.error ?? preview.problems[0]?.message;
  if (failed) return <p className={styles.problem} role="alert">{failed}</p>;
  if (verdicts.length === 0)
    return <EmptyState title={`${decisive || 'The condition'} answered nothing`}>The rule would be in the state that “no data” leads to.</EmptyState>;
  const firing = verdicts.filter(({ outcome }) => outcome === 'fires').length;
  return (
    <>
      <p className={styles.sum} role="status">
        {firing.toLocaleString()} of {verdicts.length.toLocaleString()} series would fire.
        {verdicts.some(({ outcome }) => outcome === 'series') && ' Series are not numbers: add a Reduce expression and make that the condition.'}
      </p>
      <Table label="Which series would fire" hover={false}>
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
          {verdicts.slice(0, most).map(({ labels, value, outcome, level }, index) => {
            const { tone, icon, text } = WORDS[outcome];
            return (
              <tr key={index}>
                <td>
                  <Tag tone={tone} icon={icon}>
                    {text}
                  </Tag>
                </td>
                <td className={styles.wrap}>
                  {Object.keys(labels).length > 0 ? <LabelList labels={labels} /> : <span className={styles.dim}>without labels</span>}
                  {level && <LabelList labels={level} />}
                </td>
                <td data-align="end">{value === null ? '–' : value.toLocaleString(undefined, { maximumSignificantDigits: 6 })}</td>
              </tr>
            );
          })}
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
