/** Silences as they are edited and listed. Pure. */
import { parseDuration } from '../../../../data';
import type { SilenceAnswer, SilenceStatus } from '../../../../kernel/apiTypes';
import type { ActiveAlert } from '../groups/api';
import {
  begun,
  EMPTY_MATCHER,
  linkedMatcher,
  matcherProblem,
  matchesEverything,
  ofSilence,
  toSilence,
  type Matcher,
  type SilenceMatcher,
} from '../parts/matchers';
import { problemOf as intervalProblem, tidy, type Interval } from '../timings/model';

export type SilenceState = SilenceStatus['state'];

/** Other Alertmanagers may leave out `isEqual`. */
export type Silence = Omit<SilenceAnswer, 'matchers'> & { matchers: SilenceMatcher[] };

export type SilenceBody = Omit<Silence, 'id' | 'status' | 'updatedAt'> & { id?: string };

export interface SilenceDraft {
  id: string;
  matchers: readonly Matcher[];
  /** Milliseconds; undefined for now. */
  startsAt: number | undefined;
  /** A length such as `2h`, from the start; counts where it is written. */
  lasts: string;
  /** Milliseconds; counts where no length is written. */
  endsAt: number | undefined;
  comment: string;
  recurring: readonly Interval[];
}

/** As a link asks for it: `?matcher=team%3Dweb&comment=…`; `duration` is ours. */
export function linkedDraft(params: URLSearchParams): SilenceDraft {
  const matchers = params.getAll('matcher').flatMap((text) => linkedMatcher(text) ?? []);
  return {
    id: '',
    matchers: matchers.length > 0 ? matchers : [EMPTY_MATCHER],
    startsAt: undefined,
    lasts: params.get('duration') ?? '2h',
    endsAt: undefined,
    comment: params.get('comment') ?? '',
    recurring: [],
  };
}

/** One that is over is made anew, from now on. */
export function draftOf(silence: Silence): SilenceDraft {
  const isOver = silence.status.state === 'expired';
  return {
    id: isOver ? '' : silence.id,
    matchers: silence.matchers.map(ofSilence),
    startsAt: isOver ? undefined : Date.parse(silence.startsAt),
    lasts: isOver ? '2h' : '',
    endsAt: isOver ? undefined : Date.parse(silence.endsAt),
    comment: silence.comment,
    recurring: silence.recurring ?? [],
  };
}

/**
 * Milliseconds; NaN where it cannot be told. A length counts from the start, or from now where it
 * has begun.
 */
export function endOf({ startsAt, lasts, endsAt }: SilenceDraft, now: number): number {
  if (lasts.trim()) return Math.max(startsAt ?? now, now) + parseDuration(lasts.trim());
  return endsAt ?? NaN;
}

export interface SilenceProblems {
  matchers?: string;
  end?: string;
  recurring?: string;
}

export function problemsOf(draft: SilenceDraft, now: number): SilenceProblems {
  const problems: SilenceProblems = {};
  const matchers = begun(draft.matchers);
  const end = endOf(draft, now);
  if (matchers.length === 0) problems.matchers = 'Say which alerts: at least one matcher.';
  else if (matcherProblem(matchers)) problems.matchers = matcherProblem(matchers);
  else if (matchesEverything(matchers))
    problems.matchers = 'This would silence every alert. One matcher has to ask for a value.';
  if (!Number.isFinite(end)) problems.end = 'Write how long, such as 30m, 2h or 1d.';
  else if (end <= Math.max(now, draft.startsAt ?? now))
    problems.end = 'It would end before it begins.';
  const wrong = draft.recurring.map(intervalProblem).find(Boolean);
  if (wrong) problems.recurring = wrong;
  return problems;
}

export function bodyOf(draft: SilenceDraft, createdBy: string, now: number): SilenceBody {
  return {
    ...(draft.id ? { id: draft.id } : {}),
    matchers: begun(draft.matchers).map(toSilence),
    startsAt: new Date(draft.startsAt ?? now).toISOString(),
    endsAt: new Date(endOf(draft, now)).toISOString(),
    createdBy,
    comment: draft.comment.trim(),
    ...(draft.recurring.length > 0 ? { recurring: draft.recurring.map(tidy) } : {}),
  };
}

/** How many alerts each silence keeps quiet now, by its id. */
export function affectedCounts(alerts: readonly ActiveAlert[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { status } of alerts)
    for (const id of status.silencedBy) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Whether all the words are in the silence, somewhere. */
export function hasWords(silence: Silence, text: string): boolean {
  const all =
    `${silence.matchers.map(({ name, value }) => `${name}=${value}`).join(' ')} ${silence.comment} ${silence.createdBy}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** A moment as `<input type="datetime-local">` holds it, in the browser's own zone. */
export function localInput(time: number): string {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
