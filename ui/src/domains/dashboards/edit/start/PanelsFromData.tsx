/** One search over the metrics of all sources, and the panels that suit the chosen one. */
import { useId, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Input, Spinner } from '../../../../design';
import { useSettled } from '../../../../design/useSettled';
import {
  metricsSources,
  useMetricNames,
  type FoundMetric,
} from '../../../../querying/useMetricNames';
import { useDashboard } from '../../session/context';
import { metricsOf, suggestPanels, type Metric, type Suggestion } from './suggest';
import { Suggestions } from './Suggestions';
import styles from './Start.module.css';

const MOST_HITS = 50;
const REST_MS = 200;

interface Hit extends Omit<FoundMetric, 'name'> {
  key: string;
  metric: Metric;
}

export function PanelsFromData({
  onAdd,
}: {
  onAdd: (chosen: readonly Suggestion[]) => void;
}): ReactNode {
  const { sources } = useDashboard();
  const id = useId();
  const [text, setText] = useState('');
  const [chosenKey, setChosenKey] = useState<string>();
  const [changedTicks, setChangedTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const searched = useMemo(() => metricsSources(sources.list), [sources]);
  const settled = useSettled(text.trim(), REST_MS);
  const { found, loading, problems } = useMetricNames(searched, settled);
  const all = hitsOf(found);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = all.filter(({ metric }) =>
    words.every((word) => metric.name.toLowerCase().includes(word)),
  );
  const hits = matching.slice(0, MOST_HITS);
  const at = Math.max(
    0,
    hits.findIndex(({ key }) => key === chosenKey),
  );
  const hit = hits[at];
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key stands for the metric
  const suggestions = useMemo(() => (hit ? suggestionsOf(hit) : []), [hit?.key]);
  const keyOf = (index: number) => `${hit?.key} ${index}`;
  const ticks = suggestions.map(
    ({ isTicked }, index) => changedTicks.get(keyOf(index)) ?? isTicked,
  );
  const chosen = suggestions.filter((_, index) => ticks[index]);
  const add = () => chosen.length > 0 && onAdd(chosen);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (event.key === 'Enter' && target.tagName === 'INPUT') {
      event.preventDefault();
      event.stopPropagation();
      add();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || target.getAttribute('role') !== 'combobox') return;
    event.preventDefault();
    const next = hits[Math.min(hits.length - 1, Math.max(0, at + step))];
    setChosenKey(next?.key);
    document.getElementById(`${id}-${next?.key}`)?.scrollIntoView?.({ block: 'nearest' });
  };

  return (
    <div className={styles.data} onKeyDown={onKeyDown}>
      <div className={styles.search}>
        <Input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the screen begins with it
          autoFocus
          size="lg"
          role="combobox"
          aria-label="Search metrics"
          aria-expanded={hit !== undefined}
          aria-controls={hit && `${id}-hits`}
          aria-activedescendant={hit && `${id}-${hit.key}`}
          placeholder="Search metrics"
          value={text}
          onChange={setText}
        />
        <span className={styles.count} role="status">
          {loading && <Spinner />}
          {countText(matching.length, searched.length)}
        </span>
      </div>
      {problems.map((problem) => (
        <p key={problem} className={styles.problem} role="alert">
          {problem}
        </p>
      ))}
      {hit && (
        <div className={styles.columns}>
          <div id={`${id}-hits`} className={styles.hits} role="listbox" aria-label="Metrics">
            {hits.map(({ key, metric, source }) => (
              <div
                key={key}
                id={`${id}-${key}`}
                role="option"
                tabIndex={-1}
                aria-selected={key === hit.key}
                className={styles.hit}
                onClick={() => setChosenKey(key)}
              >
                <code>{metric.name}</code>
                <small>
                  {metric.kind} · {source.name}
                </small>
              </div>
            ))}
          </div>
          <Suggestions
            key={hit.key}
            metricKey={hit.key}
            kind={hit.metric.kind}
            suggestions={suggestions}
            ticks={ticks}
            onTick={(index, isTicked) =>
              setChangedTicks((before) => new Map(before).set(keyOf(index), isTicked))
            }
            onAdd={add}
          />
        </div>
      )}
    </div>
  );
}

function countText(count: number, sources: number): string {
  if (sources === 0) return 'No data source has metrics to search. Start with an empty panel.';
  const found = count === 1 ? '1 metric' : `${count} metrics`;
  return `${found} in ${sources === 1 ? '1 data source' : `${sources} data sources`}`;
}

function hitsOf(found: readonly FoundMetric[]): Hit[] {
  const firsts = new Map(found.toReversed().map((one) => [one.source.uid, one]));
  return [...firsts].toReversed().flatMap(([uid, { source, search }]) => {
    const names = found.filter((one) => one.source === source).map(({ name }) => name);
    return metricsOf(names).map((metric) => ({
      metric,
      source,
      search,
      key: `${uid}/${metric.name}`,
    }));
  });
}

function suggestionsOf({ metric, source, search }: Hit): Suggestion[] {
  return suggestPanels(metric, {
    source: { type: source.type, uid: source.uid },
    queryOf: search.query,
    isPromql: source.meta?.variableFormat === 'promql',
  });
}
