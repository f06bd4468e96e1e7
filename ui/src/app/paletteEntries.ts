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
  type LucideIcon,
} from 'lucide-react';
import { useSettled } from '../design/useSettled';
import { can, mayExplore } from '../kernel/boot';
import { activeShortcuts } from '../kernel/shortcuts';
import { useRuleSearch } from '../domains/alerting/api';
import { ruleUrl } from '../domains/alerting/model/addresses';
import { useRecent, useSearch, useTags, type SearchHit } from '../domains/dashboards/api';
import { ruleState, STATE_NAMES, type GroupStatus } from '../sdk/alertStates';

export interface PaletteEntry {
  id: string;
  icon: LucideIcon;
  label: string;
  detail?: string;
  hint?: string;
  keys?: string;
  href?: string;
  run?: () => void;
  /** Puts this into the input instead of leaving. */
  fill?: string;
}

export interface PaletteGroup {
  title: string;
  entries: PaletteEntry[];
}

const SEARCH_DELAY_MS = 120;
const MOST_HITS = 12;

export function usePaletteGroups(
  text: string,
  onSwitchTheme: () => void,
): { groups: PaletteGroup[]; loading: boolean; words: string[] } {
  const mode = text[0] === '>' || text[0] === '#' ? text[0] : '';
  const needle = text.slice(mode.length).trim();
  const words = needle.toLowerCase().split(/\s+/).filter(Boolean);
  const settled = useSettled(needle, SEARCH_DELAY_MS);
  const isSearch = mode === '' && settled !== '';
  const found = useSearch({ query: settled, limit: MOST_HITS }, isSearch);
  const rules = useRuleSearch(settled, MOST_HITS, isSearch && can('alerting:read'));
  const starred = useSearch({ starred: true, type: 'dash-db', limit: 6 }, mode === '' && needle === '');
  const recent = useRecent(mode === '' && needle === '');
  const tags = useTags(mode === '#');
  const matching = (label: string) => words.every((word) => label.toLowerCase().includes(word));

  const groups: PaletteGroup[] = [];
  if (mode === '#') {
    const terms = (tags.data ?? []).filter(({ term }) => matching(term)).slice(0, 30);
    groups.push({ title: 'Tags', entries: terms.map(({ term, count }) => tagEntry(term, count)) });
    return { groups: nonEmpty(groups), loading: tags.isFetching, words };
  }
  if (mode === '' && needle === '') {
    const isRecent = new Set(recent.data?.map(({ uid }) => uid));
    groups.push({ title: 'Recent', entries: (recent.data ?? []).slice(0, 5).map(hitEntry) });
    groups.push({ title: 'Starred', entries: (starred.data ?? []).filter(({ uid }) => !isRecent.has(uid)).map(starEntry) });
  }
  if (isSearch) {
    const hits = found.data ?? [];
    groups.push({ title: 'Dashboards', entries: hits.filter(({ type }) => type === 'dash-db').map(hitEntry) });
    groups.push({ title: 'Folders', entries: hits.filter(({ type }) => type === 'dash-folder').map(hitEntry) });
    groups.push({ title: 'Alert rules', entries: (rules.data ?? []).flatMap(ruleEntries).slice(0, MOST_HITS) });
  }
  const commands = [...places(), ...actions(onSwitchTheme)].filter(({ label }) => matching(label));
  groups.push({ title: 'Go to', entries: commands.filter(({ href }) => href !== undefined) });
  groups.push({ title: 'Actions', entries: commands.filter(({ href }) => href === undefined) });
  return { groups: nonEmpty(groups), loading: isSearch && (found.isFetching || rules.isFetching), words };
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
    { id: 'import', icon: FileDown, label: 'Import a dashboard', href: '/import', visible: can('dashboards:write') },
    { id: 'explore', icon: Compass, label: 'Explore', href: '/explore', keys: 'g e', visible: mayExplore() },
    { id: 'alerts', icon: Bell, label: 'Alert rules', href: '/alerting/list', keys: 'g a', visible: can('alerting:read') },
    { id: 'new-alert', icon: Bell, label: 'New alert rule', href: '/alerting/new', visible: can('alerting:write') },
    { id: 'new-silence', icon: Bell, label: 'New silence', href: '/alerting/silence/new', visible: can('alerting:write') },
    { id: 'silences', icon: Bell, label: 'Silences', href: '/alerting/silences', visible: can('alerting:read') },
    { id: 'contacts', icon: Bell, label: 'Contact points', href: '/alerting/notifications', visible: can('alerting:read') },
    { id: 'new-contact', icon: Bell, label: 'New contact point', href: '/alerting/notifications/receivers/new', visible: can('alerting:write') },
    { id: 'policies', icon: Bell, label: 'Notification policies', href: '/alerting/routes', visible: can('alerting:read') },
    { id: 'active-alerts', icon: Bell, label: 'Active alerts', href: '/alerting/groups', visible: can('alerting:read') },
    { id: 'mute-timings', icon: Bell, label: 'Mute timings', href: '/alerting/mute-timings', visible: can('alerting:read') },
    { id: 'templates', icon: Bell, label: 'Message templates', href: '/alerting/templates', visible: can('alerting:read') },
    { id: 'ledger', icon: Bell, label: 'Alert ledger', href: '/alerting/ledger', visible: can('alerting:read') },
    { id: 'sources', icon: Database, label: 'Data sources', href: '/datasources', keys: 'g s', visible: can('datasources:read') },
    { id: 'new-source', icon: Database, label: 'Add data source', href: '/datasources/new', visible: can('datasources:write') },
    { id: 'correlations', icon: Database, label: 'Correlations', href: '/datasources/correlations', visible: can('datasources:read') },
    { id: 'profile', icon: User, label: 'Profile', href: '/profile', keys: 'g p' },
    { id: 'users', icon: Settings, label: 'Users', href: '/admin/users', visible: can('org.users:read') },
    { id: 'accounts', icon: Settings, label: 'Service accounts', href: '/admin/service-accounts', visible: can('org.users:read') },
    { id: 'provisioning', icon: Settings, label: 'Provisioning status', href: '/admin/provisioning', visible: can('org.users:read') },
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
  return [{ id: 'theme', icon: SunMoon, label: 'Switch theme', keys: 'shift+d', run: onSwitchTheme }, ...ofPage];
}

/** Cuts a label into parts that match one of the words and parts that do not. */
export function splitMatches(label: string, words: readonly string[]): { text: string; hit: boolean }[] {
  const parts: { text: string; hit: boolean }[] = [];
  const lower = label.toLowerCase();
  let at = 0;
  while (at < label.length) {
    const next = words
      .map((word) => ({ from: lower.indexOf(word, at), length: word.length }))
      .filter(({ from }) => from >= 0)
      .sort((a, b) => a.from - b.from || b.length - a.length)[0];
    if (!next) break;
    if (next.from > at) parts.push({ text: label.slice(at, next.from), hit: false });
    parts.push({ text: label.slice(next.from, next.from + next.length), hit: true });
    at = next.from + next.length;
  }
  if (at < label.length) parts.push({ text: label.slice(at), hit: false });
  return parts;
}
