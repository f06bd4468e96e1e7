import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Redirect, Router, Switch, Route, useLocation } from 'wouter';
import { ProgressBar, Toaster, TooltipLayer } from '../design';
import { boot, needsNewPassword } from '../kernel/boot';
import { basePath } from '../kernel/embedded';
import { queryClient } from '../kernel/query';
import { listenForShortcuts } from '../kernel/shortcuts';
import { ErrorBoundary } from './ErrorBoundary';
import { routes, SoloPage } from './routes';
import { Shell } from './Shell';

const LoginPage = lazy(() =>
  import('../domains/identity/pages/LoginPage').then((m) => ({ default: m.LoginPage })),
);

export function App(): ReactNode {
  useEffect(listenForShortcuts, []);
  return (
    <QueryClientProvider client={queryClient}>
      <Router base={basePath}>
        <Suspense fallback={<ProgressBar />}>
          <Switch>
            <Route path="/login" component={LoginPage} />
            <Route path="/d-solo/:uid/:slug?">
              <SignedInOnly>
                <SoloPage />
              </SignedInOnly>
            </Route>
            <Route>
              <SignedInOnly>
                <Shell>
                  <Pages />
                </Shell>
              </SignedInOnly>
            </Route>
          </Switch>
        </Suspense>
      </Router>
      <Toaster />
      <TooltipLayer />
    </QueryClientProvider>
  );
}

function SignedInOnly({ children }: { children: ReactNode }): ReactNode {
  const [path] = useLocation();
  const { user } = boot();
  if (!user) {
    const wanted =
      path === '/' ? '' : `?redirectTo=${encodeURIComponent(path + window.location.search)}`;
    return <Redirect to={`/login${wanted}`} replace />;
  }
  if (needsNewPassword()) return <LoginPage />;
  return children;
}

function Pages(): ReactNode {
  const [path] = useLocation();
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [path]);
  return (
    <ErrorBoundary key={path}>
      <Suspense fallback={<ProgressBar />}>
        <Switch>{routes()}</Switch>
      </Suspense>
    </ErrorBoundary>
  );
}
