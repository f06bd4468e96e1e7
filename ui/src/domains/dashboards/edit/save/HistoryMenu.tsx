/** The steps of the draft, the latest first; any of them can be gone back to. */
import type { ReactNode } from 'react';
import { ChevronDown, History } from 'lucide-react';
import { formatTime } from '../../../../data';
import { Button, Popover } from '../../../../design';
import { useDashboardTime } from '../../session/context';
import { useDraft, useDraftStore } from '../draft/context';
import type { Step } from '../draft/types';
import { stepWords } from '../model/steps';
import { useKeeping } from './keeping';
import { useComparison } from './useOptionWords';
import styles from './Save.module.css';

const AT = 'HH:mm';

export function HistoryMenu({ onShow }: { onShow: (step: Step) => void }): ReactNode {
  const { base, model } = useDraft((draft) => draft);
  const { summary, words } = useComparison(base.model, model);
  const count = summary.count;
  return (
    <Popover
      label="History"
      placement="bottom-end"
      trigger={
        <Button variant="ghost" icon={History}>
          {count} <span className={styles.word}>{count === 1 ? 'change' : 'changes'}</span>{' '}
          <ChevronDown size={14} aria-hidden className="vd-wide-only" />
        </Button>
      }
    >
      {(close) => (
        <HistoryList
          option={words.option}
          onShow={(step) => {
            close();
            onShow(step);
          }}
        />
      )}
    </Popover>
  );
}

function HistoryList({
  option,
  onShow,
}: {
  option: Parameters<typeof stepWords>[2];
  onShow: (step: Step) => void;
}): ReactNode {
  const store = useDraftStore();
  const { timeZone } = useDashboardTime();
  const { writtenAt, problem } = useKeeping();
  const { base, past, future } = useDraft((draft) => draft);
  const steps = [...past, ...future];
  const go = (count: number) => {
    const shown = store.goTo(count) ?? steps[count - 1];
    if (shown) onShow(shown);
  };
  const status = problem
    ? 'The draft is not kept in this browser'
    : writtenAt !== undefined
      ? `Draft kept in this browser at ${formatTime(writtenAt, 'HH:mm:ss', timeZone)}`
      : '';
  return (
    <div className={styles.history}>
      <header>
        <strong>History</strong> <small>{status}</small>
      </header>
      <ol>
        {steps.toReversed().map((step, index) => {
          const number = steps.length - index;
          const isUndone = number > past.length;
          return (
            <li key={number}>
              <button
                type="button"
                aria-current={number === past.length ? 'step' : undefined}
                data-undone={isUndone || undefined}
                onClick={() => go(number)}
              >
                <span>{stepWords(step.label, isUndone ? step.before : step.after, option)}</span>
                <small>{isUndone ? 'undone' : formatTime(step.at, AT, timeZone)}</small>
              </button>
            </li>
          );
        })}
        <li>
          <button
            type="button"
            aria-current={past.length === 0 ? 'step' : undefined}
            onClick={() => go(0)}
          >
            <span>{base.version > 0 ? 'Start of the history' : 'Empty dashboard'}</span>
          </button>
        </li>
      </ol>
    </div>
  );
}
