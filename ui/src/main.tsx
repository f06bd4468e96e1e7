import './design/tokens.css';
import './design/global.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { BootFailure } from './app/BootFailure';
import { setSignedOutHandler } from './kernel/api';
import { loadBoot } from './kernel/boot';
import { notify } from './kernel/events';
import { watchHistory } from './kernel/leaving';
import { goTo, localPath } from './kernel/location';
import { adoptPreferences } from './kernel/preferences';

const root = createRoot(document.getElementById('root') as HTMLElement);

async function start(): Promise<void> {
  try {
    const { settings, user } = await loadBoot();
    if (user) setSignedOutHandler(askToSignIn);
    adoptPreferences(settings.defaultTheme);
    root.render(<App />);
  } catch (error) {
    root.render(<BootFailure error={error} onRetry={() => void start()} />);
  }
}

function askToSignIn(): void {
  const here = localPath(window.location.pathname) + window.location.search;
  if (here.startsWith('/login')) return;
  notify('Your session has ended. Sign in again to continue.', 'warning');
  goTo(`/login?redirectTo=${encodeURIComponent(here)}`);
}

watchHistory();
void start();
