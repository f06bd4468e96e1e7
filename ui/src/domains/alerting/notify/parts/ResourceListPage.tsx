/** The list page of a kind of notification resource, such as contact points. */
import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Plus, type LucideIcon } from 'lucide-react';
import {
  Card,
  EmptyState,
  ErrorState,
  LinkButton,
  PageBody,
  SearchInput,
  SkeletonRows,
  TopBar,
} from '../../../../design';
import { can } from '../../../../kernel/boot';
import { useQueryState } from '../../../../kernel/location';
import { AlertingLinks } from '../../parts/AlertingLinks';
import { ExportButton } from '../../parts/ExportDialog';
import styles from '../../parts/Alerting.module.css';
import look from './Notify.module.css';

export interface ResourceSearch<T> {
  placeholder: string;
  /** The text of a resource that is searched. */
  textOf: (resource: T) => string;
}

export interface ResourceListPageProps<T> {
  /** In plural, such as "Contact points". */
  title: string;
  icon: LucideIcon;
  resources: UseQueryResult<T[]>;
  /** The button that creates a resource, for users who may. */
  create: { label: string; href: string };
  /** The path of the export of all resources. */
  exportPath: string;
  /** Explains the resource if there are none. */
  description: ReactNode;
  search?: ResourceSearch<T>;
  /** Shown above the list. */
  before?: ReactNode;
  /** Shown below the list. */
  after?: ReactNode;
  renderItem: (resource: T) => ReactNode;
}

export function ResourceListPage<T extends { name: string }>({
  title,
  icon,
  resources,
  create,
  exportPath,
  description,
  search,
  before,
  after,
  renderItem,
}: ResourceListPageProps<T>): ReactNode {
  const [text, setText] = useQueryState('search', '', { replace: true });
  const words = search ? text.trim().toLowerCase() : '';
  const shown = resources.data?.filter(
    (each) => !search || search.textOf(each).toLowerCase().includes(words),
  );
  const plural = title.toLowerCase();
  const add = can('alerting:write') && (
    <LinkButton href={create.href} variant="primary" icon={Plus}>
      {create.label}
    </LinkButton>
  );
  return (
    <>
      <TopBar
        title={title}
        actions={
          <>
            {resources.data && resources.data.length > 0 && (
              <ExportButton name={`all ${plural}`} path={exportPath} />
            )}
            {add}
          </>
        }
        toolbar={<AlertingLinks />}
      />
      <PageBody>
        <div className={styles.stack}>
          {before}
          {search && (
            <div className={look.filters}>
              <SearchInput
                label={`Search ${plural}`}
                placeholder={search.placeholder}
                value={text}
                onChange={setText}
              />
            </div>
          )}
          <Card flush>
            {resources.isPending && <SkeletonRows />}
            {resources.error && !resources.data && (
              <ErrorState error={resources.error} onRetry={() => void resources.refetch()} />
            )}
            {shown?.length === 0 && (
              <div className={styles.empty}>
                <EmptyState
                  icon={icon}
                  title={words ? `No matching ${plural}` : `No ${plural}`}
                  actions={!words && add}
                >
                  {description}
                </EmptyState>
              </div>
            )}
            {shown && shown.length > 0 && (
              <ul className={look.list} aria-label={title}>
                {shown.map(renderItem)}
              </ul>
            )}
          </Card>
          {after}
        </div>
      </PageBody>
    </>
  );
}
