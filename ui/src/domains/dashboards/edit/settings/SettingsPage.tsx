/** The settings of the dashboard: a list of sections and the one that is open. */
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import {
  Braces,
  History,
  Link2,
  MessageSquare,
  SlidersHorizontal,
  Variable,
  type LucideIcon,
} from 'lucide-react';
import { EmptyState, ProgressBar } from '../../../../design';
import { useShortcuts } from '../../../../kernel/shortcuts';
import { useDashboard } from '../../session/context';
import { useDraft } from '../draft/context';
import type { Draft } from '../draft/types';
import styles from './Settings.module.css';

interface Section {
  /** Value of `editview` in the address. */
  page: string;
  label: string;
  key: string;
  icon: LucideIcon;
  count?: (draft: Draft) => number;
  Page: ComponentType;
}

const SECTIONS: readonly Section[] = [
  {
    page: 'general',
    label: 'General',
    key: '1',
    icon: SlidersHorizontal,
    Page: lazy(() => import('./General').then((m) => ({ default: m.General }))),
  },
  {
    page: 'variables',
    label: 'Variables',
    key: '2',
    icon: Variable,
    count: ({ model }) => model.templating.list.length,
    Page: lazy(() => import('./variables/Variables').then((m) => ({ default: m.Variables }))),
  },
  {
    page: 'annotations',
    label: 'Annotations',
    key: '3',
    icon: MessageSquare,
    count: ({ model }) => model.annotations.list.length,
    Page: lazy(() => import('./annotations/Annotations').then((m) => ({ default: m.Annotations }))),
  },
  {
    page: 'links',
    label: 'Links',
    key: '4',
    icon: Link2,
    count: ({ model }) => model.links.length,
    Page: lazy(() => import('./Links').then((m) => ({ default: m.Links }))),
  },
  {
    page: 'json-model',
    label: 'JSON',
    key: '5',
    icon: Braces,
    Page: lazy(() => import('./JsonModel').then((m) => ({ default: m.JsonModel }))),
  },
  {
    page: 'versions',
    label: 'Versions',
    key: '6',
    icon: History,
    Page: lazy(() => import('./Versions').then((m) => ({ default: m.Versions }))),
  },
];

/** Older links name some of the pages otherwise. */
const ALIASES: Readonly<Record<string, string>> = { templating: 'variables', settings: 'general' };

export function SettingsPage({ page }: { page: string }): ReactNode {
  const { setUrl } = useDashboard();
  const wanted = ALIASES[page] ?? page;
  const open = SECTIONS.find((section) => section.page === wanted);
  const show = (editview: string) => setUrl({ edit: true, editview, editPanel: undefined });
  useShortcuts(
    SECTIONS.map(({ key, label, page: target }) => ({
      keys: key,
      label,
      group: 'Settings',
      run: () => show(target),
    })),
  );
  return (
    <div className={styles.settings}>
      <nav className={styles.sections} aria-label="Settings">
        {SECTIONS.map((section) => (
          <button
            key={section.page}
            type="button"
            aria-current={section === open ? 'page' : undefined}
            aria-keyshortcuts={section.key}
            onClick={() => show(section.page)}
          >
            <section.icon size={16} aria-hidden />
            <span>{section.label}</span>
            {section.count && <Count of={section.count} />}
          </button>
        ))}
      </nav>
      <section className={styles.page} aria-label={open?.label ?? 'Settings'}>
        {open ? (
          <Suspense fallback={<ProgressBar />}>
            <open.Page />
          </Suspense>
        ) : (
          <EmptyState title="There is no such page">
            The settings have no page “{page}”. Choose one from the list.
          </EmptyState>
        )}
      </section>
    </div>
  );
}

function Count({ of }: { of: (draft: Draft) => number }): ReactNode {
  return <span className={styles.count}>{useDraft(of)}</span>;
}
