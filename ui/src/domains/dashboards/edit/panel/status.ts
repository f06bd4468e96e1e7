/** One line about the data of a panel: how much there is, and how long it took. */
import type { PanelModel } from '../../../../data';
import type { PanelResult } from '../../session/results';

export interface Status {
  text: string;
  tone: 'ok' | 'busy' | 'error' | 'none';
}

export function statusOf(
  { state, frames, problems, durationMs }: PanelResult,
  panel: PanelModel,
): Status {
  if (state === 'loading') return { text: 'Running…', tone: 'busy' };
  const [problem] = problems;
  if (problem) {
    const place = problem.refId ? `Query ${problem.refId}: ` : '';
    return { text: `${place}${problem.message}`, tone: 'error' };
  }
  const queries = panel.targets?.filter(({ hide }) => !hide).length ?? 0;
  if (state === 'idle' || queries === 0) return { text: counted(queries, 'query'), tone: 'none' };
  const points = frames.reduce((sum, frame) => sum + frame.length, 0);
  const series = frames.reduce((sum, { fields }) => sum + seriesIn(fields), 0);
  const parts = [counted(queries, 'query'), counted(series, 'series'), counted(points, 'point')];
  if (durationMs !== undefined) parts.push(`${Math.round(durationMs)} ms`);
  return { text: parts.join(' · '), tone: 'ok' };
}

function seriesIn(fields: readonly { type: string }[]): number {
  const hasTime = fields.some(({ type }) => type === 'time');
  return hasTime ? fields.filter(({ type }) => type !== 'time').length : 1;
}

function counted(count: number, noun: string): string {
  const plural = noun === 'query' ? 'queries' : noun === 'series' ? noun : `${noun}s`;
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
}
