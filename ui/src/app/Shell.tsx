/** Navigation around every page: rail or bottom bar, search, theme, shortcuts. */
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Moon, Search, Sun } from 'lucide-react';
import { IconButton, Kbd, TopBarExtras, useTheme } from '../design';
import { can, mayExplore } from '../kernel/boot';
import { whenIdle } from '../kernel/idle';
import { goTo, useQueryParams } from '../kernel/location';
import { savePreferences } from '../kernel/preferences';
import { useShortcuts } from '../kernel/shortcuts';
import { OfflineBanner } from './OfflineBanner';
import { preloadPages } from './routes';
import { Rail } from './Rail';
import styles from './Shell.module.css';

const loadPalette = () => import('./CommandPalette');
const CommandPalette = lazy(() => loadPalette().then((m) => ({ default: m.CommandPalette })));
const ShortcutHelp = lazy(() =>
  import('./ShortcutHelp').then((m) => ({ default: m.ShortcutHelp })),
);

type Overlay = 'search' | 'shortcuts' | null;

export function Shell({ children }: { children: ReactNode }): ReactNode {
  const [overlay, setOverlay] = useState<Overlay>(null);
  const { mode } = useTheme();
  const isKiosk = useQueryParams().has('kiosk');
  const otherTheme = mode === 'dark' ? 'light' : 'dark';
  const switchTheme = () => void savePreferences({ theme: otherTheme });
  const close = () => setOverlay(null);

  useShortcuts([
    {
      keys: 'mod+k',
      label: 'Open search and commands',
      group: 'Everywhere',
      run: () => setOverlay('search'),
      inInputs: true,
    },
    {
      keys: '?',
      label: 'Show keyboard shortcuts',
      group: 'Everywhere',
      run: () => setOverlay('shortcuts'),
    },
    {
      keys: 'shift+d',
      label: 'Switch between dark and light',
      group: 'Everywhere',
      run: switchTheme,
    },
    { keys: 'g h', label: 'Home', group: 'Go to', run: () => goTo('/') },
    { keys: 'g d', label: 'Dashboards', group: 'Go to', run: () => goTo('/dashboards') },
    ...(mayExplore()
      ? [{ keys: 'g e', label: 'Explore', group: 'Go to', run: () => goTo('/explore') }]
      : []),
    ...(can('alerting:read')
      ? [{ keys: 'g a', label: 'Alert rules', group: 'Go to', run: () => goTo('/alerting/list') }]
      : []),
    { keys: 'g s', label: 'Data sources', group: 'Go to', run: () => goTo('/datasources') },
    { keys: 'g p', label: 'Profile', group: 'Go to', run: () => goTo('/profile') },
  ]);

  useEffect(() => whenIdle(() => (preloadPages(), void loadPalette())), []);

  const extras = (
    <>
      <button
        type="button"
        className={styles.search}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOverlay('search')}
      >
        <Search size={15} aria-hidden />
        <span>Search or jump to…</span>
        <Kbd keys="mod+k" />
      </button>
      <IconButton
        icon={mode === 'dark' ? Sun : Moon}
        label={`Switch to the ${otherTheme} theme`}
        onClick={switchTheme}
        className="vd-wide-only"
      />
    </>
  );

  return (
    <TopBarExtras value={extras}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <div className={isKiosk ? styles.kiosk : styles.app}>
        {!isKiosk && (
          <Rail onShowShortcuts={() => setOverlay('shortcuts')} onSwitchTheme={switchTheme} />
        )}
        <main id="main" tabIndex={-1} className={styles.main}>
          <OfflineBanner />
          {children}
        </main>
      </div>
      <Suspense>
        {overlay === 'search' && <CommandPalette onClose={close} onSwitchTheme={switchTheme} />}
        {overlay === 'shortcuts' && <ShortcutHelp onClose={close} />}
      </Suspense>
    </TopBarExtras>
  );
}
