/** The alert rules of a dashboard, by the panels they are tied to. */
import { ALERT_STATES, ruleState, STATE_NAMES, STATE_TONES, type AlertState } from './alertStates';
import { fetchStatus } from './alerts';

export interface PanelAlerts {
  tone: 'crit' | 'warn' | 'ok' | 'mute';
  /** What they do, in a word or two; empty where all is well. */
  label: string;
  /** In words: `Firing: Too slow, and 1 other rule`. */
  text: string;
  /** Of the rule that is worst off. */
  href: string;
}

export async function panelAlerts(dashboardUid: string): Promise<Record<number, PanelAlerts>> {
  const groups = await fetchStatus({ dashboard_uid: dashboardUid, limit_alerts: 0 });
  const rules = new Map<number, { uid: string; name: string; state: AlertState }[]>();
  for (const { uid = '', name, annotations, isPaused, type, ...rule } of groups.flatMap(
    (group) => group.rules,
  )) {
    const panelId = Number(annotations?.['__panelId__']);
    if (!panelId || isPaused || type === 'recording') continue;
    rules.set(panelId, [
      ...(rules.get(panelId) ?? []),
      { uid, name, state: ruleState({ uid, name, type, ...rule }) },
    ]);
  }
  return Object.fromEntries([...rules].map(([panelId, own]) => [panelId, markOf(own)]));
}

function markOf(rules: readonly { uid: string; name: string; state: AlertState }[]): PanelAlerts {
  const [worst, ...others] = [...rules].sort(
    (a, b) => ALERT_STATES.indexOf(a.state) - ALERT_STATES.indexOf(b.state),
  );
  const state = worst?.state ?? 'normal';
  const more =
    others.length === 0
      ? ''
      : `, and ${others.length} other ${others.length === 1 ? 'rule' : 'rules'}`;
  return {
    tone: state === 'nodata' ? 'mute' : STATE_TONES[state],
    label: state === 'normal' ? '' : STATE_NAMES[state],
    text: `${STATE_NAMES[state]}: ${worst?.name ?? ''}${more}`,
    href: `/alerting/grafana/${encodeURIComponent(worst?.uid ?? '')}/view`,
  };
}
