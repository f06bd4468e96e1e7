/** The notification template groups, and the default templates. */
import type { ReactNode } from 'react';
import { FileText } from 'lucide-react';
import { TEMPLATES_EXPORT } from '../../model/exports';
import { NEW_TEMPLATE, templateUrl } from '../addresses';
import { DeleteDialog } from '../parts/DeleteDialog';
import { ResourceItem } from '../parts/ResourceItem';
import { ResourceListPage } from '../parts/ResourceListPage';
import { useDefaultTemplates, useDeleteTemplate, useTemplates, type TemplateGroup } from './api';
import { definedNames } from './model';
import look from '../parts/Notify.module.css';
import own from './Templates.module.css';

export function TemplatesPage(): ReactNode {
  return (
    <ResourceListPage
      title="Notification templates"
      icon={FileText}
      resources={useTemplates()}
      create={{ label: 'New template', href: NEW_TEMPLATE }}
      exportPath={TEMPLATES_EXPORT}
      description="Notifications use the default templates. Add a template and use it in the settings of a contact point, or redefine a default template."
      after={<DefaultTemplates />}
      renderItem={(group) => <TemplateItem key={group.name} group={group} />}
    />
  );
}

function TemplateItem({ group }: { group: TemplateGroup }): ReactNode {
  const names = definedNames(group.template);
  return (
    <ResourceItem
      name={group.name}
      href={templateUrl(group.name)}
      provenance={group.provenance}
      renderDelete={(onClose) => <DeleteTemplate name={group.name} onClose={onClose} />}
    >
      <span className={look.dim}>
        {names.length > 0 ? `Defines ${names.join(', ')}` : 'Defines no templates'}
      </span>
    </ResourceItem>
  );
}

function DeleteTemplate({ name, onClose }: { name: string; onClose: () => void }): ReactNode {
  return (
    <DeleteDialog name={name} kind="template" remove={useDeleteTemplate(onClose)} onClose={onClose}>
      Notifications that use its templates are sent with the unrendered text and the error.
    </DeleteDialog>
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
