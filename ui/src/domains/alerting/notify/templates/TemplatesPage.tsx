/** The notification template groups, and the default templates. */
import { useState, type ReactNode } from 'react';
import { FileText, Lock, Plus, Trash2 } from 'lucide-react';
import { Link } from 'wouter';
import {
  Card,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  IconButton,
  LinkButton,
  PageBody,
  SkeletonRows,
  Tag,
  TopBar,
} from '../../../../design';
import { can } from '../../../../kernel/boot';
import { TEMPLATES_EXPORT } from '../../model/exports';
import { AlertingLinks } from '../../parts/AlertingLinks';
import { ExportButton } from '../../parts/ExportDialog';
import { NEW_TEMPLATE, templateUrl } from '../addresses';
import { lockedReason } from '../parts/reasons';
import { useDefaultTemplates, useDeleteTemplate, useTemplates, type TemplateGroup } from './api';
import { definedNames } from './model';
import styles from '../../parts/Alerting.module.css';
import look from '../parts/Notify.module.css';
import own from './Templates.module.css';

export function TemplatesPage(): ReactNode {
  const templates = useTemplates();
  const add = can('alerting:write') && (
    <LinkButton href={NEW_TEMPLATE} variant="primary" icon={Plus}>
      New template
    </LinkButton>
  );
  return (
    <>
      <TopBar
        title="Notification templates"
        actions={
          <>
            {templates.data && templates.data.length > 0 && (
              <ExportButton name="all notification templates" path={TEMPLATES_EXPORT} />
            )}
            {add}
          </>
        }
        toolbar={<AlertingLinks />}
      />
      <PageBody>
        <div className={styles.stack}>
          <Card flush>
            {templates.isPending && <SkeletonRows />}
            {templates.error && !templates.data && (
              <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />
            )}
            {templates.data?.length === 0 && (
              <div className={styles.empty}>
                <EmptyState icon={FileText} title="No notification templates" actions={add}>
                  Notifications use the default templates. Add a template and use it in the settings
                  of a contact point, or redefine a default template.
                </EmptyState>
              </div>
            )}
            <ul className={look.list} aria-label="Notification templates">
              {templates.data?.map((group) => (
                <TemplateItem key={group.name} group={group} />
              ))}
            </ul>
          </Card>
          <DefaultTemplates />
        </div>
      </PageBody>
    </>
  );
}

function TemplateItem({ group }: { group: TemplateGroup }): ReactNode {
  const [deleting, setDeleting] = useState(false);
  const remove = useDeleteTemplate(() => setDeleting(false));
  const locked = lockedReason(group.provenance, can('alerting:delete'), 'this template');
  const names = definedNames(group.template);
  return (
    <li className={look.item}>
      <div className={look.main}>
        <div className={look.head}>
          <Link href={templateUrl(group.name)}>{group.name}</Link>
          {group.provenance && <Tag icon={Lock}>Provisioned</Tag>}
        </div>
        <span className={look.dim}>
          {names.length > 0 ? `Defines ${names.join(', ')}` : 'Defines no templates'}
        </span>
      </div>
      {!locked && (
        <div className={look.buttons}>
          <IconButton
            icon={Trash2}
            label={`Delete ${group.name}`}
            onClick={() => setDeleting(true)}
          />
        </div>
      )}
      {deleting && (
        <ConfirmDialog
          title={`Delete ${group.name}?`}
          confirm="Delete template"
          danger
          busy={remove.isPending}
          onClose={() => setDeleting(false)}
          onConfirm={() => remove.mutate(group.name)}
        >
          Notifications that use its templates are sent with the unrendered text and the error.
        </ConfirmDialog>
      )}
    </li>
  );
}

function DefaultTemplates(): ReactNode {
  const defaults = useDefaultTemplates();
  if (!defaults.data) return null;
  return (
    <details className={own.defaults}>
      <summary>Default templates</summary>
      <pre tabIndex={0}>{defaults.data.template}</pre>
    </details>
  );
}
