import type { DataSummary, Suggestion } from '@vedette/sdk';

export function suggest({ hasNodeGraph }: DataSummary): Suggestion[] {
  return hasNodeGraph ? [{ name: 'Node graph', score: 'best' }] : [];
}
