import {
  ALERT_STATES,
  LinkTo,
  localUrl,
  STATE_NAMES,
  STATE_TONES,
  type AlertState,
} from '@vedette/sdk';
import type { Alert, Item } from './items';
import styles from './AlertList.module.css';

export interface ItemRowProps {
  item: Item;
  isOpen: boolean;
  onToggle: () => void;
}

const MOST_ALERTS = 50;

export function ItemRow({ item, isOpen, onToggle }: ItemRowProps) {
  const { title, detail, state, since, uid, alerts } = item;
  return (
    <li className={styles.item}>
      <div className={styles.row}>
        <Dot state={state} />
        <div className={styles.what}>
          <span className={styles.title}>
            {uid ? (
              <LinkTo
                link={{
                  title,
                  href: localUrl(`/alerting/grafana/${encodeURIComponent(uid)}/view`),
                  newTab: false,
                }}
              >
                {title}
              </LinkTo>
            ) : (
              title
            )}
          </span>
          <span className={styles.detail}>
            {STATE_NAMES[state]}
            {detail && ` · ${detail}`}
            {alerts[0]?.summary && alerts.length === 1 && ` · ${alerts[0].summary}`}
          </span>
        </div>
        {alerts.length > 0 && (
          <button type="button" className={styles.counts} aria-expanded={isOpen} onClick={onToggle}>
            {countText(alerts)}
          </button>
        )}
        {since !== undefined && (
          <time dateTime={new Date(since).toISOString()}>{ageText(Date.now() - since)}</time>
        )}
      </div>
      {isOpen && alerts.length > 0 && (
        <ul className={styles.alerts}>
          {alerts.slice(0, MOST_ALERTS).map((alert, index) => (
            <li key={index}>
              <Dot state={alert.state} />
              <span>{labelText(alert)}</span>
            </li>
          ))}
          {alerts.length > MOST_ALERTS && <li>{alerts.length - MOST_ALERTS} more</li>}
        </ul>
      )}
    </li>
  );
}

/** The colour only helps: the state is named beside it. */
function Dot({ state }: { state: AlertState }) {
  return (
    <span
      className={`${styles.dot} ${styles[STATE_TONES[state]]}`}
      title={STATE_NAMES[state]}
      role="img"
      aria-label={STATE_NAMES[state]}
    />
  );
}

function countText(alerts: readonly Alert[]): string {
  return ALERT_STATES.map((state) => ({
    state,
    count: alerts.filter((alert) => alert.state === state).length,
  }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${STATE_NAMES[state].toLowerCase()}`)
    .join(', ');
}

function labelText({ labels }: Alert): string {
  const shown = Object.entries(labels).filter(
    ([name]) => !/^__.*__$/.test(name) && name !== 'alertname' && name !== 'grafana_folder',
  );
  return shown.map(([name, value]) => `${name}=${value}`).join(', ') || 'No labels';
}

function ageText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${Math.max(0, Math.floor(ms / 1000))} s`;
  if (minutes < 60) return `${minutes} m`;
  return minutes < 2880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}
