/** The variables of a dashboard, each a chip that opens its values. */
import { lazy, memo, Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { ChevronDown, TriangleAlert } from 'lucide-react';
import { Button, Popover, Spinner, Tag } from '../../../../design';
import { ALL, selectionText, toggleSelection, type Choice } from '../../model/selection';
import { useDashboard } from '../../session/context';
import type { VariableState } from '../../session/variableStore';
import { TextVariable } from './TextVariable';
import styles from './Variables.module.css';

const loadPicker = () => import('../../../../design/components/OptionPicker');
const OptionPicker = lazy(() => loadPicker().then((m) => ({ default: m.OptionPicker })));
const FilterBar = lazy(() => import('./FilterBar').then((m) => ({ default: m.FilterBar })));

export function VariableBar(): ReactNode {
  const { variables } = useDashboard();
  const states = useSyncExternalStore(variables.subscribe, variables.states);
  const shown = [...states.values()].filter(
    ({ model }) => model.hide !== 2 && model.type !== 'constant',
  );
  return shown.map((state) => {
    const { name, type } = state.model;
    if (type === 'adhoc') {
      return (
        <Suspense key={name}>
          <FilterBar state={state} />
        </Suspense>
      );
    }
    if (type === 'textbox') return <TextVariable key={name} state={state} />;
    return <VariableChip key={name} state={state} />;
  });
}

const VariableChip = memo(function VariableChip({ state }: { state: VariableState }): ReactNode {
  const { variables, chooseVariable } = useDashboard();
  const { model, choices, selected, status } = state;
  const label = model.label || model.name;
  const { text, more } = selectionText(selected, choices);
  const offersAll = Boolean(model.includeAll);
  const options = (offersAll ? [{ text: 'All', value: ALL }, ...choices] : choices).map(toOption);
  const searches = JSON.stringify(model.query ?? '').includes('__searchFilter');
  const isLoading = status === 'loading' || status === 'waiting';

  const choose = (values: readonly string[]) => {
    if (!model.multi) return chooseVariable(model.name, values);
    const changed =
      values.find((value) => !selected.includes(value)) ??
      selected.find((value) => !values.includes(value));
    chooseVariable(
      model.name,
      changed === undefined ? [...values] : toggleSelection(selected, changed, offersAll),
    );
  };

  return (
    <Popover
      label={label}
      trigger={
        <button
          type="button"
          className={styles.chip}
          data-variable={model.name}
          onPointerEnter={() => void loadPicker()}
          data-tip={model.description || undefined}
        >
          <b className={model.hide === 1 ? 'vd-sr' : undefined}>{label}</b>{' '}
          <span>{status === 'waiting' && selected.length === 0 ? '…' : text}</span>
          {more > 0 && <Tag>+{more}</Tag>}
          {status === 'error' && (
            <TriangleAlert
              size={13}
              className={styles.error}
              role="img"
              aria-label="could not be loaded"
            />
          )}
          {isLoading ? (
            <Spinner size={12} label={`Loading ${label}`} />
          ) : (
            <ChevronDown size={13} aria-hidden />
          )}
        </button>
      }
    >
      {(close, typed) => (
        <>
          {state.error && (
            <div className={styles.failure} role="alert">
              <span>{state.error}</span>
              <Button size="sm" onClick={() => void variables.reload(model.name)}>
                Retry
              </Button>
            </div>
          )}
          <OptionPicker
            label={label}
            options={options}
            value={selected}
            typed={typed}
            multi={model.multi}
            loading={isLoading}
            allowCustom={model.type !== 'datasource'}
            onChange={choose}
            onSearch={searches ? (wanted) => void variables.search(model.name, wanted) : undefined}
            onDone={close}
          />
        </>
      )}
    </Popover>
  );
});

const toOption = ({ text, value }: Choice) => ({ label: text || '(empty)', value });
