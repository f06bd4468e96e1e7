/** The entries of the command palette for a text. */
import { Bell, Folder, Hash, LayoutDashboard, Star } from 'lucide-react';
import { useSettled } from '../design/useSettled';
import { can } from '../kernel/boot';
import { useRuleSearch } from '../domains/alerting/api';
import { ruleUrl } from '../domains/alerting/model/addresses';
import { useRecent, useSearch, useTags, type SearchHit } from '../domains/dashboards/api';
import { ruleState, STATE_NAMES, type GroupStatus } from '../sdk/alertStates';
import { fuzzyFilter } from './fuzzy';
import { actions, places } from './paletteCommands';
import type { PaletteEntry } from './paletteEntry';
import { usePaletteMetrics } from './paletteMetrics';

export interface PaletteGroup {
  title: string;
  entries: PaletteEntry[];
}

/** First characters that restrict the entries to commands, tags or metrics. */
const MODES = ['>', '#', '@'];
const SEARCH_DELAY_MS = 120;
const MOST_HITS = 12;
/** With fewer hits than this, a fuzzy search over all titles follows. */
const FEW_HITS = 3;
/** The maximum number of titles of the fuzzy search. */
const MOST_TITLES = 1000;
const MOST_RULES_OF_A_GROUP = 50;

export interface PaletteContent {
  groups: PaletteGroup[];
  loading: boolean;
  words: string[];
  /** Sentences about sources that could not be searched. */
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
 * Dashboards and folders. The server searches for words in titles; with few results, a fuzzy search
 * follows.
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

/** Alert rules, searched like titles. */
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
