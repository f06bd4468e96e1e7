/** What the rules list is narrowed to. Pure. */
import type { AlertState } from '../../../sdk/alertStates';
import { linkedMatcher, matchesValue, type Matcher } from './matchers';
import type { Labels, ListedRule } from './rules';

export type StateFilter = AlertState | 'paused' | 'recording' | 'unhealthy';

export interface RuleSearch {
  text: string;
  state: StateFilter | '';
  source: string;
  receiver: string;
}

/**
 * Words are looked for in title, folder, group and labels; `label=value`, `label!=value`,
 * `label=~regex` and
 * `label!~regex` test a label. All have to hold.
 */
export function matchesText(rule: ListedRule, text: string): boolean {
  return matchesLabels(rule.labels, text, [rule.title, rule.folder, rule.group, rule.uid]);
}

/** The same of labels alone; words are looked for in `others` too. */
export function matchesLabels(
  labels: Labels,
  text: string,
  others: readonly string[] = [],
): boolean {
  const written = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  const hay = [...others, ...written].join('\n').toLowerCase();
  return terms(text).every((term) => {
    const test = labelTest(term);
    return test ? matchesValue(test, labels[test.name] ?? '') : hay.includes(term.toLowerCase());
  });
}

/** Apart by spaces; quotes keep some together. */
function terms(text: string): string[] {
  return [...text.matchAll(/((?:[^\s"]|"[^"]*")+)/g)].map(([term]) => term.replaceAll('"', ''));
}

/** Undefined for words: the name of a label and a sign stand at the beginning of a test. */
function labelTest(term: string): Matcher | undefined {
  return /^[\w.-]+(=|![=~])/.test(term) ? linkedMatcher(term) : undefined;
}

export function matchesState(rule: ListedRule, state: StateFilter | ''): boolean {
  switch (state) {
    case '':
      return true;
    case 'paused':
      return rule.isPaused;
    case 'recording':
      return rule.isRecording;
    case 'unhealthy':
      return rule.health === 'error' || rule.lastError !== '';
    default:
      return (
        !rule.isPaused &&
        (rule.state === state || rule.counts[state] > 0) &&
        !(state === 'normal' && rule.state !== 'normal')
      );
  }
}

export function found(rules: readonly ListedRule[], search: RuleSearch): ListedRule[] {
  return rules.filter(
    (rule) =>
      matchesText(rule, search.text) &&
      matchesState(rule, search.state) &&
      (!search.source || rule.sourceUids.includes(search.source)) &&
      (!search.receiver || rule.receiver === search.receiver),
  );
}

export interface Section {
  /** `folder`, or `folder/group` below it. */
  key: string;
  kind: 'folder' | 'group';
  title: string;
  interval?: string;
  rules: ListedRule[];
}

export type Row =
  | { kind: 'folder' | 'group'; section: Section; isOpen: boolean }
  | { kind: 'rule'; rule: ListedRule };

/** The list as rows: folders, their groups, their rules. What is folded is left out. */
export function rowsOf(rules: readonly ListedRule[], folded: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  for (const folder of sections(rules, 'folder', ({ folder: title, folderUid }) => [
    folderUid || title,
    title,
  ])) {
    const isOpen = !folded.has(folder.key);
    rows.push({ kind: 'folder', section: folder, isOpen });
    if (!isOpen) continue;
    for (const group of sections(folder.rules, 'group', ({ group: title }) => [
      `${folder.key}/${title}`,
      title,
    ])) {
      const isGroupOpen = !folded.has(group.key);
      rows.push({ kind: 'group', section: group, isOpen: isGroupOpen });
      if (isGroupOpen) rows.push(...group.rules.map((rule) => ({ kind: 'rule' as const, rule })));
    }
  }
  return rows;
}

function sections(
  rules: readonly ListedRule[],
  kind: Section['kind'],
  nameOf: (rule: ListedRule) => [key: string, title: string],
): Section[] {
  const named = new Map<string, Section>();
  for (const rule of rules) {
    const [key, title] = nameOf(rule);
    const section = named.get(key) ?? { key, kind, title, interval: rule.interval, rules: [] };
    section.rules.push(rule);
    named.set(key, section);
  }
  return [...named.values()];
}
