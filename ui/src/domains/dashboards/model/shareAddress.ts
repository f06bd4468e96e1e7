/** The address that shows somebody else what is on screen now. */
import { adHocToText, type TimeRange } from '../../../data';
import type { VariableStates } from '../session/variableStore';
import { formatUrl, type UrlState } from './url';

export interface ShareInput {
  url: UrlState;
  range: TimeRange;
  states: VariableStates;
  patch: Partial<UrlState>;
  lockTime: boolean;
}

/** Everything a reader needs to see the same: time, every variable, the viewed panel. */
export function shareAddress({ url, range, states, patch, lockTime }: ShareInput): string {
  const time = lockTime ? { from: String(range.from), to: String(range.to) } : range.raw;
  const variables: UrlState['variables'] = {};
  for (const [name, { model, selected, filters }] of states) {
    if (model.skipUrlSync || model.type === 'constant') continue;
    const written = model.type === 'adhoc' ? filters.map(adHocToText) : [...selected];
    if (written.length) variables[name] = written;
  }
  const { inspect: _, inspectTab: __, kiosk: ___, ...rest } = url;
  return (
    window.location.origin +
    window.location.pathname +
    formatUrl({ ...rest, from: time.from, to: time.to, variables, ...patch })
  );
}
