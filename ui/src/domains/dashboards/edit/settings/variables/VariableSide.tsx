/** What the variable offers now, what it depends on, and where it is used. */
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { RefreshCw } from 'lucide-react';
import type { VariableModel } from '../../../../../data';
import { IconButton, Spinner } from '../../../../../design';
import { useDashboard, useDashboardTime, useDashboardValues } from '../../../session/context';
import { dependenciesOf } from '../../../session/lookUp';
import { useDraft } from '../../draft/context';
import { previewValues, type Preview } from './preview';
import { UsedIn } from './UsedIn';
import styles from './Variables.module.css';

const SETTLED_MS = 300;
const MOST_SHOWN = 200;

interface SideProps {
  variable: VariableModel;
  onOpen: (name: string) => void;
}

export function VariableSide({ variable, onOpen }: SideProps): ReactNode {
  return (
    <aside className={styles.side}>
      <Values variable={variable} />
      <Dependencies variable={variable} onOpen={onOpen} />
      <UsedIn name={variable.name} onOpen={onOpen} />
    </aside>
  );
}

interface Shown extends Partial<Preview> {
  isBusy: boolean;
  error?: string;
  ms?: number;
}

function Values({ variable }: { variable: VariableModel }): ReactNode {
  const [round, setRound] = useState(0);
  const { choices = [], stages = [], isBusy, error, ms } = useValues(variable, round);
  const failed = stages.find((stage) => stage.error);
  const dropped = (stages[0]?.count ?? 0) - choices.length;
  const problem = error ?? (failed && `${failed.name}: ${failed.error}`);
  return (
    <section aria-label="Values" aria-busy={isBusy}>
      <header className={styles.head}>
        <h3>Values</h3>
        {isBusy ? (
          <Spinner />
        ) : (
          <span className={styles.use}>{ms !== undefined && `${ms} ms`}</span>
        )}
        <IconButton
          size="sm"
          icon={RefreshCw}
          label="Look up again"
          onClick={() => setRound(round + 1)}
        />
      </header>
      {stages.length > 0 && (
        <p className={styles.stages}>
          {stages.map(({ name, count, error: reason }, index) => (
            <span key={name} data-failed={reason ? true : undefined}>
              {index > 0 && ' → '}
              {name} <b>{reason ? 'failed' : count}</b>
            </span>
          ))}
          {!problem && dropped > 0 && <em>{dropped} filtered out</em>}
        </p>
      )}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {!problem && !isBusy && choices.length === 0 && variable.type !== 'adhoc' && (
        <p className={styles.hint}>There are no values.</p>
      )}
      {choices.length > 0 && (
        <ul className={styles.values}>
          {choices.slice(0, MOST_SHOWN).map(({ text, value }) => (
            <li key={value}>
              <span>{text}</span>
              {value !== text && <code>{value}</code>}
            </li>
          ))}
        </ul>
      )}
      {choices.length > MOST_SHOWN && (
        <p className={styles.hint}>{choices.length - MOST_SHOWN} more.</p>
      )}
    </section>
  );
}

function useValues(model: VariableModel, round: number): Shown {
  const { variables, sources } = useDashboard();
  const { range } = useDashboardTime();
  const { values } = useDashboardValues();
  const states = useSyncExternalStore(variables.subscribe, variables.states);
  const [shown, setShown] = useState<Shown>({ isBusy: true });
  const others = [...states].map(([name, { selected }]) => (name === model.name ? '' : selected));
  const signature = JSON.stringify([model, others, range.from, range.to, round]);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setShown((before) => ({ ...before, isBusy: true }));
    const timer = setTimeout(() => {
      const start = performance.now();
      previewValues({ model, states, range, sources, globals: values, signal }).then(
        (preview) =>
          signal.aborted ||
          setShown({ ...preview, isBusy: false, ms: Math.round(performance.now() - start) }),
        (reason: unknown) =>
          signal.aborted ||
          setShown({
            isBusy: false,
            error: reason instanceof Error ? reason.message : String(reason),
          }),
      );
    }, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the signature stands for all of it
  }, [signature, sources]);
  return shown;
}

function Dependencies({ variable, onOpen }: SideProps): ReactNode {
  const list = useDraft(({ model }) => model.templating.list);
  const names = list.map(({ name }) => name);
  const { name } = variable;
  const above = dependenciesOf(variable, names);
  const below = list.filter((one) => dependenciesOf(one, names).includes(name));
  if (above.length + below.length === 0) return null;
  const links = (label: string, linked: readonly string[]) =>
    linked.length > 0 && (
      <p className={styles.linked}>
        {label}{' '}
        {linked.map((one) => (
          <button key={one} type="button" onClick={() => onOpen(one)}>
            <code>{one}</code>
          </button>
        ))}
      </p>
    );
  return (
    <section aria-label="Dependencies">
      <h3>Dependencies</h3>
      {links('Depends on', above)}
      {links(
        'Looked up again with it:',
        below.map((one) => one.name),
      )}
    </section>
  );
}
