import type { DataSummary, Suggestion } from '@vedette/sdk';

export function suggest({ hasTrace }: DataSummary): Suggestion[] {
  return hasTrace ? [{ name: 'Trace', score: 'best' }] : [];
}
