/** What the command palette offers for a text. */
import {
  Bell,
  Compass,
  Database,
  FileDown,
  Folder,
  Hash,
  House,
  Keyboard,
  LayoutDashboard,
  Settings,
  Star,
  SunMoon,
  User,
} from 'lucide-react';
import { useSettled } from '../design/useSettled';
import { can, mayExplore } from '../kernel/boot';
import { activeShortcuts } from '../kernel/shortcuts';
import { useRuleSearch } from '../domains/alerting/api';
import { ruleUrl } from '../domains/alerting/model/addresses';
import { useRecent, useSearch, useTags, type SearchHit } from '../domains/dashboards/api';
import { ruleState, STATE_NAMES, type GroupStatus } from '../sdk/alertStates';
import { fuzzyFilter } from './fuzzy';
import type { PaletteEntry } from './paletteEntry';
import { usePaletteMetrics } from './paletteMetrics';

export interface PaletteGroup {
  title: string;
  entries: PaletteEntry[];
}

/** What the first character of the text narrows the entries down to: commands, tags, metrics. */
const MODES = ['>', '#', '@'];
const SEARCH_DELAY_MS = 120;
const MOST_HITS = 12;
/** With fewer hits than this, the search goes on among all titles, with letters in between. */
const FEW_HITS = 3;
/** Titles among which it does. */
const MOST_TITLES = 1000;
const MOST_RULES_OF_A_GROUP = 50;

export interface PaletteContent {
  groups: PaletteGroup[];
  loading: boolean;
  words: string[];
  /** What could not be searched, in sentences. */
  problems: string[];
}

export function usePaletteGroups(text: string, onSwitchTheme: () => void): PaletteContent {
  const mode = MODES.find((sign) => text.startsWith(sign)) ?? '';
  const needle = text.slice(mode.length).trim();
  const words = needle.toLowerCase().split(/\s+/).filter(Boolean);
  const settled = useSettled(needle, SEARCH_DELAY_MS);
  const isSearch = mode === '' && settled !== '';
  const metrics = usePaletteMetrics(mode === '@', settled, words);
  const dashboards = useFoundTitles(settled, words, isSearch);
  const rules = useFoundRules(settled, words, isSearch && can('alerting:read'));
  const starred = useSearch(
    { starred: true, type: 'dash-db', limit: 6 },
    mode === '' && needle === '',
  );
  const recent = useRecent(mode === '' && needle === '');
  const tags = useTags(mode === '#');

  if (mode === '@') {
    const entries = metrics.entries;
    return {
      groups: nonEmpty([{ title: 'Metrics', entries }]),
      loading: metrics.loading,
      words,
      problems: metrics.problems,
    };
  }
  const groups: PaletteGroup[] = [];
  if (mode === '#') {
    const terms = fuzzyFilter(tags.data ?? [], words, ({ term }) => term).slice(0, 30);
    groups.push({ title: 'Tags', entries: terms.map(({ term, count }) => tagEntry(term, count)) });
    return { groups: nonEmpty(groups), loading: tags.isFetching, words, problems: [] };
  }
  if (mode === '' && needle === '') {
    const isRecent = new Set(recent.data?.map(({ uid }) => uid));
    groups.push({ title: 'Recent', entries: (recent.data ?? []).slice(0, 5).map(hitEntry) });
    groups.push({
      title: 'Starred',
      entries: (starred.data ?? []).filter(({ uid }) => !isRecent.has(uid)).map(starEntry),
    });
  }
  if (isSearch) {
    groups.push({
      title: 'Dashboards',
      entries: dashboards.hits.filter(({ type }) => type === 'dash-db').map(hitEntry),
    });
    groups.push({
      title: 'Folders',
      entries: dashboards.hits.filter(({ type }) => type === 'dash-folder').map(hitEntry),
    });
    groups.push({ title: 'Alert rules', entries: rules.entries });
  }
  const commands = fuzzyFilter(
    [...places(), ...actions(onSwitchTheme)],
    words,
    ({ label }) => label,
  );
  groups.push({ title: 'Go to', entries: commands.filter(({ href }) => href !== undefined) });
  groups.push({ title: 'Actions', entries: commands.filter(({ href }) => href === undefined) });
  return {
    groups: nonEmpty(groups),
    loading: isSearch && (dashboards.loading || rules.loading),
    words,
    problems: [],
  };
}

