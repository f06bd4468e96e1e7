/** Evaluations of rules that are not saved: queries, previews, routing and backtests. */
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../kernel/api';
import type { BacktestAnswer, ExplainedPolicies } from '../../kernel/apiTypes';
import { useAction } from '../../kernel/query';
import type { QueryResponse } from '../../querying/response';
import type { RuleBody } from './model/body';
import type { RuleQuery } from './model/rules';
import type { Evaluation } from './model/verdicts';

export interface EvalRequest {
  data: readonly RuleQuery[];
  condition: string;
  now?: string;
}

/** Runs the queries and expressions of a rule once. Nothing is stored. */
export function evaluate(body: EvalRequest, signal?: AbortSignal): Promise<QueryResponse> {
  return request<QueryResponse>('POST', '/api/v1/eval', { body, signal });
}

/** Evaluates the rule once on the server. Nothing is stored and no notification is sent. */
export function previewRule(
  rule: RuleBody,
  signal?: AbortSignal,
): Promise<QueryResponse & Evaluation> {
  return request<QueryResponse & Evaluation>('POST', '/api/v1/alerting/rules/preview', {
    body: { rule },
    signal,
  });
}

export type Explained = ExplainedPolicies;

/** The policies that match an alert with these labels. */
export function useExplained(labels: Record<string, string>): UseQueryResult<Explained> {
  return useQuery({
    queryKey: ['/api/v1/alerting/policies/explain', labels],
    queryFn: ({ signal }) =>
      request<Explained>('POST', '/api/v1/alerting/policies/explain', { body: { labels }, signal }),
    placeholderData: keepPreviousData,
  });
}

export interface BacktestRequest {
  rule: RuleBody;
  /** Milliseconds since the epoch. */
  from: number;
  to: number;
  interval: string;
}

export type Backtest = BacktestAnswer;

/** Evaluates the rule over a past range, with the notifications that it would have sent. */
export function useBacktest(): UseMutationResult<Backtest, Error, BacktestRequest> {
  return useAction(
    (body) => request<Backtest>('POST', '/api/v1/alerting/rules/backtest', { body }),
    {
      quiet: true,
    },
  );
}
