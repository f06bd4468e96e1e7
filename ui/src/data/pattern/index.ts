/**
 * Regular expressions that come with dashboards, data or settings. None of them can stop the page:
 * what the browser's engine may take long for runs in an engine that takes linear time. It is the
 * one place that compiles such texts.
 */
import { isCheap, LONGEST_NATIVE } from './cost';
import type { compileLinear, Find } from './linear';

const LONGEST_PATTERN = 1000;
const UNSUPPORTED =
  'it takes too long to evaluate and uses features that the safe engine does not support (look-around, backreferences or counts)';

let compile: typeof compileLinear | undefined;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Loads the linear engine, once. */
export function loadPatternEngine(): Promise<void> {
  loading ??= import('./linear').then((module) => {
    compile = module.compileLinear;
    for (const listener of listeners) listener();
  });
  return loading;
}

/**
 * Loads the engine if the expression needs it: then waits for it. Undefined where there is nothing
 * to wait for.
 */
export const preparePattern = (source: string): Promise<void> | undefined =>
  compile || isCheap(source) ? undefined : loadPatternEngine();

/**
 * Calls back when the linear engine is loaded: what was computed before has to be computed again.
 */
export function onPatternEngine(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether expressions of every kind find their matches now. */
export const hasPatternEngine = (): boolean => compile !== undefined;

/**
 * A `RegExp` for `test`, `exec` and the methods of strings. Until the linear engine is loaded,
 * which the first use starts, an expression that needs it matches nothing. Throws a `SyntaxError`
 * for what is no regular expression.
 */
export function compilePattern(source: string, flags = ''): RegExp {
  if (source.length > LONGEST_PATTERN)
    throw new SyntaxError(`The regular expression is longer than ${LONGEST_PATTERN} characters.`);
  return new BoundedPattern(source, flags);
}

/**
 * Why an expression cannot be used, in one sentence; undefined where it can, or while the engine is
 * not loaded.
 */
export function patternProblem(pattern: RegExp): string | undefined {
  return pattern instanceof BoundedPattern ? pattern.problem : undefined;
}

class BoundedPattern extends RegExp {
  private readonly cheap: boolean;
  private find: Find | undefined;
  private refused = false;

  constructor(source: string | RegExp, flags?: string) {
    super(source, flags);
    this.cheap = isCheap(this.source);
    if (!this.cheap) this.prepare();
  }

  get problem(): string | undefined {
    if (!this.cheap) this.prepare();
    return this.refused
      ? `The regular expression ${this.source} cannot be used: ${UNSUPPORTED}.`
      : undefined;
  }

  override exec(text: string): RegExpExecArray | null {
    if (this.cheap && text.length <= LONGEST_NATIVE) return super.exec(text);
    this.prepare();
    const isResumed = this.global || this.sticky;
    const start = isResumed ? this.lastIndex : 0;
    const match = start <= text.length ? (this.find?.(text, start) ?? null) : null;
    const found = match && this.sticky && match.index !== start ? null : match;
    if (isResumed) this.lastIndex = found ? found.index + found[0].length : 0;
    return found;
  }

  private prepare(): void {
    if (this.find || this.refused) return;
    if (!compile) {
      void loadPatternEngine();
      return;
    }
    try {
      this.find = compile(this.source, this.flags);
    } catch {
      this.refused = true;
    }
  }
}