/**
 * Dashboards and folders: the server finds words of titles; where that is little, letters in order
 * are enough.
 */
function useFoundTitles(
  text: string,
  words: readonly string[],
  enabled: boolean,
): { hits: SearchHit[]; loading: boolean } {
  const exact = useSearch({ query: text, limit: MOST_HITS }, enabled);
  const isThin = enabled && !exact.isFetching && (exact.data?.length ?? 0) < FEW_HITS;
  const all = useSearch({ limit: MOST_TITLES }, isThin);
  const known = new Set(exact.data?.map(({ uid }) => uid));
  const others = isThin ? (all.data ?? []).filter(({ uid }) => !known.has(uid)) : [];
  const hits = [...(exact.data ?? []), ...fuzzyFilter(others, words, ({ title }) => title)].slice(
    0,
    MOST_HITS,
  );
  return { hits, loading: exact.isFetching || (isThin && all.isFetching) };
}

/** Alert rules, in the same way. */
function useFoundRules(
  text: string,
  words: readonly string[],
  enabled: boolean,
): { entries: PaletteEntry[]; loading: boolean } {
  const exact = useRuleSearch(text, MOST_HITS, enabled);
  const found = (exact.data ?? []).flatMap(ruleEntries);
  const isThin = enabled && !exact.isFetching && found.length < FEW_HITS;
  const all = useRuleSearch('', MOST_RULES_OF_A_GROUP, isThin);
  const known = new Set(found.map(({ id }) => id));
  const others = isThin
    ? (all.data ?? []).flatMap(ruleEntries).filter(({ id }) => !known.has(id))
    : [];
  const entries = [...found, ...fuzzyFilter(others, words, ({ label }) => label)].slice(
    0,
    MOST_HITS,
  );
  return { entries, loading: exact.isFetching || (isThin && all.isFetching) };
}

function nonEmpty(groups: PaletteGroup[]): PaletteGroup[] {
  return groups.filter(({ entries }) => entries.length > 0);
}

function hitEntry(hit: SearchHit): PaletteEntry {
  return {
    id: `hit-${hit.uid}`,
    icon: hit.type === 'dash-folder' ? Folder : LayoutDashboard,
    label: hit.title,
    detail: hit.folderTitle,
    hint: hit.tags.slice(0, 3).join(', '),
    href: hit.url,
  };
}

function ruleEntries({ file, rules }: GroupStatus): PaletteEntry[] {
  return rules.flatMap((rule) => {
    const { uid, name, isPaused } = rule;
    if (!uid) return [];
    const state = ruleState(rule);
    const hint = isPaused ? 'Paused' : state === 'normal' ? undefined : STATE_NAMES[state];
    return { id: `rule-${uid}`, icon: Bell, label: name, detail: file, hint, href: ruleUrl(uid) };
  });
}

function starEntry(hit: SearchHit): PaletteEntry {
  return { ...hitEntry(hit), icon: Star };
}

function tagEntry(term: string, count: number): PaletteEntry {
  return {
    id: `tag-${term}`,
    icon: Hash,
    label: term,
    hint: `${count} ${count === 1 ? 'dashboard' : 'dashboards'}`,
    href: `/dashboards?tag=${encodeURIComponent(term)}`,
  };
}

