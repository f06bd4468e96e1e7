/** What the server says a rule would do now, series by series. Pure. */
import type * as api from '../../../kernel/apiTypes';
import { instanceState, STATE_NAMES, type AlertState } from '../../../sdk/alertStates';
import { bodyOf, type RuleDraft, type RuleLogic } from './draft';
import { expressionOf, isExpression } from './expressions';
import type { RuleBody } from './body';
import { isPrivate } from './rules';

type Labels = Readonly<Record<string, string>>;

/** One series, as the server's evaluation left it. */
export type PreviewedInstance = Pick<
  api.PreviewedInstance,
  'fingerprint' | 'labels' | 'state' | 'reason' | 'values'
>;

/** What the server answers in addition to the results of the queries. */
export type Evaluation = Pick<api.PreviewAnswer, 'health' | 'failure'> & {
  instances: readonly PreviewedInstance[];
};

export interface Verdict {
  key: string;
  labels: Labels;
  state: AlertState;
  /** In words: `Fires after 5m`. */
  text: string;
  /** Why it is in this state, where its own numbers did not decide. */
  reason: string;
  /** What was decided over: the input of a threshold where there is one. */
  value: number | null;
  /** The other numbers that belong to it, such as `C = 1`. */
  others: string;
}

/** Every rule adds these; they say nothing of a series. */
const OF_THE_RULE = new Set(['alertname', 'grafana_folder']);
const REASONS: Readonly<Record<string, string>> = { NoData: 'no data', Error: 'error' };
const ORDER: readonly AlertState[] = [
  'firing',
  'pending',
  'error',
  'nodata',
  'recovering',
  'normal',
];

/** The rule for a preview, without notification settings, which do not affect its states. */
export function previewedBody(draft: RuleDraft): RuleBody {
  return { ...bodyOf(draft), notification_settings: null, isPaused: false };
}

/** One for each series; those that fire come first. */
export function verdictsOf(draft: RuleLogic, { instances }: Evaluation): Verdict[] {
  const decisive = decisiveRef(draft);
  // Queries generated for severities have numbers too, which the user did not write.
  const isWritten = (name: string) => draft.data.some(({ refId }) => name.startsWith(refId));
  return instances
    .map((instance): Verdict => {
      const { state } = instanceState(instance.state);
      const { [decisive]: value = null, ...others } = instance.values;
      return {
        key: instance.fingerprint,
        labels: Object.fromEntries(
          Object.entries(instance.labels).filter(
            ([name]) => !OF_THE_RULE.has(name) && !isPrivate(name),
          ),
        ),
        state,
        text: state === 'pending' ? `Fires after ${draft.for.trim()}` : STATE_NAMES[state],
        reason: reasonOf(state, instance.reason),
        value,
        others: Object.entries(others)
          .filter(([refId]) => isWritten(refId))
          .map(([refId, number]) => `${refId} = ${numberText(number)}`)
          .join(', '),
      };
    })
    .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
}

/** How many fire, at once or when they have held for long enough. */
export function summaryOf(draft: RuleLogic, verdicts: readonly Verdict[]): string {
  const firing = verdicts.filter(({ state }) => state === 'firing' || state === 'pending').length;
  const waits = verdicts.some(({ state }) => state === 'pending');
  const then = waits ? ` after a pending period of ${draft.for.trim()}` : '';
  return `${firing.toLocaleString()} of ${verdicts.length.toLocaleString()} series would fire${then}.`;
}

export function numberText(value: number | null): string {
  return value === null ? '–' : value.toLocaleString(undefined, { maximumSignificantDigits: 6 });
}

function reasonOf(state: AlertState, reason: string): string {
  const words = reason
    .split(', ')
    .map((each) => REASONS[each] ?? each)
    .join(', ');
  const isSaid =
    (state === 'nodata' && words === 'no data') || (state === 'error' && words === 'error');
  return isSaid ? '' : words;
}

/** The refId of the number that is compared. */
function decisiveRef({ data, condition, thresholds }: RuleLogic): string {
  if (thresholds) return thresholds.of;
  const decisive = data.find(({ refId }) => refId === condition);
  const model = decisive && isExpression(decisive) ? expressionOf(decisive) : undefined;
  return (model?.type === 'threshold' && model.expression) || condition;
}
