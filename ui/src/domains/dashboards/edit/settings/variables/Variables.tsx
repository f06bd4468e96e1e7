/** The variables of the dashboard in the order of the toolbar, and the one that is open. */
import { useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { Button, EmptyState, NoticeBar, SortableList } from '../../../../../design';
import type { DashboardModel, VariableModel } from '../../../../../data';
import { dependencyOrder, VariableCycleError } from '../../../../../data/variables/dependencies';
import { useDashboard } from '../../../session/context';
import { addVariable, freeVariableName, moveVariable } from '../../draft/commands/variable';
import { useDraftModel, useDraftStore } from '../../draft/context';
import { variableUses } from '../../model/references';
import { typeName, variableOfType } from './types';
import { VariableForm } from './VariableForm';
import { VariableSide } from './VariableSide';
import styles from './Variables.module.css';

export function Variables(): ReactNode {
  const store = useDraftStore();
  const model = useDraftModel();
  const { variables, sources } = useDashboard();
  const states = useSyncExternalStore(variables.subscribe, variables.states);
  const [chosen, setChosen] = useState<string>();
  const { list } = model.templating;
  const open = list.find(({ name }) => name === chosen) ?? list[0];
  const cycle = useMemo(() => cycleOf(list), [list]);
  const add = () => {
    const name = freeVariableName(model, 'query1');
    store.run(addVariable(variableOfType({ name, type: 'query' }, 'query', sources)));
    setChosen(name);
    focusName();
  };
  return (
    <div className={styles.page}>
      <div className={styles.list}>
        <header className={styles.head}>
          <h2>Variables</h2>
          <Button size="sm" icon={Plus} onClick={add}>
            Variable
          </Button>
        </header>
        {cycle && <NoticeBar tone="crit">{cycle}</NoticeBar>}
        <SortableList
          label="Variables, in order"
          items={list}
          keyOf={({ name }, index) =>
            list.findIndex((one) => one.name === name) === index ? name : `${name} ${index}`
          }
          nameOf={({ name }) => `variable ${name}`}
          onMove={(from, to) => store.run(moveVariable(list[from]?.name ?? '', to))}
        >
          {(variable, _, handle) => (
            <div className={styles.row} data-open={variable === open || undefined}>
              {handle}
              <button
                type="button"
                aria-current={variable === open || undefined}
                onClick={() => setChosen(variable.name)}
              >
                <code>{variable.name}</code>
                <span className={styles.use}>
                  {typeName(variable.type)} · {wordsOfUse(model, variable.name)}
                </span>
              </button>
              <span className={styles.count}>
                {states.get(variable.name)?.choices.length || ''}
              </span>
            </div>
          )}
        </SortableList>
        {list.length > 1 && (
          <p className={styles.hint}>The order is the order in the toolbar. Drag, or Alt ↑ ↓.</p>
        )}
      </div>
      {open ? (
        <>
          <VariableForm variable={open} onOpen={setChosen} />
          <VariableSide variable={open} onOpen={setChosen} />
        </>
      ) : (
        <EmptyState title="There are no variables">
          A variable puts a list of values above the dashboard, for its queries and titles.
        </EmptyState>
      )}
    </div>
  );
}

export const focusName = () =>
  setTimeout(() => document.querySelector<HTMLInputElement>('[data-variable-name]')?.select());

function wordsOfUse(model: DashboardModel, name: string): string {
  const uses = variableUses(model, name);
  const panels = uses.filter(({ kind }) => kind === 'panel').length;
  if (panels > 0) return `${panels} ${panels === 1 ? 'panel' : 'panels'}`;
  return uses.length > 0 ? `${uses.length} ${uses.length === 1 ? 'use' : 'uses'}` : 'not used';
}

function cycleOf(list: readonly VariableModel[]): string | undefined {
  try {
    dependencyOrder(list);
    return undefined;
  } catch (error) {
    if (error instanceof VariableCycleError) return error.message;
    throw error;
  }
}
