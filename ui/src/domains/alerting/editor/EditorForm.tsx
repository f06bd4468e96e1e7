/** The rule editor: one form from the name to the notifications. */
import { useCallback, useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Button, useLeaveGuard } from '../../../design';
import { errorMessage } from '../../../kernel/api';
import { goTo } from '../../../kernel/location';
import { useShortcuts } from '../../../kernel/shortcuts';
import { useSaveRule } from '../api';
import { RULES, ruleUrl } from '../model/addresses';
import { bodyOf, isSameLogic, type RuleDraft, type RuleLogic } from '../model/draft';
import { isClean, NO_PROBLEMS, problemsOf } from '../model/problems';
import { secondsOf } from '../model/times';
import { showProblems } from '../parts/showProblems';
import { usePreview } from '../preview/usePreview';
import { BacktestCard } from './BacktestCard';
import { EvaluationCard } from './EvaluationCard';
import { isEmptyQuery } from './newQuery';
import { NotificationsCard } from './NotificationsCard';
import { NameCard } from './NameCard';
import { QueriesCard } from './QueriesCard';
import { LabelsCard } from './LabelsCard';
import styles from './Editor.module.css';

export interface EditorFormProps {
  initial: RuleDraft;
  /** Runs the preview immediately, because the queries are complete. */
  runsPreview: boolean;
  /** The page that opens after saving or cancelling. */
  returnTo?: string;
}

export function EditorForm({ initial, runsPreview, returnTo }: EditorFormProps): ReactNode {
  const [draft, setDraft] = useState(initial);
  const [isSubmitted, setSubmitted] = useState(false);
  // Not memoized: the code of a data source, which recognizes empty queries, loads later.
  const problems = problemsOf(draft, isEmptyQuery);
  const preview = usePreview(draft, runsPreview);
  const isChanged = useMemo(
    () => JSON.stringify(draft) !== JSON.stringify(initial),
    [draft, initial],
  );
  const guard = useLeaveGuard(isChanged);
  const save = useSaveRule(({ uid }) => {
    guard.letGo();
    goTo(returnTo ?? ruleUrl(uid));
  });
  const change = useCallback(
    (patch: Partial<RuleDraft>) => setDraft((now) => ({ ...now, ...patch })),
    [],
  );
  const part = { draft, problems: isSubmitted ? problems : NO_PROBLEMS, change };
  const logicPart = { ...part, draft: useLogic(draft) };
  const latest = useRef(draft);
  latest.current = draft;
  const body = useCallback(() => bodyOf(latest.current), []);
  const store = (form: HTMLFormElement | null) => {
    if (isClean(problems))
      save.mutate({
        body: bodyOf(draft),
        version: draft.version,
        interval: secondsOf(draft.interval),
      });
    else showProblems(form, () => setSubmitted(true));
  };
  useShortcuts([
    {
      keys: 'mod+s',
      label: 'Save the rule',
      group: 'Alert rule',
      inInputs: true,
      run: (event) => (event.preventDefault(), store(document.querySelector('form'))),
    },
  ]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    store(event.currentTarget);
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <NameCard {...part} />
      <QueriesCard {...logicPart} preview={preview} />
      <EvaluationCard {...logicPart} />
      {draft.kind === 'alerting' && <BacktestCard interval={draft.interval} body={body} />}
      <LabelsCard {...part} />
      {draft.kind === 'alerting' && <NotificationsCard {...part} />}
      <footer className={styles.foot}>
        {save.error && (
          <p role="alert" className={styles.problem}>
            {errorMessage(save.error)}
          </p>
        )}
        {isSubmitted && !isClean(problems) && (
          <p role="alert" className={styles.problem}>
            Some fields above are missing or not valid.
          </p>
        )}
        <span className={styles.grow} />
        <Button
          onClick={() =>
            guard.leave(() => goTo(returnTo ?? (draft.uid ? ruleUrl(draft.uid) : RULES)))
          }
        >
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save rule
        </Button>
      </footer>
      {guard.question}
    </form>
  );
}

/** The same object as before while only texts of the rule change. */
function useLogic(draft: RuleDraft): RuleLogic {
  const [logic, setLogic] = useState<RuleLogic>(draft);
  if (isSameLogic(logic, draft)) return logic;
  setLogic(draft);
  return draft;
}
