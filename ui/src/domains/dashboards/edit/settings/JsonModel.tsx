/** The whole dashboard as JSON. What is typed becomes the draft with *Apply*, as one step. */
import { lazy, Suspense, useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { Check, CircleX, RotateCcw, TriangleAlert } from 'lucide-react';
import { Button, NoticeBar, SkeletonRows, Spacer } from '../../../../design';
import type { DashboardModel } from '../../../../data';
import { applyJson } from '../draft/commands/settings';
import { useDraftModel, useDraftStore } from '../draft/context';
import type { DraftStore } from '../draft/store';
import { problemsOf, readModel, type PlacedProblem } from './modelJson';
import styles from './JsonModel.module.css';

const JsonEditor = lazy(() =>
  import('../../../../sdk/editor/JsonEditor').then((m) => ({ default: m.JsonEditor })),
);

interface Typed {
  text: string;
  /** What the text was made from. */
  start: DashboardModel;
}

/** Text that is not applied stays while the editor is open, also on its other pages. */
const typedTexts = new WeakMap<DraftStore, Typed>();

const written = (model: DashboardModel): string => JSON.stringify(model, null, 2);

export function JsonModel(): ReactNode {
  const store = useDraftStore();
  const model = useDraftModel();
  const [typed, setTyped] = useState(() => typedTexts.get(store));
  const [opened, setOpened] = useState(typed?.text);
  const [shown, setShown] = useState<{ from: number; to: number }>();
  const [revision, setRevision] = useState(0);
  const saved = useMemo(() => written(model), [model]);
  const text = typed?.text ?? saved;
  const checked = useDeferredValue(text);
  const problems = useMemo(() => problemsOf(checked), [checked]);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const isBehind = typed !== undefined && typed.start !== model;

  const type = (next: string) => {
    const start = typed?.start ?? model;
    const later = next === saved ? undefined : { text: next, start };
    // The editor begins anew when its value changes; until then it keeps cursor and history.
    if (!typed) setOpened(saved);
    if (later) typedTexts.set(store, later);
    else typedTexts.delete(store);
    setTyped(later);
  };
  const forget = () => {
    typedTexts.delete(store);
    setTyped(undefined);
    setRevision(revision + 1);
    // The button that was pressed is disabled now.
    setShown({ from: 0, to: 0 });
  };
  const apply = async () => {
    if (problemsOf(text).some(({ severity }) => severity === 'error')) return;
    const next = await readModel(text);
    store.run(applyJson(next));
    store.closeStep();
    forget();
  };
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <span role="status">{summaryOf(problems)}</span>
        <Spacer />
        <Button icon={RotateCcw} variant="ghost" disabled={!typed} onClick={forget}>
          Revert text
        </Button>
        <Button
          icon={Check}
          variant="primary"
          disabled={!typed || errors > 0 || checked !== text}
          onClick={() => void apply()}
        >
          Apply
        </Button>
      </div>
      {isBehind && (
        <NoticeBar>
          The draft changed after you began to edit this text. Apply replaces these changes; undo
          brings them back.
        </NoticeBar>
      )}
      <Suspense fallback={<SkeletonRows />}>
        <JsonEditor
          key={revision}
          value={typed && opened !== undefined ? opened : saved}
          label="Dashboard JSON"
          onChange={type}
          check={problemsOf}
          shown={shown}
        />
      </Suspense>
      {problems.length > 0 && (
        <ul className={styles.problems} aria-label="Problems">
          {problems.map((problem, index) => (
            <li key={index}>
              <button
                type="button"
                onClick={() => setShown({ from: problem.from, to: problem.to })}
              >
                {problem.severity === 'error' ? (
                  <CircleX size={14} className={styles.error} aria-label="Error" />
                ) : (
                  <TriangleAlert size={14} className={styles.warning} aria-label="Warning" />
                )}
                <code>{problem.path || `Line ${problem.line}`}</code>
                <span>{problem.message}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function summaryOf(problems: readonly PlacedProblem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const count = (number: number, what: string) =>
    number === 0 ? [] : [`${number} ${number === 1 ? what : `${what}s`}`];
  return [...count(errors, 'error'), ...count(warnings, 'warning')].join(', ') || 'No problems';
}
