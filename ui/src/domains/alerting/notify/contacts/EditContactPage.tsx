/** Makes a contact point, or changes one with all its integrations. */
import { useEffect, useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { Plus, SearchX, Trash2 } from 'lucide-react';
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  Field,
  Input,
  LinkButton,
  PageBody,
  SkeletonRows,
  TopBar,
  useLeaveGuard,
} from '../../../../design';
import { errorMessage } from '../../../../kernel/api';
import { can } from '../../../../kernel/boot';
import { goTo, useQueryParams } from '../../../../kernel/location';
import { showProblems } from '../../parts/showProblems';
import { CONTACTS } from '../addresses';
import { Locked } from '../parts/Locked';
import { lockedReason } from '../parts/reasons';
import { useContactPoints, useReceiverForms, useSavePoint, type ContactPoint } from './api';
import { DeletePoint } from './ContactsPage';
import { IntegrationCard } from './IntegrationCard';
import { formOf, problemsOf, type IntegrationDraft, type ReceiverForm } from './model';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';

const crumbs = [{ label: 'Contact points', href: CONTACTS }];

export function NewContactPage(): ReactNode {
  return <Loaded name={undefined} />;
}

export function EditContactPage(): ReactNode {
  const name = useQueryParams().get('name') ?? '';
  return <Loaded key={name} name={name} />;
}

function Loaded({ name }: { name: string | undefined }): ReactNode {
  const points = useContactPoints();
  const forms = useReceiverForms();
  const [opened, setOpened] = useState<readonly ContactPoint[]>();
  // Read once: what others save meanwhile does not change the form.
  useEffect(() => {
    if (points.data && !points.isFetching) setOpened((before) => before ?? points.data);
  }, [points.data, points.isFetching]);
  const point = opened?.find((each) => each.name === name);
  const error = points.error ?? forms.error;
  if (opened && forms.data && (point || name === undefined))
    return <Editor point={point} taken={opened.map((each) => each.name)} forms={forms.data} />;
  return (
    <>
      <TopBar title={name ?? 'New contact point'} crumbs={crumbs} />
      <PageBody narrow>
        {error ? (
          <ErrorState error={error} />
        ) : opened && forms.data ? (
          <EmptyState
            icon={SearchX}
            title={`There is no contact point “${name}”`}
            actions={<LinkButton href={CONTACTS}>Contact points</LinkButton>}
          >
            It was deleted, or has another name now.
          </EmptyState>
        ) : (
          <SkeletonRows />
        )}
      </PageBody>
    </>
  );
}

const NEW: IntegrationDraft = {
  uid: '',
  type: 'email',
  settings: {},
  disableResolveMessage: false,
};

function Editor({
  point,
  taken,
  forms,
}: {
  point: ContactPoint | undefined;
  taken: readonly string[];
  forms: readonly ReceiverForm[];
}): ReactNode {
  const stored = useMemo(() => point?.integrations.map(draftOf) ?? [], [point]);
  const [name, setName] = useState(point?.name ?? '');
  const [drafts, setDrafts] = useState<readonly IntegrationDraft[]>(
    stored.length > 0 ? stored : [NEW],
  );
  const [tried, setTried] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const reason = lockedReason(point?.provenance, can('alerting:write'), 'this contact point');
  const isChanged =
    name !== (point?.name ?? '') ||
    JSON.stringify(drafts) !== JSON.stringify(stored.length > 0 ? stored : [NEW]);
  const guard = useLeaveGuard(isChanged && !reason);
  const leave = () => {
    guard.letGo();
    goTo(CONTACTS);
  };
  const save = useSavePoint(leave);
  const nameProblem = problemOfName(name.trim(), point?.name, taken);
  const isClean =
    !nameProblem &&
    drafts.every(
      (draft) => Object.keys(problemsOf(formOf(forms, draft.type), draft.settings)).length === 0,
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isClean)
      save.mutate({ from: point?.name ?? name.trim(), name: name.trim(), integrations: drafts });
    else showProblems(event.currentTarget, () => setTried(true));
  };
  return (
    <>
      <TopBar
        title={point?.name ?? 'New contact point'}
        crumbs={crumbs}
        actions={
          point &&
          !reason &&
          can('alerting:delete') && (
            <Button icon={Trash2} onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )
        }
      />
      <PageBody narrow>
        <form onSubmit={submit} noValidate className={look.form}>
          <Locked reason={reason} />
          <Card>
            <Field label="Name" hint={usesHint(point)} error={tried ? nameProblem : undefined}>
              <Input
                value={name}
                disabled={Boolean(reason)}
                autoFocus={!point}
                maxLength={200}
                onChange={setName}
              />
            </Field>
          </Card>
          {drafts.map((draft, index) => (
            <IntegrationCard
              key={draft.uid || `new-${index}`}
              pointName={name.trim()}
              draft={draft}
              stored={stored.find(({ uid }) => uid !== '' && uid === draft.uid)}
              forms={forms}
              tried={tried}
              readOnly={Boolean(reason)}
              onChange={(next) => setDrafts(drafts.with(index, next))}
              onRemove={drafts.length > 1 ? () => setDrafts(drafts.toSpliced(index, 1)) : undefined}
            />
          ))}
          {!reason && (
            <>
              <div>
                <Button icon={Plus} onClick={() => setDrafts([...drafts, NEW])}>
                  Add another integration
                </Button>
              </div>
              <footer className={look.foot}>
                {save.error && (
                  <p role="alert" className={styles.problem}>
                    {errorMessage(save.error)}
                  </p>
                )}
                <Button onClick={() => guard.leave(() => goTo(CONTACTS))}>Cancel</Button>
                <Button type="submit" variant="primary" busy={save.isPending}>
                  Save contact point
                </Button>
              </footer>
            </>
          )}
        </form>
      </PageBody>
      {guard.question}
      {deleting && point && (
        <DeletePoint point={point} onClose={() => setDeleting(false)} onDone={leave} />
      )}
    </>
  );
}

function draftOf({
  uid,
  type,
  settings,
  disableResolveMessage,
}: IntegrationDraft): IntegrationDraft {
  return { uid, type, settings, disableResolveMessage };
}

function problemOfName(
  name: string,
  stored: string | undefined,
  taken: readonly string[],
): string | undefined {
  if (name === '') return 'A contact point needs a name.';
  return name !== stored && taken.includes(name)
    ? 'Another contact point has this name.'
    : undefined;
}

function usesHint(point: ContactPoint | undefined): string {
  if (!point) return 'Policies and rules choose it by this name.';
  return point.usedBy.length === 0
    ? 'Nothing sends alerts here yet.'
    : `In use: ${point.usedBy.join(', ')}. A new name is written there too.`;
}
