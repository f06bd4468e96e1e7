/** Silences in forms and lists. Pure. */
import { parseDuration } from '../../../../data';
import type { SilenceAnswer, SilenceStatus } from '../../../../kernel/apiTypes';
import type { ActiveAlert } from '../groups/api';
import {
  nonEmpty,
  EMPTY_MATCHER,
  linkedMatcher,
  matcherProblem,
  matchesEverything,
  ofSilence,
  toSilence,
  type Matcher,
  type SilenceMatcher,
} from '../../model/matchers';
import { problemOf as intervalProblem, tidy, type Interval } from '../muteTimings/model';

export type SilenceState = SilenceStatus['state'];

/** Other Alertmanagers may leave out `isEqual`. */
export type Silence = Omit<SilenceAnswer, 'matchers'> & { matchers: SilenceMatcher[] };

export type SilenceBody = Omit<Silence, 'id' | 'status' | 'updatedAt'> & { id?: string };

export interface SilenceDraft {
  id: string;
  matchers: readonly Matcher[];
  /** Milliseconds; undefined for now. */
  startsAt: number | undefined;
  /** A duration such as `2h` from the start. If empty, `endsAt` applies. */
  duration: string;
  /** Milliseconds; used if `duration` is empty. */
  endsAt: number | undefined;
  comment: string;
  recurring: readonly Interval[];
}

/** The draft of a link such as `?matcher=team%3Dweb&comment=…&duration=2h`. */
export function linkedDraft(params: URLSearchParams): SilenceDraft {
  const matchers = params.getAll('matcher').flatMap((text) => linkedMatcher(text) ?? []);
  return {
    id: '',
    matchers: matchers.length > 0 ? matchers : [EMPTY_MATCHER],
    startsAt: undefined,
    duration: params.get('duration') ?? '2h',
    endsAt: undefined,
    comment: params.get('comment') ?? '',
    recurring: [],
  };
}

/** The draft of a stored silence. An expired silence becomes a new one that starts now. */
export function draftOf(silence: Silence): SilenceDraft {
  const isExpired = silence.status.state === 'expired';
  return {
    id: isExpired ? '' : silence.id,
    matchers: silence.matchers.map(ofSilence),
    startsAt: isExpired ? undefined : Date.parse(silence.startsAt),
    duration: isExpired ? '2h' : '',
    endsAt: isExpired ? undefined : Date.parse(silence.endsAt),
    comment: silence.comment,
    recurring: silence.recurring ?? [],
  };
}

/**
 * The end in milliseconds, or NaN if it is not set. A duration counts from the start, or from now
 * if the silence has started.
 */
export function endOf({ startsAt, duration, endsAt }: SilenceDraft, now: number): number {
  if (duration.trim()) return Math.max(startsAt ?? now, now) + parseDuration(duration.trim());
  return endsAt ?? NaN;
}

export interface SilenceProblems {
  matchers?: string;
  end?: string;
  recurring?: string;
}

export function problemsOf(draft: SilenceDraft, now: number): SilenceProblems {
  const problems: SilenceProblems = {};
  const matchers = nonEmpty(draft.matchers);
  const end = endOf(draft, now);
  if (matchers.length === 0) problems.matchers = 'Add at least one matcher.';
  else if (matcherProblem(matchers)) problems.matchers = matcherProblem(matchers);
  else if (matchesEverything(matchers))
    problems.matchers =
      'These matchers would silence all alerts. At least one matcher must require a value.';
  if (!Number.isFinite(end)) problems.end = 'Enter a duration such as 30m, 2h or 1d.';
  else if (end <= Math.max(now, draft.startsAt ?? now))
    problems.end = 'The end must be after the start and in the future.';
  const wrong = draft.recurring.map(intervalProblem).find(Boolean);
  if (wrong) problems.recurring = wrong;
  return problems;
}

export function bodyOf(draft: SilenceDraft, createdBy: string, now: number): SilenceBody {
  return {
    ...(draft.id ? { id: draft.id } : {}),
    matchers: nonEmpty(draft.matchers).map(toSilence),
    startsAt: new Date(draft.startsAt ?? now).toISOString(),
    endsAt: new Date(endOf(draft, now)).toISOString(),
    createdBy,
    comment: draft.comment.trim(),
    ...(draft.recurring.length > 0 ? { recurring: draft.recurring.map(tidy) } : {}),
  };
}

/** The number of alerts that each silence suppresses now, by silence id. */
export function affectedCounts(alerts: readonly ActiveAlert[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { status } of alerts)
    for (const id of status.silencedBy) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Whether all words occur in the matchers, comment or author of a silence. */
export function hasWords(silence: Silence, text: string): boolean {
  const all =
    `${silence.matchers.map(({ name, value }) => `${name}=${value}`).join(' ')} ${silence.comment} ${silence.createdBy}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** A time as the value of `<input type="datetime-local">`, in the time zone of the browser. */
export function localInput(time: number): string {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
