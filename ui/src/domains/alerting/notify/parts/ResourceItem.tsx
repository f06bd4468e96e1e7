/** One resource of a list page: its link, tags, details and actions. */
import { useState, type ReactNode } from 'react';
import { Download, Lock, Trash2 } from 'lucide-react';
import { Link } from 'wouter';
import { IconButton, Tag } from '../../../../design';
import { can } from '../../../../kernel/boot';
import { ExportDialog, type Exported } from '../../parts/ExportDialog';
import { lockedReason } from './reasons';
import look from './Notify.module.css';

export interface ResourceItemProps {
  name: string;
  href: string;
  provenance: string | undefined;
  tags?: ReactNode;
  /** The details below the name. */
  children: ReactNode;
  /** The path and query of the export of this resource. */
  exported?: Omit<Exported, 'name'>;
  /** The dialog that confirms the deletion. */
  renderDelete: (onClose: () => void) => ReactNode;
}

export function ResourceItem({
  name,
  href,
  provenance,
  tags,
  children,
  exported,
  renderDelete,
}: ResourceItemProps): ReactNode {
  const [open, setOpen] = useState<'delete' | 'export'>();
  const close = () => setOpen(undefined);
  const mayDelete = !lockedReason(provenance, can('alerting:delete'), name);
  return (
    <li className={look.item}>
      <div className={look.main}>
        <div className={look.head}>
          <Link href={href}>{name}</Link>
          {provenance && <Tag icon={Lock}>Provisioned</Tag>}
          {tags}
        </div>
        {children}
      </div>
      <div className={look.icons}>
        {exported && (
          <IconButton icon={Download} label={`Export ${name}`} onClick={() => setOpen('export')} />
        )}
        {mayDelete && (
          <IconButton icon={Trash2} label={`Delete ${name}`} onClick={() => setOpen('delete')} />
        )}
      </div>
      {open === 'export' && exported && <ExportDialog name={name} {...exported} onClose={close} />}
      {open === 'delete' && renderDelete(close)}
    </li>
  );
}
