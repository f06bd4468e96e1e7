/** Runs the queries of a rule on request. */
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
import { evaluate, previewRule } from '../evaluationApi';
import type { RuleDraft } from '../model/draft';
import { previewedBody, type Evaluation } from '../model/verdicts';

export interface PreviewResult {
  frames: readonly Frame[];
  problems: readonly QueryProblem[];
  /** The evaluation of the rule; undefined for a recording rule. */
  evaluation?: Evaluation;
  /** Milliseconds since the epoch; undefined before the first result. */
  ranAt?: number;
  /** The error of the whole request. */
  error?: string;
}

export interface Preview extends PreviewResult {
  isRunning: boolean;
  /** Whether the rule has changed since the last run. */
  isStale: boolean;
  run: () => void;
}

const NOTHING: PreviewResult = { frames: [], problems: [] };

/** With `runsImmediately`, the preview runs when it is first shown. */
export function usePreview(draft: RuleDraft, runsImmediately: boolean): Preview {
  const [result, setResult] = useState<PreviewResult>(NOTHING);
  const [isRunning, setRunning] = useState(false);
  const [lastSignature, setLastSignature] = useState('');
  const latest = useRef(draft);
  latest.current = draft;
  const controller = useRef<AbortController>(undefined);
  const signature = signatureOf(draft);

  const run = useCallback(() => {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    setRunning(true);
    setLastSignature(signatureOf(latest.current));
    void runPreview(latest.current, own.signal).then((next) => {
      if (own.signal.aborted) return;
      setResult(next);
      setRunning(false);
    });
  }, []);

  useEffect(() => {
    if (runsImmediately) run();
    return () => controller.current?.abort();
  }, [runsImmediately, run]);

  const isStale = result.ranAt !== undefined && lastSignature !== signature;
  return useMemo(() => ({ ...result, isRunning, isStale, run }), [result, isRunning, isStale, run]);
}

/** The parts of a rule that affect its states, without its name and texts. */
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

async function runPreview(draft: RuleDraft, signal: AbortSignal): Promise<PreviewResult> {
  const { data, condition, kind } = draft;
  const ranAt = Date.now();
  const read = (response: QueryResponse) => {
    const order = data.map(({ refId }) => refId);
    const { byKey } = bootSources();
    const nameOf = (refId: string) =>
      byKey.get(data.find((query) => query.refId === refId)?.datasourceUid ?? '')?.name;
    return { ...readResponse(response, order, nameOf), ranAt };
  };
  try {
    if (kind === 'recording') return read(await evaluate({ data, condition }, signal));
    const { results, ...evaluation } = await previewRule(previewedBody(draft), signal);
    return { ...read({ results }), evaluation };
  } catch (error) {
    const response = responseOf(error);
    return response ? read(response) : { ...NOTHING, ranAt, error: errorMessage(error) };
  }
}
