/** Creates or edits a notification template group, with a preview of its output. */
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { SearchX } from 'lucide-react';
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
  TextArea,
  TopBar,
  useLeaveGuard,
} from '../../../../design';
import { errorMessage } from '../../../../kernel/api';
import { can } from '../../../../kernel/boot';
import { goTo, useQueryParams } from '../../../../kernel/location';
import { TEMPLATES } from '../addresses';
import { showProblems } from '../../parts/showProblems';
import { Locked } from '../parts/Locked';
import { lockedReason } from '../parts/reasons';
import { useSaveTemplate, useTemplates, type TemplateGroup } from './api';
import { EXAMPLE, lineSpan } from './model';
import { PreviewCard } from './PreviewCard';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';
import own from './Templates.module.css';

const crumbs = [{ label: 'Notification templates', href: TEMPLATES }];

export function NewTemplatePage(): ReactNode {
  const templates = useTemplates();
  if (!templates.data && !templates.error) return <Loading title="New template" />;
  return <Editor group={undefined} taken={templates.data?.map(({ name }) => name) ?? []} />;
}

export function EditTemplatePage(): ReactNode {
  const name = useQueryParams().get('name') ?? '';
  const templates = useTemplates();
  const [opened, setOpened] = useState<readonly TemplateGroup[]>();
  useEffect(() => {
    if (templates.data && !templates.isFetching) setOpened((before) => before ?? templates.data);
  }, [templates.data, templates.isFetching]);
  const group = opened?.find((each) => each.name === name);
  if (group) return <Editor group={group} taken={[]} />;
  if (!opened && !templates.error) return <Loading title={name} />;
  return (
    <>
      <TopBar title={name} crumbs={crumbs} />
      <PageBody narrow>
        {templates.error ? (
          <ErrorState error={templates.error} />
        ) : (
          <EmptyState
            icon={SearchX}
            title={`Template “${name}” not found`}
            actions={<LinkButton href={TEMPLATES}>Notification templates</LinkButton>}
          >
            It may have been deleted.
          </EmptyState>
        )}
      </PageBody>
    </>
  );
}

function Loading({ title }: { title: string }): ReactNode {
  return (
    <>
      <TopBar title={title} crumbs={crumbs} />
      <PageBody>
        <SkeletonRows />
      </PageBody>
    </>
  );
}

function Editor({
  group,
  taken,
}: {
  group: TemplateGroup | undefined;
  taken: readonly string[];
}): ReactNode {
  const [name, setName] = useState(group?.name ?? '');
  const [text, setText] = useState(group?.template ?? EXAMPLE);
  const [isSubmitted, setSubmitted] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const reason = lockedReason(group?.provenance, can('alerting:write'), 'this template');
  const isChanged = name !== (group?.name ?? '') || text !== (group?.template ?? EXAMPLE);
  const guard = useLeaveGuard(isChanged && !reason);
  const save = useSaveTemplate(() => {
    guard.letGo();
    goTo(TEMPLATES);
  });
  const nameProblem = !name.trim()
    ? 'Enter a name.'
    : taken.includes(name.trim())
      ? 'A template with this name already exists.'
      : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (nameProblem) showProblems(event.currentTarget, () => setSubmitted(true));
    else save.mutate({ name: name.trim(), template: text, version: group?.version ?? '' });
  };
  const showLine = (line: number) => {
    const input = area.current?.querySelector('textarea');
    input?.focus();
    input?.setSelectionRange(...lineSpan(text, line));
  };
  return (
    <>
      <TopBar title={group?.name ?? 'New template'} crumbs={crumbs} />
      <PageBody>
        <form onSubmit={submit} noValidate className={look.form}>
          <Locked reason={reason} />
          <div className={own.columns}>
            <Card title="Template">
              <div className={look.form}>
                {!group && (
                  <Field
                    label="Name"
                    error={isSubmitted ? nameProblem : undefined}
                    hint="Name of the template group. Contact points use the names that are defined in the content."
                  >
                    <Input value={name} autoFocus maxLength={190} onChange={setName} />
                  </Field>
                )}
                <div ref={area}>
                  <Field
                    label="Content"
                    hint="Go template. All contact points can use the templates that it defines."
                  >
                    <TextArea
                      mono
                      rows={22}
                      spellCheck={false}
                      readOnly={Boolean(reason)}
                      className={own.text}
                      value={text}
                      onChange={setText}
                    />
                  </Field>
                </div>
              </div>
            </Card>
            {can('alerting:write') && (
              <PreviewCard name={name.trim() || 'content'} text={text} onLine={showLine} />
            )}
          </div>
          {!reason && (
            <footer className={look.foot}>
              {save.error && (
                <p role="alert" className={styles.problem}>
                  {errorMessage(save.error)}
                </p>
              )}
              <Button onClick={() => guard.leave(() => goTo(TEMPLATES))}>Cancel</Button>
              <Button type="submit" variant="primary" busy={save.isPending}>
                Save template
              </Button>
            </footer>
          )}
        </form>
      </PageBody>
      {guard.question}
    </>
  );
}
