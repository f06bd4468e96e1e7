import type { ReactNode } from 'react';
import { Lock } from 'lucide-react';
import { useParams } from 'wouter';
import { ErrorState, PageBody, SkeletonRows, Tag, TopBar } from '../../../design';
import { can } from '../../../kernel/boot';
import { goTo } from '../../../kernel/location';
import type { Correlation } from '../../../querying/correlations';
import { useCorrelation, useSave } from '../correlations/api';
import { CorrelationForm } from '../correlations/CorrelationForm';
import { draftOf, newCorrelation } from '../correlations/draft';
import styles from '../correlations/Correlations.module.css';

const crumbs = [
  { label: 'Data sources', href: '/datasources' },
  { label: 'Correlations', href: '/datasources/correlations' },
];
const toList = () => goTo('/datasources/correlations');

export function NewCorrelationPage(): ReactNode {
  const save = useSave(undefined, toList);
  return (
    <>
      <TopBar title="Add correlation" crumbs={crumbs} />
      <PageBody narrow>
        <CorrelationForm
          isNew
          initial={newCorrelation()}
          readOnly={!can('datasources:write')}
          busy={save.isPending}
          error={save.error}
          onSave={save.mutate}
        />
      </PageBody>
    </>
  );
}

export function CorrelationPage(): ReactNode {
  const { source = '', uid = '' } = useParams<{ source: string; uid: string }>();
  const stored = useCorrelation(source, uid);
  if (stored.data) return <OneCorrelation key={uid} correlation={stored.data} />;
  return (
    <>
      <TopBar title="Correlation" crumbs={crumbs} />
      <PageBody narrow>
        {stored.isPending && <SkeletonRows />}
        {stored.isError && (
          <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />
        )}
      </PageBody>
    </>
  );
}

function OneCorrelation({ correlation }: { correlation: Correlation }): ReactNode {
  const save = useSave(correlation.uid, toList);
  const { provisioned = false, label } = correlation;
  return (
    <>
      <TopBar
        title={label || 'Correlation'}
        crumbs={crumbs}
        titleExtras={provisioned && <Tag icon={Lock}>Provisioned</Tag>}
      />
      <PageBody narrow>
        {provisioned && (
          <p className={styles.note}>
            <Lock size={15} aria-hidden /> The provisioning file of its data source defines this
            correlation. Change it there.
          </p>
        )}
        <CorrelationForm
          isNew={false}
          initial={draftOf(correlation)}
          readOnly={provisioned || !can('datasources:write')}
          busy={save.isPending}
          error={save.error}
          onSave={save.mutate}
        />
      </PageBody>
    </>
  );
}
