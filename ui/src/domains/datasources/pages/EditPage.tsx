import { useEffect, useState, type ReactNode } from 'react';
import { Lock, Trash2, Unplug } from 'lucide-react';
import { useParams } from 'wouter';
import { Button, ConfirmDialog, EmptyState, ErrorState, LinkButton, PageBody, SkeletonRows, Tag, TopBar } from '../../../design';
import { ApiError } from '../../../kernel/api';
import { can } from '../../../kernel/boot';
import { goTo, setQuery, useQueryParams } from '../../../kernel/location';
import { useDataSource, useHealthTest, useRemove, useUpdate, type DataSource } from '../api';
import { draftOf, inputOf } from '../draft';
import { kindOf } from '../kinds';
import { HealthResult } from '../parts/HealthResult';
import { SourceForm } from '../parts/SourceForm';
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
          <EmptyState icon={Unplug} title="This data source does not exist" actions={<LinkButton href="/datasources">Data sources</LinkButton>}>
            It was deleted, or its identifier was changed.
          </EmptyState>
        )}
        {source.isError && !isGone && <ErrorState error={source.error} onRetry={() => void source.refetch()} />}
      </PageBody>
    </>
  );
}

function OneSource({ source }: { source: DataSource }): ReactNode {
  const [deleting, setDeleting] = useState(false);
  const kind = kindOf(source.type);
  const update = useUpdate(source.uid);
  const remove = useRemove(() => goTo('/datasources', { replace: true }));
  const { mutate: test, ...health } = useHealthTest(source.uid);
  const readOnly = source.readOnly || !can('datasources:write');
  const wantsTest = useQueryParams().get('test') === 'true';

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
            <Tag>{source.typeName || kind.name}</Tag> {source.isDefault && <Tag tone="accent">Default</Tag>}{' '}
            {source.readOnly && <Tag icon={Lock}>Provisioned</Tag>}
          </span>
        }
        actions={
          <>
            <Button busy={health.isPending} onClick={() => test()}>
              Test
            </Button>
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
          <HealthResult pending={health.isPending} health={health.data} />
          {source.readOnly && (
            <p className={styles.note}>
              <Lock size={15} aria-hidden /> A provisioning file defines this data source. Change the file to change it here.
            </p>
          )}
          <SourceForm
            key={source.version}
            kind={kind}
            initial={draftOf(source)}
            readOnly={readOnly}
            saveLabel="Save and test"
            busy={update.isPending}
            error={update.error}
            onSave={(draft) => update.mutate(inputOf(draft), { onSuccess: () => test() })}
          />
        </div>
      </PageBody>
      {deleting && (
        <ConfirmDialog
          title={`Delete ${source.name}?`}
          confirm="Delete data source"
          danger
          busy={remove.isPending}
          onClose={() => setDeleting(false)}
          onConfirm={() => remove.mutate(source.uid)}
        >
          Panels that ask it show an error until they are given another data source. Its secrets are gone for good.
        </ConfirmDialog>
      )}
    </>
  );
}
