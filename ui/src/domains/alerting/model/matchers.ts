/** Matchers in the notations of links, forms and the server. Pure. */
import type { MatcherAnswer } from '../../../kernel/apiTypes';
import { compilePattern, patternProblem } from '../../../data';

export const OPERATORS = ['=', '!=', '=~', '!~'] as const;

export type Operator = (typeof OPERATORS)[number];

export interface Matcher {
  name: string;
  operator: Operator;
  value: string;
}

/** A matcher in the format of silences. */
export type SilenceMatcher = Omit<MatcherAnswer, 'isEqual'> & { isEqual?: boolean };

/** A label of every alert of a rule that is hidden from users. */
export const RULE_UID = '__alert_rule_uid__';

export const EMPTY_MATCHER: Matcher = { name: '', operator: '=', value: '' };

const WRITTEN = /^\s*([^=!~]+?)\s*(=~|!~|!=|=)([\s\S]*)$/;
const PLAIN_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;

/**
 * The matcher of a text such as `team=web`, as links and searches contain it. The value is taken
 * literally, without quotes.
 */
export function linkedMatcher(text: string): Matcher | undefined {
  const [, name, operator, value = ''] = WRITTEN.exec(text) ?? [];
  return name && operator ? { name, operator: operator as Operator, value } : undefined;
}

/** The notation of the server, such as `team="web"`. */
export function matcherText({ name, operator, value }: Matcher): string {
  return `${PLAIN_NAME.test(name) ? name : quoted(name)}${operator}${quoted(value)}`;
}

function quoted(text: string): string {
  return `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')}"`;
}

const TEXT =
  /\s*(?:([a-zA-Z_:][a-zA-Z0-9_:]*)|"((?:[^"\\]|\\.)*)")\s*(=~|!~|!=|=)\s*(?:"((?:[^"\\]|\\.)*)"|([^,{}"]*))\s*(?:,|$)/gy;

/**
 * The matchers of a text that `matcherText` wrote, separated by commas. Undefined if the text is
 * invalid.
 */
export function readMatchers(text: string): Matcher[] | undefined {
  const inner = text
    .trim()
    .replace(/^\{([\s\S]*)\}$/, '$1')
    .trim();
  const found: Matcher[] = [];
  TEXT.lastIndex = 0;
  while (TEXT.lastIndex < inner.length) {
    const match = TEXT.exec(inner);
    if (!match) return undefined;
    const [, name, quotedName, operator, quotedValue, bare = ''] = match;
    found.push({
      name: name ?? unquoted(quotedName ?? ''),
      operator: operator as Operator,
      value: quotedValue === undefined ? bare.trim() : unquoted(quotedValue),
    });
  }
  return found;
}

function unquoted(text: string): string {
  return text.replace(/\\(.)/gs, (all, letter: string) =>
    letter === 'n' ? '\n' : letter === '"' || letter === '\\' ? letter : all,
  );
}

export function ofSilence({ name, value, isRegex, isEqual = true }: SilenceMatcher): Matcher {
  return { name, value, operator: isRegex ? (isEqual ? '=~' : '!~') : isEqual ? '=' : '!=' };
}

export function toSilence({ name, value, operator }: Matcher): SilenceMatcher {
  return {
    name,
    value,
    isRegex: operator === '=~' || operator === '!~',
    isEqual: operator === '=' || operator === '=~',
  };
}

/** The matchers of rows that are not empty. */
export function nonEmpty(matchers: readonly Matcher[]): Matcher[] {
  return matchers
    .filter(({ name, value }) => name.trim() !== '' || value !== '')
    .map((each) => ({ ...each, name: each.name.trim() }));
}

/** The problem of the first invalid matcher. */
export function matcherProblem(matchers: readonly Matcher[]): string | undefined {
  const nameless = matchers.find(({ name }) => name === '');
  return nameless && `Enter the label of the matcher with the value “${nameless.value}”.`;
}

/**
 * Whether a matcher matches the value of its label, which is empty if the label is missing. An
 * invalid regular expression matches nothing.
 */
export function matchesValue({ operator, value }: Matcher, text: string): boolean {
  if (operator === '=') return text === value;
  if (operator === '!=') return text !== value;
  try {
    const pattern = compilePattern(`^(?:${value})$`, 's');
    const matches = pattern.test(text);
    return patternProblem(pattern) === undefined && matches === (operator === '=~');
  } catch {
    return false;
  }
}

/** Whether the matchers match an alert without labels, and so all alerts. */
export function matchesEverything(matchers: readonly Matcher[]): boolean {
  return matchers.every((matcher) => matchesValue(matcher, ''));
}
