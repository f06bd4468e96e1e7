/** Tests of labels, as links, forms and the server write them. Pure. */
import type { MatcherAnswer } from '../../../../kernel/apiTypes';
import { compilePattern, patternProblem } from '../../../../data';

export const OPERATORS = ['=', '!=', '=~', '!~'] as const;

export type Operator = (typeof OPERATORS)[number];

export interface Matcher {
  name: string;
  operator: Operator;
  value: string;
}

/** As silences hold it. */
export type SilenceMatcher = Omit<MatcherAnswer, 'isEqual'> & { isEqual?: boolean };

/** On every alert of a rule; people do not see it among the labels. */
export const RULE_UID = '__alert_rule_uid__';

export const EMPTY_MATCHER: Matcher = { name: '', operator: '=', value: '' };

const WRITTEN = /^\s*([^=!~]+?)\s*(=~|!~|!=|=)([\s\S]*)$/;
const PLAIN_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;

/**
 * `team=web` as messages link it and people search for it: the value is taken as it stands, without
 * quotes.
 */
export function linkedMatcher(text: string): Matcher | undefined {
  const [, name, operator, value = ''] = WRITTEN.exec(text) ?? [];
  return name && operator ? { name, operator: operator as Operator, value } : undefined;
}

/** `team="web"`, which the server reads. */
export function matcherText({ name, operator, value }: Matcher): string {
  return `${PLAIN_NAME.test(name) ? name : quoted(name)}${operator}${quoted(value)}`;
}

function quoted(text: string): string {
  return `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')}"`;
}

const TEXT =
  /\s*(?:([a-zA-Z_:][a-zA-Z0-9_:]*)|"((?:[^"\\]|\\.)*)")\s*(=~|!~|!=|=)\s*(?:"((?:[^"\\]|\\.)*)"|([^,{}"]*))\s*(?:,|$)/gy;

/**
 * What `matcherText` wrote, one or several with commas between. Undefined where it can not be read.
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

/** Rows that were begun; the others are empty lines of a form. */
export function begun(matchers: readonly Matcher[]): Matcher[] {
  return matchers
    .filter(({ name, value }) => name.trim() !== '' || value !== '')
    .map((each) => ({ ...each, name: each.name.trim() }));
}

/** What is wrong with the matchers, in one sentence. */
export function matcherProblem(matchers: readonly Matcher[]): string | undefined {
  const nameless = matchers.find(({ name }) => name === '');
  return nameless && `The matcher for the value “${nameless.value}” names no label.`;
}

/**
 * Whether the value of the label, empty where there is none, is what is asked for. An expression
 * that is none takes nothing.
 */
export function takes({ operator, value }: Matcher, text: string): boolean {
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

/** Whether alerts without any labels match: everything would. */
export function matchesEverything(matchers: readonly Matcher[]): boolean {
  return matchers.every((matcher) => takes(matcher, ''));
}
