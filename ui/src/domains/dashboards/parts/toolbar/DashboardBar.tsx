/** The top of a dashboard: where it is, its star and actions, its variables, its time. */
import { lazy, memo, Suspense, type ReactNode } from 'react';
import { Ellipsis, Pencil, Settings2, Share2, Star } from 'lucide-react';
import { Button, IconButton, Menu, Tag, TopBar } from '../../../../design';
import { isSignedIn } from '../../../../kernel/boot';
import { localPath } from '../../../../kernel/location';
import { useStar } from '../../api';
import { mayEdit } from '../../session/mayEdit';
import { preloadEditor } from '../../session/useEditing';
import { useDashboard } from '../../session/context';
import { useDashboardModel } from '../../session/models';
import { AnnotationSwitches } from './AnnotationSwitches';
import { TimeBar, type TimeBarProps } from './TimeBar';
import styles from './Toolbar.module.css';

const VariableBar = lazy(() =>
  import('../variables/VariableBar').then((m) => ({ default: m.VariableBar })),
);
const LinkBar = lazy(() => import('./LinkBar').then((m) => ({ default: m.LinkBar })));

export const DashboardBar = memo(function DashboardBar(props: TimeBarProps): ReactNode {
  const model = useDashboardModel();
  const { stored } = useDashboard();
  const { meta } = stored;
  const folder = meta.folderUid
    ? [
        {
          label: meta.folderTitle || 'Folder',
          href: localPath(meta.folderUrl || `/dashboards/f/${meta.folderUid}`),
        },
      ]
    : [];
  return (
    <TopBar
      title={model.title}
      crumbs={[{ label: 'Dashboards', href: '/dashboards' }, ...folder]}
      titleExtras={
        <>
          {isSignedIn() && meta.canStar !== false && <StarButton />}
          {meta.provisioned && <Tag title="Provisioned from a file on the server">Provisioned</Tag>}
        </>
      }
      actions={<Actions />}
      toolbar={
        <div className={styles.toolbar}>
          <div className={styles.left}>
            <Suspense>{model.templating.list.length > 0 && <VariableBar />}</Suspense>
            <AnnotationSwitches />
            <Suspense>{model.links.length > 0 && <LinkBar />}</Suspense>
          </div>
          <div className={styles.right}>
            <TimeBar {...props} />
          </div>
        </div>
      }
    />
  );
});

function StarButton(): ReactNode {
  const { uid, stored } = useDashboard();
  const star = useStar();
  const starred = star.isPending ? Boolean(star.variables.starred) : Boolean(stored.meta.isStarred);
  return (
    <IconButton
      icon={Star}
      size="sm"
      className={styles.star}
      pressed={starred}
      label={starred ? 'Remove star' : 'Star'}
      onClick={() => star.mutate({ uid, starred: !starred })}
    />
  );
}

function Actions(): ReactNode {
  const dashboard = useDashboard();
  const { open, setUrl, stored } = dashboard;
  const items = () => import('./moreItems').then(({ moreItems }) => moreItems(dashboard));
  return (
    <>
      {mayEdit(stored) && (
        <Button
          icon={Pencil}
          onPointerEnter={preloadEditor}
          onFocus={preloadEditor}
          onClick={() => setUrl({ edit: true })}
        >
          Edit
        </Button>
      )}
      <Button icon={Share2} className="vd-wide-only" onClick={() => open({ kind: 'share' })}>
        Share
      </Button>
      <Button
        icon={Settings2}
        className="vd-wide-only"
        onClick={() => open({ kind: 'settings', tab: 'json' })}
      >
        Settings
      </Button>
      <Menu
        label="More"
        placement="bottom-end"
        items={items}
        trigger={<IconButton icon={Ellipsis} label="More" />}
      />
    </>
  );
}
