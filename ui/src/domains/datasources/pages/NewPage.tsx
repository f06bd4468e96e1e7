import { useState, type ReactNode } from 'react';
import { Lock } from 'lucide-react';
import {
  EmptyState,
  ErrorState,
  LinkButton,
  PageBody,
  SearchInput,
  SkeletonRows,
  Tag,
  TopBar,
} from '../../../design';
import { can } from '../../../kernel/boot';
import { goTo, setQuery, useQueryParams } from '../../../kernel/location';
import { bootSources } from '../../../querying/bootSources';
import { useCreate } from '../api';
import { inputOf, newDraft } from '../draft';
import { matchingKinds, useKind, useKinds, type Kind, type KindDetails } from '../kinds';
import { KindIcon } from '../parts/KindIcon';
import { SourceForm } from '../parts/SourceForm';
import styles from '../parts/DataSources.module.css';

const crumbs = [{ label: 'Data sources', href: '/datasources' }];

export function NewPage(): ReactNode {
  const chosen = useQueryParams().get('kind');
  if (!can('datasources:write')) {
    return (
      <>
        <TopBar title="Add data source" crumbs={crumbs} />
        <EmptyState
          icon={Lock}
          title="You need the Admin role to add data sources"
          actions={<LinkButton href="/datasources">Data sources</LinkButton>}
        />
      </>
    );
  }
  return chosen ? <NewSource type={chosen} /> : <ChooseKind />;
}

function ChooseKind(): ReactNode {
  const [text, setText] = useState('');
  const kinds = useKinds();
  const found = matchingKinds(kinds.data ?? [], text);
  return (
    <>
      <TopBar
        title="Add data source"
        crumbs={crumbs}
        toolbar={
          <SearchInput
            label="Search data source types"
            placeholder="Search types"
            value={text}
            onChange={setText}
          />
        }
      />
      <PageBody narrow>
        {kinds.isPending && <SkeletonRows />}
        {kinds.isError && <ErrorState error={kinds.error} onRetry={() => void kinds.refetch()} />}
        {kinds.data && found.length === 0 && (
          <EmptyState title={`No data source types match “${text}”`}>
            More data sources are available as plugins. Ask an administrator to install them.
          </EmptyState>
        )}
        <div className={styles.kinds}>
          {found.map((kind) => (
            <KindButton key={kind.id} kind={kind} />
          ))}
        </div>
      </PageBody>
    </>
  );
}

function KindButton({ kind }: { kind: Kind }): ReactNode {
  return (
    <button
      type="button"
      className={styles.kind}
      disabled={!kind.enabled}
      onClick={() => setQuery({ kind: kind.id })}
    >
      <KindIcon category={kind.category} size={18} />
      <span>
        <strong>{kind.name}</strong>
        <small>
          {kind.enabled
            ? kind.info.description
            : 'Unsigned plugin. An administrator has not allowed it to load.'}
        </small>
      </span>
      {kind.signature !== 'internal' && <Tag>{kind.signature}</Tag>}
    </button>
  );
}

function NewSource({ type }: { type: string }): ReactNode {
  const kind = useKind(type);
  return (
    <>
      <TopBar
        title={kind.data ? `New ${kind.data.name} data source` : 'Add data source'}
        crumbs={[...crumbs, { label: 'Add', href: '/datasources/new' }]}
      />
      <PageBody narrow>
        {kind.isPending && <SkeletonRows />}
        {kind.isError && <ErrorState error={kind.error} onRetry={() => void kind.refetch()} />}
        {kind.data && <NewForm kind={kind.data} />}
      </PageBody>
    </>
  );
}

function NewForm({ kind }: { kind: KindDetails }): ReactNode {
  const create = useCreate();
  return (
    <SourceForm
      kind={kind}
      initial={newDraft(kind.id, freeName(kind.name))}
      busy={create.isPending}
      error={create.error}
      onSave={(draft, letGo) =>
        create.mutate(inputOf(draft), {
          onSuccess: ({ uid }) => {
            letGo();
            goTo(`/datasources/edit/${uid}?test=true`);
          },
        })
      }
      onCancel={() => setQuery({ kind: null })}
    />
  );
}

/** The kind's own name, numbered where it is taken. */
function freeName(name: string): string {
  const { byKey } = bootSources();
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${name} ${number}`;
    if (!byKey.has(tried)) return tried;
  }
}
