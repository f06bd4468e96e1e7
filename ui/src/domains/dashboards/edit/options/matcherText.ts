/** The fields that an override means, in words. */
import type { MatcherConfig } from '../../../../data';

const TEXTS: Record<string, (options: string) => string> = {
  byName: (name) => name,
  byRegexp: (pattern) => `matches ${pattern}`,
  byType: (type) => `type ${type}`,
  byFrameRefID: (refId) => `query ${refId}`,
  numeric: () => 'numbers',
  time: () => 'times',
  first: () => 'first field',
  firstTimeField: () => 'first time',
  alwaysMatch: () => 'every field',
};

export function matcherText(matcher: MatcherConfig | undefined): string {
  const { id = '', options } = matcher ?? {};
  if (id === 'byNames' && typeof options === 'object' && options !== null) {
    const { names = [], mode } = options as { names?: unknown[]; mode?: string };
    return `${mode === 'exclude' ? 'all but ' : ''}${names.join(', ')}`;
  }
  if (id === 'byValue' && typeof options === 'object' && options !== null) {
    const { reducer = '', op = '', value = '' } = options as Record<string, unknown>;
    return `${String(reducer)} ${String(op)} ${String(value)}`;
  }
  const text = TEXTS[id];
  return text ? text(typeof options === 'string' ? options : '') : id || 'unknown fields';
}
