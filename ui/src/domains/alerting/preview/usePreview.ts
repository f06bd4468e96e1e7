/** Asks what a rule would ask, when told to. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Frame } from '../../../data';
import { errorMessage } from '../../../kernel/api';
import { bootSources } from '../../../querying/bootSources';
import {
  readResponse,
  responseOf,
  type QueryProblem,
  type QueryResponse,
} from '../../../querying/response';
import { evaluate, previewRule } from '../api';
import type { RuleDraft } from '../model/draft';
import { previewedBody, type Evaluation } from '../model/verdicts';

export interface Answer {
  frames: readonly Frame[];
  problems: readonly QueryProblem[];
  /** What the rule makes of it; a recording rule has none. */
  evaluation?: Evaluation;
  /** Milliseconds since the epoch; undefined before the first answer. */
  askedAt?: number;
  /** Of the call as a whole. */
  error?: string;
}

export interface Preview extends Answer {
  isRunning: boolean;
  /** Whether the rule has changed since it was asked. */
  isStale: boolean;
  run: () => void;
}

const NOTHING: Answer = { frames: [], problems: [] };

/** `atOnce` asks as soon as it is shown. */
export function usePreview(draft: RuleDraft, atOnce: boolean): Preview {
  const [answer, setAnswer] = useState<Answer>(NOTHING);
  const [isRunning, setRunning] = useState(false);
  const [asked, setAsked] = useState('');
  const latest = useRef(draft);
  latest.current = draft;
  const controller = useRef<AbortController>(undefined);
  const wanted = signatureOf(draft);

  const run = useCallback(() => {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    setRunning(true);
    setAsked(signatureOf(latest.current));
    void ask(latest.current, own.signal).then((next) => {
      if (own.signal.aborted) return;
      setAnswer(next);
      setRunning(false);
    });
  }, []);

  useEffect(() => {
    if (atOnce) run();
    return () => controller.current?.abort();
  }, [atOnce, run]);

  const isStale = answer.askedAt !== undefined && asked !== wanted;
  return useMemo(() => ({ ...answer, isRunning, isStale, run }), [answer, isRunning, isStale, run]);
}

/** All that has a part in the states of the rule, without its name and its texts. */
function signatureOf(draft: RuleDraft): string {
  const {
    title: _,
    folderUID: __,
    ruleGroup: ___,
    annotations: ____,
    ...rest
  } = previewedBody(draft);
  return JSON.stringify(rest);
}

async function ask(draft: RuleDraft, signal: AbortSignal): Promise<Answer> {
  const { data, condition, kind } = draft;
  const askedAt = Date.now();
  const read = (response: QueryResponse) => {
    const order = data.map(({ refId }) => refId);
    const { byKey } = bootSources();
    const nameOf = (refId: string) =>
      byKey.get(data.find((query) => query.refId === refId)?.datasourceUid ?? '')?.name;
    return { ...readResponse(response, order, nameOf), askedAt };
  };
  try {
    if (kind === 'recording') return read(await evaluate({ data, condition }, signal));
    const { results, ...evaluation } = await previewRule(previewedBody(draft), signal);
    return { ...read({ results }), evaluation };
  } catch (error) {
    const response = responseOf(error);
    return response ? read(response) : { ...NOTHING, askedAt, error: errorMessage(error) };
  }
}
