/** The top of a dashboard: where it is, its star and actions, its variables, its time. */
import { lazy, memo, Suspense, type ReactNode } from 'react';
import { Ellipsis, Settings2, Share2, Star } from 'lucide-react';
import { Button, IconButton, Menu, Tag, TopBar } from '../../../../design';
import { isSignedIn } from '../../../../kernel/boot';
import { localPath } from '../../../../kernel/location';
import { useStar } from '../../api';
import { RefreshControl } from '../../../../timepicker/RefreshControl';
import { TimeControls } from '../../../../timepicker/TimePicker';
import { useDashboard, useDashboardTime } from '../../session/context';
import { AnnotationSwitches } from './AnnotationSwitches';
import styles from './Toolbar.module.css';

const VariableBar = lazy(() =>
  import('../variables/VariableBar').then((m) => ({ default: m.VariableBar })),
);
const LinkBar = lazy(() => import('./LinkBar').then((m) => ({ default: m.LinkBar })));

export interface DashboardBarProps {
  timeOpen: boolean;
  onTimeOpen: (open: boolean) => void;
}

export const DashboardBar = memo(function DashboardBar(props: DashboardBarProps): ReactNode {
  const { model, stored } = useDashboard();
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

function TimeBar({ timeOpen, onTimeOpen }: DashboardBarProps): ReactNode {
  const { model, setUrl, setRange, refresh, minRefreshInterval } = useDashboard();
  const { range, timeZone, zoneSetting, timeOptions, refreshInterval } = useDashboardTime();
  const time = {
    range,
    setRange,
    timeZone,
    zoneSetting,
    setZone: (zone: string) => setUrl({ timeZone: zone }),
    timeOptions,
    quickRanges: model.timepicker.quick_ranges,
  };
  return (
    <>
      {!model.timepicker.hidden && (
        <TimeControls time={time} open={timeOpen} onOpenChange={onTimeOpen} />
      )}
      <RefreshControl
        canBeAuto
        interval={refreshInterval}
        onInterval={(interval) => setUrl({ refresh: interval }, { replace: true })}
        minimum={minRefreshInterval}
        offered={model.timepicker.refresh_intervals}
        onRefresh={refresh}
      />
    </>
  );
}

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
  const { open } = dashboard;
  const items = () => import('./moreItems').then(({ moreItems }) => moreItems(dashboard));
  return (
    <>
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
