/**
 * What alerts of a dashboard did, as annotations of its panels: `GET /api/annotations?type=alert`.
 */
import type { AnnotationAnswer } from '../../../kernel/apiTypes';
import type { PanelAnnotation } from '../../../sdk/panel';

export type AlertEvent = Pick<
  AnnotationAnswer,
  'id' | 'alertUID' | 'alertName' | 'panelId' | 'prevState' | 'newState' | 'time' | 'text'
>;

export interface OfPanel extends PanelAnnotation {
  /** None where the rule belongs to no panel. */
  panelId?: number;
}

/** A CSS colour for a stored one. */
type Color = (name: string) => string;

const COLORS: readonly (readonly [state: string, color: string])[] = [
  ['alerting', '--crit-g'],
  ['error', '--crit-g'],
  ['pending', '--warn-g'],
  ['recovering', '--warn-g'],
  ['nodata', '--info-g'],
];

/**
 * A region while an alert fires, a line for every other change; back to normal is the end of a
 * region.
 */
export function annotationsOf(
  events: readonly AlertEvent[],
  from: number,
  to: number,
  color: Color,
): OfPanel[] {
  const open = new Map<string, OfPanel>();
  const found: OfPanel[] = [];
  for (const event of [...events].sort((a, b) => a.time - b.time || a.id - b.id)) {
    const key = `${event.alertUID ?? event.alertName} ${seriesOf(event.text)}`;
    const before =
      open.get(key) ?? (isFiring(event.prevState) ? firingFrom(event, from, color) : undefined);
    if (before) {
      before.timeEnd = event.time;
      if (!open.has(key)) found.push(before);
      open.delete(key);
    }
    if (event.newState.startsWith('Normal') && before) continue;
    const made = madeOf(event, color);
    found.push(made);
    if (isFiring(event.newState)) open.set(key, made);
  }
  for (const each of open.values()) each.timeEnd = to;
  return merged(found);
}

/** Series of a rule that did the same at the same time are one annotation, which lists them. */
function merged(annotations: readonly OfPanel[]): OfPanel[] {
  const found = new Map<string, OfPanel>();
  for (const each of annotations) {
    const key = JSON.stringify([each.panelId, each.time, each.timeEnd, each.title]);
    const same = found.get(key);
    if (same) same.text += `\n${each.text}`;
    else found.set(key, each);
  }
  return [...found.values()];
}

function isFiring(state: string): boolean {
  return state.startsWith('Alerting') || state.startsWith('Recovering');
}

/** It began to fire before the range does. */
function firingFrom(event: AlertEvent, from: number, color: Color): OfPanel {
  return { ...madeOf({ ...event, newState: event.prevState }, color), time: from };
}

function madeOf(
  { id, alertName, newState, time, text, panelId }: AlertEvent,
  color: Color,
): OfPanel {
  const [, name = '--ok-g'] =
    COLORS.find(([state]) => newState.toLowerCase().startsWith(state)) ?? [];
  const title = newState.startsWith('Alerting') ? alertName : `${newState}: ${alertName}`;
  return { id, time, title, text, tags: [], color: color(name), panelId: panelId ?? undefined };
}

/** The text names the labels of the series, then its values. */
function seriesOf(text: string): string {
  return text.slice(0, text.lastIndexOf('}') + 1) || text;
}
