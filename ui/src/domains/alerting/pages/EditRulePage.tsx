/** Writes a new alert rule, or changes one. */
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { Lock } from 'lucide-react';
import { useParams } from 'wouter';
import { LinkButton, PageBody, SkeletonRows, TopBar } from '../../../design';
import { can } from '../../../kernel/boot';
import { useQueryParams } from '../../../kernel/location';
import { bootSources } from '../../../querying/bootSources';
import { useGroup, useRule } from '../api';
import { EditorForm } from '../editor/EditorForm';
import { firstSource, newSourceQuery } from '../editor/newQuery';
import { RULES, ruleUrl } from '../model/addresses';
import { draftOf, intervalText, newDraft, type RuleDraft } from '../model/draft';
import { prefilled } from '../model/prefill';
import { readOnlyReason } from '../model/rules';
import { NotFoundState } from '../parts/NotFoundState';
import styles from '../parts/Alerting.module.css';

const crumbs = [{ label: 'Alert rules', href: RULES }];

export function NewRulePage(): ReactNode {
  const params = useQueryParams();
  const copied = params.get('copy') ?? '';
  const defaults = params.get('defaults') ?? '';
  const returnTo = ownPath(params.get('returnTo'));
  if (!can('alerting:write'))
    return (
      <Refused
        title="New alert rule"
        why="You need the Editor or Admin role to create alert rules."
      />
    );
  return (
    <>
      <TopBar title="New alert rule" crumbs={crumbs} />
      <PageBody>
        {copied ? <Copied uid={copied} /> : <Empty defaults={defaults} returnTo={returnTo} />}
      </PageBody>
    </>
  );
}

/** Only places of this product are gone back to. */
function ownPath(path: string | null): string | undefined {
  return path && /^\/(?![/\\])/.test(path) ? path : undefined;
}

function Empty({ defaults, returnTo }: { defaults: string; returnTo?: string }): ReactNode {
  const [initial, setInitial] = useState<RuleDraft>();
  useEffect(() => {
    let active = true;
    void newSourceQuery(firstSource(bootSources()), 'A').then((query) => {
      const empty = newDraft(query);
      if (active) setInitial((defaults && prefilled(empty, defaults)) || empty);
    });
    return () => {
      active = false;
    };
  }, [defaults]);
  return initial ? (
    <EditorForm
      initial={initial}
      runsPreview={defaults !== ''}
      {...(returnTo ? { returnTo } : {})}
    />
  ) : (
    <SkeletonRows />
  );
}

function Copied({ uid }: { uid: string }): ReactNode {
  const loaded = useDraft(uid);
  const copy = useMemo(
    () =>
      loaded.draft && {
        ...loaded.draft,
        uid: '',
        version: undefined,
        title: `${loaded.draft.title} (copy)`,
      },
    [loaded.draft],
  );
  if (copy) return <EditorForm initial={copy} runsPreview />;
  return loaded.error ? <Missing error={loaded.error} /> : <SkeletonRows />;
}

function Missing({ error }: { error: Error }): ReactNode {
  return (
    <NotFoundState
      what="alert rule"
      error={error}
      actions={<LinkButton href={RULES}>Alert rules</LinkButton>}
    />
  );
}

export function EditRulePage(): ReactNode {
  const { uid = '' } = useParams<{ uid: string }>();
  const loaded = useDraft(uid);
  const { draft, provenance } = loaded;
  const why = draft && readOnlyReason(provenance, can('alerting:write'));
  if (draft && why) return <Refused title={draft.title} why={why} uid={uid} />;
  return (
    <>
      <TopBar title={draft?.title ?? 'Alert rule'} crumbs={crumbs} />
      <PageBody>
        {draft && <EditorForm key={uid} initial={draft} runsPreview />}
        {!draft && (loaded.error ? <Missing error={loaded.error} /> : <SkeletonRows />)}
      </PageBody>
    </>
  );
}

/** Read once: what others save meanwhile does not change the form. */
function useDraft(uid: string): {
  draft: RuleDraft | undefined;
  provenance: string;
  error: Error | null;
} {
  const rule = useRule(uid);
  const group = useGroup(rule.data?.folderUID ?? '', rule.data?.ruleGroup ?? '');
  const [draft, setDraft] = useState<RuleDraft>();
  useEffect(() => {
    if (rule.data && group.data)
      setDraft((before) => before ?? draftOf(rule.data, intervalText(group.data.interval)));
  }, [rule.data, group.data]);
  return { draft, provenance: rule.data?.provenance ?? '', error: rule.error ?? group.error };
}

function Refused({ title, why, uid }: { title: string; why: string; uid?: string }): ReactNode {
  return (
    <>
      <TopBar title={title} crumbs={crumbs} />
      <PageBody narrow>
        <div className={styles.stack}>
          <p className={styles.note}>
            <Lock size={15} aria-hidden /> {why}
          </p>
          <div>
            <LinkButton href={uid ? ruleUrl(uid) : RULES}>
              {uid ? 'View rule' : 'View alert rules'}
            </LinkButton>
          </div>
        </div>
      </PageBody>
    </>
  );
}
