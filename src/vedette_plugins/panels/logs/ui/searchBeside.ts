/** Regular expressions run in a worker: some take for ever, and only a worker can be stopped. */
import type { Range, Search } from './search';
import type { SearchRequest } from './searchWorker';
// oxlint-disable-next-line import/default -- Vite makes the module
import workerUrl from './searchWorker?worker&url';

interface UrlPolicy {
  createScriptURL(url: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: UrlPolicy): UrlPolicy;
}

const PATIENCE_MS = 2_000;
export const TOO_SLOW =
  'The search timed out. Simplify the regular expression, for example avoid nested repetition.';

const NO_WORKER =
  'This browser or the content security policy does not allow regular expression searches. Search for plain text instead.';

let policy: UrlPolicy | undefined;

/** The page's policy starts workers of this name only; this one gives out one address. */
function trustedUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('log-search', { createScriptURL: () => workerUrl });
  return policy?.createScriptURL(workerUrl) ?? workerUrl;
}

function startedWorker(): Worker | undefined {
  try {
    return new Worker(trustedUrl(), { type: 'module' });
  } catch {
    return undefined;
  }
}

/** Rejects with a sentence where it takes too long, or with the signal's reason. */
export function searchBeside(
  search: Search,
  texts: string[],
  signal: AbortSignal,
): Promise<(Range[] | undefined)[]> {
  return new Promise((resolve, reject) => {
    const worker = startedWorker();
    if (!worker) return reject(new Error(NO_WORKER));
    const timer = setTimeout(() => end(() => reject(new Error(TOO_SLOW))), PATIENCE_MS);
    const end = (tell: () => void) => {
      clearTimeout(timer);
      worker.terminate();
      tell();
    };
    signal.addEventListener('abort', () => end(() => reject(signal.reason as Error)), {
      once: true,
    });
    worker.addEventListener('error', () => end(() => reject(new Error(NO_WORKER))));
    worker.addEventListener('message', ({ data }: MessageEvent<(Range[] | undefined)[]>) =>
      end(() => resolve(data)),
    );
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage({ search, texts } satisfies SearchRequest);
  });
}
