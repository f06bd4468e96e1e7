/**
 * Creates or edits a silence. Links in notifications open it, often on a phone, so that it has few
 * and large controls.
 */
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Pencil } from 'lucide-react';
import { useParams } from 'wouter';
import {
  Button,
  Card,
  Field,
  LinkButton,
  PageBody,
  SkeletonRows,
  TextArea,
  TopBar,
} from '../../../../design';
import { errorMessage } from '../../../../kernel/api';
import { boot, can } from '../../../../kernel/boot';
import { goTo, useQueryParams } from '../../../../kernel/location';
import { SILENCES } from '../addresses';
import { BUILT_IN } from '../groups/api';
import { Locked } from '../parts/Locked';
import { MatcherRows, MatcherTags } from '../parts/MatcherRows';
import type { Matcher } from '../../model/matchers';
import { IntervalList } from '../muteTimings/IntervalList';
import { useSaveSilence, useSilence } from './api';
import { DurationFields } from './DurationFields';
import { MatchedAlerts } from './MatchedAlerts';
import { bodyOf, draftOf, linkedDraft, problemsOf, type SilenceDraft } from './model';
import { NotFoundState } from '../../parts/NotFoundState';
import { showProblems } from '../../parts/showProblems';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';
import own from './Silence.module.css';

const crumbs = [{ label: 'Silences', href: SILENCES }];

export function NewSilencePage(): ReactNode {
  const params = useQueryParams();
  return (
    <Editor
      title="New silence"
      initial={linkedDraft(params)}
      alertmanager={params.get('alertmanager') || BUILT_IN}
    />
  );
}

export function EditSilencePage(): ReactNode {
  const { id = '' } = useParams<{ id: string }>();
  const alertmanager = useQueryParams().get('alertmanager') || BUILT_IN;
  const silence = useSilence(alertmanager, id);
  const [initial, setInitial] = useState<SilenceDraft>();
  useEffect(() => {
    if (silence.data) setInitial((before) => before ?? draftOf(silence.data));
  }, [silence.data]);
  if (initial)
    return (
      <Editor
        title={initial.id ? 'Edit silence' : 'Recreate silence'}
        initial={initial}
        alertmanager={alertmanager}
      />
    );
  return (
    <>
      <TopBar title="Silence" crumbs={crumbs} />
      <PageBody narrow>
        {silence.error ? (
          <NotFoundState
            what="silence"
            error={silence.error}
            actions={<LinkButton href={SILENCES}>Silences</LinkButton>}
          />
        ) : (
          <SkeletonRows />
        )}
      </PageBody>
    </>
  );
}

function Editor({
  title,
  initial,
  alertmanager,
}: {
  title: string;
  initial: SilenceDraft;
  alertmanager: string;
}): ReactNode {
  const [draft, setDraft] = useState(initial);
  const [isSubmitted, setSubmitted] = useState(false);
  const [isKnown] = useState(() => problemsOf(initial, Date.now()).matchers === undefined);
  const change = (patch: Partial<SilenceDraft>) => setDraft((now) => ({ ...now, ...patch }));
  const list = `${SILENCES}${alertmanager === BUILT_IN ? '' : `?alertmanager=${encodeURIComponent(alertmanager)}`}`;
  const save = useSaveSilence(alertmanager, () => goTo(list));
  const problems = problemsOf(draft, Date.now());
  const shown: typeof problems = isSubmitted ? problems : {};
  const reason = can('alerting:write')
    ? undefined
    : 'Silencing alerts requires the Editor or Admin role.';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const now = Date.now();
    if (Object.keys(problemsOf(draft, now)).length > 0)
      showProblems(event.currentTarget, () => setSubmitted(true));
    else save.mutate(bodyOf(draft, boot().user?.login ?? '', now));
  };
  return (
    <>
      <TopBar title={title} crumbs={crumbs} />
      <PageBody narrow>
        <form onSubmit={submit} noValidate className={look.form}>
          <Locked reason={reason} />
          <fieldset disabled={Boolean(reason)} className={look.form}>
            <Card title="Duration">
              <DurationFields draft={draft} problem={shown.end} onChange={change} />
            </Card>
            <MatchersCard
              matchers={draft.matchers}
              isKnown={isKnown}
              problem={shown.matchers}
              onChange={(matchers) => change({ matchers })}
            />
            <MatchedAlerts matchers={draft.matchers} alertmanager={alertmanager} />
            <Card>
              <Field label="Comment" optional>
                <TextArea
                  rows={2}
                  value={draft.comment}
                  maxLength={4096}
                  onChange={(comment) => change({ comment })}
                />
              </Field>
            </Card>
            {alertmanager === BUILT_IN && (
              <details className={own.recurring} open={initial.recurring.length > 0 || undefined}>
                <summary>
                  Recurring silence
                  {draft.recurring.length > 0 ? ` (${draft.recurring.length})` : ''}
                </summary>
                <p className={look.dim}>
                  Silence alerts only during these intervals, for example nights or weekends, until
                  the silence ends.
                </p>
                <IntervalList
                  mayBeEmpty
                  intervals={draft.recurring}
                  onChange={(recurring) => change({ recurring })}
                />
              </details>
            )}
          </fieldset>
          {!reason && (
            <footer className={`${look.foot} ${own.foot}`}>
              {(save.error || shown.recurring) && (
                <p role="alert" className={styles.problem}>
                  {shown.recurring ?? (save.error && errorMessage(save.error))}
                </p>
              )}
              <Button size="lg" onClick={() => goTo(list)}>
                Cancel
              </Button>
              <Button size="lg" type="submit" variant="primary" busy={save.isPending}>
                {draft.id ? 'Save silence' : 'Create silence'}
              </Button>
            </footer>
          )}
        </form>
      </PageBody>
    </>
  );
}

interface MatchersCardProps {
  matchers: readonly Matcher[];
  /** Set by a link or a stored silence: shown as text until the user edits them. */
  isKnown: boolean;
  problem: string | undefined;
  onChange: (matchers: Matcher[]) => void;
}

function MatchersCard({ matchers, isKnown, problem, onChange }: MatchersCardProps): ReactNode {
  const [isOpen, setOpen] = useState(!isKnown);
  const rows = useRef<HTMLDivElement>(null);
  const open = () => {
    flushSync(() => setOpen(true));
    rows.current?.querySelector('input')?.focus();
  };
  return (
    <Card
      title="Matchers"
      subtitle="alerts that match all of them are silenced"
      actions={
        !isOpen && (
          <Button icon={Pencil} onClick={open}>
            Edit
          </Button>
        )
      }
    >
      <div ref={rows}>
        {isOpen ? (
          <MatcherRows large matchers={matchers} problem={problem} onChange={onChange} />
        ) : (
          <MatcherTags matchers={matchers} />
        )}
      </div>
    </Card>
  );
}
