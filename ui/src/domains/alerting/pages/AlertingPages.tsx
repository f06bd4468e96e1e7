/** The pages below /alerting, each a chunk of its own. */
import { lazy, type ComponentType, type ReactNode } from 'react';
import { SearchX } from 'lucide-react';
import { Redirect, Route, Switch } from 'wouter';
import { EmptyState, LinkButton, PageBody, TopBar } from '../../../design';
import { RULES } from '../model/addresses';
import { notifyAliases, notifyPages } from '../notify/pages';

const RulesPage = lazy(() => import('./RulesPage').then((m) => ({ default: m.RulesPage })));
const RulePage = lazy(() => import('./RulePage').then((m) => ({ default: m.RulePage })));
const NewRulePage = lazy(() => import('./EditRulePage').then((m) => ({ default: m.NewRulePage })));
const EditRulePage = lazy(() =>
  import('./EditRulePage').then((m) => ({ default: m.EditRulePage })),
);

const pages: [path: string, page: ComponentType][] = [
  [RULES, RulesPage],
  ['/alerting/new', NewRulePage],
  ['/alerting/new/alerting', NewRulePage],
  ['/alerting/grafana/:uid/view', RulePage],
  ['/alerting/grafana/:uid/edit', EditRulePage],
  ...notifyPages,
];

export function AlertingPages(): ReactNode {
  return (
    <Switch>
      {pages.map(([path, Page]) => (
        <Route key={path} path={path} component={Page} />
      ))}
      {notifyAliases.map(([path, target]) => (
        <Route key={path} path={path}>
          {(found: { name?: string }) => (
            <Redirect
              to={target(
                found.name ?? new URLSearchParams(window.location.search).get('muteName') ?? '',
              )}
              replace
            />
          )}
        </Route>
      ))}
      <Route path="/alerting/:uid/edit">
        {({ uid }) => <Redirect to={`/alerting/grafana/${uid}/edit`} replace />}
      </Route>
      <Route path="/alerting">
        <Redirect to={RULES} replace />
      </Route>
      <Route>
        <TopBar title="Alerting" />
        <PageBody>
          <EmptyState
            icon={SearchX}
            title="Page not found"
            actions={<LinkButton href={RULES}>View alert rules</LinkButton>}
          >
            Check the address. The page may have been deleted.
          </EmptyState>
        </PageBody>
      </Route>
    </Switch>
  );
}
