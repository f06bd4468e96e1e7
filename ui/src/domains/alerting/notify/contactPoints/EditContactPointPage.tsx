/** Creates or edits a contact point with all its integrations. */
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
import { CONTACT_POINTS } from '../addresses';
import { Locked } from '../parts/Locked';
import { lockedReason } from '../parts/reasons';
import { useContactPoints, useReceiverForms, useSaveContactPoint, type ContactPoint } from './api';
import { DeleteContactPoint } from './DeleteContactPoint';
import { IntegrationCard } from './IntegrationCard';
import { formOf, problemsOf, type IntegrationDraft, type ReceiverForm } from './model';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';

const crumbs = [{ label: 'Contact points', href: CONTACT_POINTS }];

export function NewContactPointPage(): ReactNode {
  return <Loaded name={undefined} />;
}

export function EditContactPointPage(): ReactNode {
  const name = useQueryParams().get('name') ?? '';
  return <Loaded key={name} name={name} />;
}

function Loaded({ name }: { name: string | undefined }): ReactNode {
  const points = useContactPoints();
  const forms = useReceiverForms();
  const [opened, setOpened] = useState<readonly ContactPoint[]>();
  // Read once, so that changes by others do not change the form.
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
            title={`Contact point “${name}” not found`}
            actions={<LinkButton href={CONTACT_POINTS}>Contact points</LinkButton>}
          >
            It may have been deleted or renamed.
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
  const [isSubmitted, setSubmitted] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const reason = lockedReason(point?.provenance, can('alerting:write'), 'this contact point');
  const isChanged =
    name !== (point?.name ?? '') ||
    JSON.stringify(drafts) !== JSON.stringify(stored.length > 0 ? stored : [NEW]);
  const guard = useLeaveGuard(isChanged && !reason);
  const leave = () => {
    guard.letGo();
    goTo(CONTACT_POINTS);
  };
  const save = useSaveContactPoint(leave);
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
    else showProblems(event.currentTarget, () => setSubmitted(true));
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
            <Field
              label="Name"
              hint={usesHint(point)}
              error={isSubmitted ? nameProblem : undefined}
            >
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
              isSubmitted={isSubmitted}
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
                <Button onClick={() => guard.leave(() => goTo(CONTACT_POINTS))}>Cancel</Button>
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
        <DeleteContactPoint point={point} onClose={() => setDeleting(false)} onDone={leave} />
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
  if (name === '') return 'Enter a name.';
  return name !== stored && taken.includes(name)
    ? 'A contact point with this name already exists.'
    : undefined;
}

function usesHint(point: ContactPoint | undefined): string {
  if (!point)
    return 'Notification policies and alert rules refer to the contact point by this name.';
  return point.usedBy.length === 0
    ? 'No notification policy and no alert rule uses this contact point.'
    : `Used by: ${point.usedBy.join(', ')}. A new name also applies there.`;
}
