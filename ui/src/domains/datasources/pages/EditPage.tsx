import { useEffect, useState, type ReactNode } from 'react';
import { Compass, Lock, Trash2, Unplug } from 'lucide-react';
import { useParams } from 'wouter';
import { exploreUrl } from '../../../data';
import {
  Button,
  EmptyState,
  ErrorState,
  LinkButton,
  PageBody,
  SkeletonRows,
  Tag,
  TopBar,
} from '../../../design';
import { ApiError } from '../../../kernel/api';
import { can, mayExplore } from '../../../kernel/boot';
import { setQuery, useQueryParams } from '../../../kernel/location';
import { useDataSource, useHealthTest, useUpdate, type DataSource } from '../api';
import { draftOf, inputOf } from '../draft';
import { useKind, type KindDetails } from '../kinds';
import { DeleteSource } from '../parts/DeleteSource';
import { HealthResult } from '../parts/HealthResult';
import { SourceForm } from '../parts/SourceForm';
import { UsageCard } from '../parts/UsageCard';
import styles from '../parts/DataSources.module.css';

const crumbs = [{ label: 'Data sources', href: '/datasources' }];

export function EditPage(): ReactNode {
  const { uid = '' } = useParams<{ uid: string }>();
  const source = useDataSource(uid);
  if (source.data) return <OneSource key={source.data.uid} source={source.data} />;
  const isGone = source.error instanceof ApiError && source.error.status === 404;
  return (
    <>
      <TopBar title="Data source" crumbs={crumbs} />
      <PageBody narrow>
        {source.isPending && <SkeletonRows />}
        {isGone && (
          <EmptyState
            icon={Unplug}
            title="Data source not found"
            actions={<LinkButton href="/datasources">Data sources</LinkButton>}
          >
            It may have been deleted, or its UID was changed.
          </EmptyState>
        )}
        {source.isError && !isGone && (
          <ErrorState error={source.error} onRetry={() => void source.refetch()} />
        )}
      </PageBody>
    </>
  );
}

function OneSource({ source }: { source: DataSource }): ReactNode {
  const [deleting, setDeleting] = useState(false);
  const kind = useKind(source.type);
  const update = useUpdate(source.uid);
  const { mutate: test, ...health } = useHealthTest(source.uid);
  const mayWrite = can('datasources:write');
  const readOnly = source.readOnly || !mayWrite;
  const wantsTest = useQueryParams().get('test') === 'true';
  const result = <HealthResult pending={health.isPending} health={health.data} />;

  useEffect(() => {
    if (!wantsTest) return;
    test();
    setQuery({ test: null }, { replace: true });
  }, [wantsTest, test]);

  return (
    <>
      <TopBar
        title={source.name}
        crumbs={crumbs}
        titleExtras={
          <span className="vd-wide-only">
            <Tag>{kind.data?.name ?? source.type}</Tag>{' '}
            {source.isDefault && <Tag tone="accent">Default</Tag>}{' '}
            {source.readOnly && <Tag icon={Lock}>Provisioned</Tag>}
          </span>
        }
        actions={
          <>
            {mayExplore() && (
              <LinkButton
                icon={Compass}
                href={exploreUrl({
                  a: {
                    datasource: source.uid,
                    queries: [{ refId: 'A' }],
                    range: { from: 'now-1h', to: 'now' },
                  },
                })}
              >
                Explore
              </LinkButton>
            )}
            {readOnly && (
              <Button busy={health.isPending} onClick={() => test()}>
                Test
              </Button>
            )}
            {!readOnly && can('datasources:delete') && (
              <Button icon={Trash2} onClick={() => setDeleting(true)}>
                Delete
              </Button>
            )}
          </>
        }
      />
      <PageBody narrow>
        <div className={styles.stack}>
          {readOnly && <WhyReadOnly source={source} />}
          {readOnly && result}
          {mayWrite && kind.isPending && <SkeletonRows />}
          {mayWrite && !kind.isPending && (
            <SourceForm
              key={source.version}
              kind={kind.data ?? missingKind(source)}
              initial={draftOf(source)}
              readOnly={readOnly}
              busy={update.isPending || health.isPending}
              error={update.error}
              result={readOnly ? undefined : result}
              onSave={(draft) => update.mutate(inputOf(draft), { onSuccess: () => test() })}
            />
          )}
          <UsageCard uid={source.uid} />
        </div>
      </PageBody>
      {deleting && <DeleteSource source={source} onClose={() => setDeleting(false)} />}
    </>
  );
}

function WhyReadOnly({ source }: { source: DataSource }): ReactNode {
  const { provisionedFrom } = source;
  const mayWrite = can('datasources:write');
  return (
    <p className={styles.note}>
      <Lock size={15} aria-hidden />
      <span>
        {!mayWrite && 'You need the Admin role to view the settings of a data source.'}
        {mayWrite && provisionedFrom && (
          <>
            The provisioning file <code>{provisionedFrom}</code> defines this data source. Change it
            there.
          </>
        )}
        {mayWrite &&
          !provisionedFrom &&
          'This data source is provisioned from a file and is not editable.'}
      </span>
    </p>
  );
}

/** A stored source whose plugin is not installed can be looked at, and keeps its settings. */
function missingKind({ type }: DataSource): KindDetails {
  return {
    id: type,
    name: type,
    enabled: false,
    category: '',
    signature: '',
    info: { description: '' },
  };
}
