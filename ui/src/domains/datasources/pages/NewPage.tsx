import { useState, type ReactNode } from 'react';
import { Lock } from 'lucide-react';
import { EmptyState, LinkButton, PageBody, TopBar } from '../../../design';
import { can } from '../../../kernel/boot';
import { goTo } from '../../../kernel/location';
import { useCreate } from '../api';
import { inputOf, newDraft } from '../draft';
import { kinds, type Kind } from '../kinds';
import { SourceForm } from '../parts/SourceForm';
import styles from '../parts/DataSources.module.css';

export function NewPage(): ReactNode {
  const [kind, setKind] = useState<Kind | null>(null);
  const create = useCreate(({ uid }) => goTo(`/datasources/edit/${uid}?test=true`));
  const crumbs = [{ label: 'Data sources', href: '/datasources' }];
  if (!can('datasources:write')) {
    return (
      <>
        <TopBar title="Add data source" crumbs={crumbs} />
        <EmptyState icon={Lock} title="Adding data sources needs the Admin role" actions={<LinkButton href="/datasources">Data sources</LinkButton>} />
      </>
    );
  }
  return (
    <>
      <TopBar title={kind ? `New ${kind.name} data source` : 'Add data source'} crumbs={crumbs} />
      <PageBody narrow>
        {kind ? (
          <SourceForm
            kind={kind}
            initial={newDraft(kind.type, kind.name)}
            saveLabel="Save and test"
            busy={create.isPending}
            error={create.error}
            onSave={(draft) => create.mutate(inputOf(draft))}
            onCancel={() => setKind(null)}
          />
        ) : (
          <div className={styles.kinds}>
            {kinds.map((one) => (
              <button key={one.type} type="button" className={styles.kind} onClick={() => setKind(one)}>
                <span className={styles.icon}>
                  <one.icon size={18} aria-hidden />
                </span>
                <span>
                  <strong>{one.name}</strong>
                  <small>{one.description}</small>
                </span>
              </button>
            ))}
          </div>
        )}
      </PageBody>
    </>
  );
}
