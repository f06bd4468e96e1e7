/** Every page of the product and the path it lives under; each page is a chunk of its own. */
import { lazy, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Redirect, Route } from 'wouter';
import { SectionLinks } from '../design';
import { AdminLinks } from './AdminLinks';
import { prefetchDashboard } from '../domains/dashboards/api';
import { recordVisit } from '../domains/dashboards/parts/browse/recent';

const dashboardPage = () => import('../domains/dashboards/pages/DashboardPage');
const browsePage = () => import('../domains/dashboards/pages/BrowsePage');

const NotFound = lazy(() => import('./NotFound').then((m) => ({ default: m.NotFound })));
const DashboardPage = lazy(() => dashboardPage().then((m) => ({ default: m.DashboardPage })));
const HomePage = lazy(() => import('./Home').then((m) => ({ default: m.Home })));
const NewDashboardPage = lazy(() =>
  import('../domains/dashboards/pages/NewDashboardPage').then((m) => ({
    default: m.NewDashboardPage,
  })),
);
const BrowsePage = lazy(() => browsePage().then((m) => ({ default: m.BrowsePage })));
const TrashPage = lazy(() =>
  import('../domains/dashboards/pages/TrashPage').then((m) => ({ default: m.TrashPage })),
);
const ImportPage = lazy(() =>
  import('../domains/dashboards/pages/ImportPage').then((m) => ({ default: m.ImportPage })),
);
const ListPage = lazy(() =>
  import('../domains/datasources/pages/ListPage').then((m) => ({ default: m.ListPage })),
);
const NewPage = lazy(() =>
  import('../domains/datasources/pages/NewPage').then((m) => ({ default: m.NewPage })),
);
const EditPage = lazy(() =>
  import('../domains/datasources/pages/EditPage').then((m) => ({ default: m.EditPage })),
);
const CorrelationsPage = lazy(() =>
  import('../domains/datasources/pages/CorrelationsPage').then((m) => ({
    default: m.CorrelationsPage,
  })),
);
const correlationPage = () => import('../domains/datasources/pages/CorrelationPage');
const NewCorrelationPage = lazy(() =>
  correlationPage().then((m) => ({ default: m.NewCorrelationPage })),
);
const CorrelationPage = lazy(() => correlationPage().then((m) => ({ default: m.CorrelationPage })));
const ExplorePage = lazy(() =>
  import('../domains/explore/pages/ExplorePage').then((m) => ({ default: m.ExplorePage })),
);
const AlertingPages = lazy(() =>
  import('../domains/alerting/pages/AlertingPages').then((m) => ({ default: m.AlertingPages })),
);
const UsersPage = lazy(() =>
  import('../domains/identity/pages/UsersPage').then((m) => ({ default: m.UsersPage })),
);
const AccountsPage = lazy(() =>
  import('../domains/identity/pages/ServiceAccountsPage').then((m) => ({
    default: m.ServiceAccountsPage,
  })),
);
const ProfilePage = lazy(() =>
  import('../domains/identity/pages/ProfilePage').then((m) => ({ default: m.ProfilePage })),
);
const StatusPage = lazy(() =>
  import('../domains/provisioning/pages/StatusPage').then((m) => ({ default: m.StatusPage })),
);

const pages: [path: string, page: ComponentType][] = [
  ['/', HomePage],
  ['/dashboards', BrowsePage],
  ['/dashboards/f/:uid/:slug?', BrowsePage],
  ['/dashboards/trash', TrashPage],
  ['/dashboard/new', NewDashboardPage],
  ['/import', ImportPage],
  ['/datasources', ListPage],
  ['/datasources/new', NewPage],
  ['/datasources/edit/:uid', EditPage],
  ['/datasources/correlations', CorrelationsPage],
  ['/datasources/correlations/new', NewCorrelationPage],
  ['/datasources/correlations/:source/:uid', CorrelationPage],
  ['/explore', ExplorePage],
  ['/alerting/*?', AlertingPages],
  ['/profile', ProfilePage],
];

const adminPages: [path: string, page: ComponentType][] = [
  ['/admin/users', UsersPage],
  ['/admin/service-accounts', AccountsPage],
  ['/admin/provisioning', StatusPage],
];

/** Addresses people have bookmarked from Grafana 10.4. */
const aliases: [path: string, target: string][] = [
  ['/dashboard/import', '/import'],
  ['/connections/datasources', '/datasources'],
  ['/connections/datasources/new', '/datasources/new'],
  ['/org/users', '/admin/users'],
  ['/org/serviceaccounts', '/admin/service-accounts'],
  ['/admin', '/admin/users'],
  ['/profile/password', '/profile'],
];

/** Children of the page switch. */
export function routes(): ReactNode[] {
  return [
    ...pages.map(([path, Page]) => <Route key={path} path={path} component={Page} />),
    <Route key="dashboard" path="/d/:uid/:slug?">
      {({ uid }) => <VisitedDashboard uid={uid} />}
    </Route>,
    ...adminPages.map(([path, Page]) => (
      <Route key={path} path={path}>
        <SectionLinks value={<AdminLinks />}>
          <Page />
        </SectionLinks>
      </Route>
    )),
    ...aliases.map(([path, target]) => (
      <Route key={path} path={path}>
        <Redirect to={target} replace />
      </Route>
    )),
    <Route key="datasource-alias" path="/connections/datasources/edit/:uid">
      {({ uid }) => <Redirect to={`/datasources/edit/${uid}`} replace />}
    </Route>,
    <Route key="missing" component={NotFound} />,
  ];
}

function VisitedDashboard({ uid }: { uid: string }): ReactNode {
  useState(() => prefetchDashboard(uid));
  useEffect(() => recordVisit(uid), [uid]);
  return <DashboardPage />;
}

/** One panel alone on the page, for frames in other sites: no navigation around it. */
export function SoloPage(): ReactNode {
  return <DashboardPage />;
}

/** Fetches the pages people open next while the browser is idle. */
export function preloadPages(): void {
  void dashboardPage();
  void browsePage();
}