function places(): PaletteEntry[] {
  const all: (PaletteEntry & { visible?: boolean })[] = [
    { id: 'home', icon: House, label: 'Home', href: '/', keys: 'g h' },
    { id: 'browse', icon: LayoutDashboard, label: 'Dashboards', href: '/dashboards', keys: 'g d' },
    {
      id: 'import',
      icon: FileDown,
      label: 'Import a dashboard',
      href: '/import',
      visible: can('dashboards:write'),
    },
    {
      id: 'explore',
      icon: Compass,
      label: 'Explore',
      href: '/explore',
      keys: 'g e',
      visible: mayExplore(),
    },
    {
      id: 'alerts',
      icon: Bell,
      label: 'Alert rules',
      href: '/alerting/list',
      keys: 'g a',
      visible: can('alerting:read'),
    },
    {
      id: 'new-alert',
      icon: Bell,
      label: 'New alert rule',
      href: '/alerting/new',
      visible: can('alerting:write'),
    },
    {
      id: 'new-silence',
      icon: Bell,
      label: 'New silence',
      href: '/alerting/silence/new',
      visible: can('alerting:write'),
    },
    {
      id: 'silences',
      icon: Bell,
      label: 'Silences',
      href: '/alerting/silences',
      visible: can('alerting:read'),
    },
    {
      id: 'contacts',
      icon: Bell,
      label: 'Contact points',
      href: '/alerting/notifications',
      visible: can('alerting:read'),
    },
    {
      id: 'new-contact',
      icon: Bell,
      label: 'New contact point',
      href: '/alerting/notifications/receivers/new',
      visible: can('alerting:write'),
    },
    {
      id: 'policies',
      icon: Bell,
      label: 'Notification policies',
      href: '/alerting/routes',
      visible: can('alerting:read'),
    },
    {
      id: 'active-alerts',
      icon: Bell,
      label: 'Active alerts',
      href: '/alerting/groups',
      visible: can('alerting:read'),
    },
    {
      id: 'mute-timings',
      icon: Bell,
      label: 'Mute timings',
      href: '/alerting/mute-timings',
      visible: can('alerting:read'),
    },
    {
      id: 'templates',
      icon: Bell,
      label: 'Notification templates',
      href: '/alerting/templates',
      visible: can('alerting:read'),
    },
    {
      id: 'notification-history',
      icon: Bell,
      label: 'Notification history',
      href: '/alerting/notification-history',
      visible: can('alerting:read'),
    },
    {
      id: 'sources',
      icon: Database,
      label: 'Data sources',
      href: '/datasources',
      keys: 'g s',
      visible: can('datasources:read'),
    },
    {
      id: 'new-source',
      icon: Database,
      label: 'Add data source',
      href: '/datasources/new',
      visible: can('datasources:write'),
    },
    {
      id: 'correlations',
      icon: Database,
      label: 'Correlations',
      href: '/datasources/correlations',
      visible: can('datasources:read'),
    },
    { id: 'profile', icon: User, label: 'Profile', href: '/profile', keys: 'g p' },
    {
      id: 'users',
      icon: Settings,
      label: 'Users',
      href: '/admin/users',
      visible: can('org.users:read'),
    },
    {
      id: 'accounts',
      icon: Settings,
      label: 'Service accounts',
      href: '/admin/service-accounts',
      visible: can('org.users:read'),
    },
    {
      id: 'provisioning',
      icon: Settings,
      label: 'Provisioning status',
      href: '/admin/provisioning',
      visible: can('org.users:read'),
    },
  ];
  return all.filter(({ visible }) => visible !== false);
}

/** What the shortcuts of the open page do, and the theme. */
function actions(onSwitchTheme: () => void): PaletteEntry[] {
  const ofPage = activeShortcuts()
    .filter(({ group, keys }) => group !== 'Go to' && keys !== 'mod+k' && keys !== 'shift+d')
    .map(({ keys, label, run }) => ({
      id: `key-${keys}`,
      icon: Keyboard,
      label,
      keys,
      run: () => run(new KeyboardEvent('keydown')),
    }));
  return [
    { id: 'theme', icon: SunMoon, label: 'Switch theme', keys: 'shift+d', run: onSwitchTheme },
    ...ofPage,
  ];
}
