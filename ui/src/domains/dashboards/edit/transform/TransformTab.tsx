/** The transformations of a panel: the steps on one side, the result of the chosen one beside it. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Database, Plus } from 'lucide-react';
import type { Frame, Transformation } from '../../../../data';
import { Button, Kbd, SortableList } from '../../../../design';
import { useShortcuts } from '../../../../kernel/shortcuts';
import { useDraftPanel, useDraftStore } from '../draft/context';
import {
  addTransformation,
  duplicateTransformation,
  moveTransformation,
  removeTransformation,
  setTransformationDisabled,
  setTransformationFilter,
  setTransformationOptions,
  type StepRef,
} from '../draft/commands/transformation';
import { AddTransformation } from './AddTransformation';
import { transformName } from './catalogue';
import { sizeOf } from './pipeline';
import { StepResult } from './StepResult';
import { StepRow } from './StepRow';
import { formOf } from './forms/specs';
import { usePipeline, useStepKeys } from './usePipeline';
import { counted, milliseconds } from './words';
import styles from './Transform.module.css';

export interface TransformTabProps {
  panelId: number;
  /** What the queries answered. */
  frames: readonly Frame[];
  timeZone: string;
  /** The same function as long as the variables have the same values. */
  interpolate: (text: string) => string;
  /** The last step that the preview applies; -1 shows the query result, undefined all steps. */
  showUpTo?: number;
  onShowUpTo: (index: number | undefined) => void;
}

const NO_STEPS: readonly Transformation[] = [];
const QUERY = -1;

export function TransformTab(props: TransformTabProps): ReactNode {
  const { panelId, frames, timeZone, interpolate, showUpTo, onShowUpTo } = props;
  const store = useDraftStore();
  const steps = useDraftPanel(panelId)?.transformations ?? NO_STEPS;
  const results = usePipeline({ frames, steps, timeZone, interpolate });
  const keys = useStepKeys(steps);
  const [chosen, setChosen] = useState(steps.length - 1);
  const [isAdding, setIsAdding] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const toFocus = useRef<number>(undefined);
  const selected = Math.min(chosen, steps.length - 1);

  useShortcuts([
    { keys: 'n', label: 'Add transformation', group: 'Panel', run: () => setIsAdding(true) },
  ]);
  // The control that changed the list may be gone.
  useEffect(() => {
    if (toFocus.current === undefined) return;
    const step = Math.min(toFocus.current, steps.length - 1);
    toFocus.current = undefined;
    root.current?.querySelector<HTMLElement>(`[data-step="${step}"]`)?.focus();
  }, [steps]);

  const refTo = (index: number, id = steps[index]?.id ?? ''): StepRef => ({
    panel: panelId,
    index,
    name: transformName(id),
  });
  const choose = (index: number) => {
    toFocus.current = index;
    setChosen(index);
  };
  const add = (id: string) => {
    setIsAdding(false);
    const index = steps.length;
    choose(index);
    store.run(addTransformation(refTo(index, id), { id, options: formOf(id)?.fresh ?? {} }));
  };
  const move = (from: number, to: number) => {
    setChosen(followed(selected, from, to));
    store.run(moveTransformation(refTo(from), to));
  };
  const remove = (index: number) => {
    choose(index < selected || selected === steps.length - 1 ? selected - 1 : selected);
    store.run(removeTransformation(refTo(index)));
  };
  const time = (results ?? []).reduce((sum, result) => sum + result.time, 0);
  const size = sizeOf(frames);
  return (
    <div ref={root} className={styles.tab} onBlur={() => store.closeStep()}>
      <section className={styles.pipeline} aria-label="Transformations">
        <div className={styles.row} data-selected={selected === QUERY || undefined}>
          <span className={styles.badge}>
            <Database size={13} aria-hidden />
          </span>
          <button
            type="button"
            data-step={QUERY}
            className={styles.name}
            aria-pressed={selected === QUERY}
            onClick={() => setChosen(QUERY)}
          >
            <strong>Query result</strong>
            <span className={styles.summary}>{queriesIn(frames)}</span>
          </button>
          <span className={styles.counts}>
            {counted(size.frames, 'frame')} · {counted(size.rows, 'row')}
          </span>
        </div>
        <SortableList
          label="Steps"
          items={steps}
          keyOf={(_step, index) => keys[index] ?? String(index)}
          nameOf={(step) => transformName(step.id)}
          onMove={move}
          className={styles.steps}
        >
          {(step, index, handle) => (
            <StepRow
              step={step}
              index={index}
              count={steps.length}
              handle={handle}
              result={results?.[index]}
              isSelected={index === selected}
              isPreviewed={showUpTo === undefined || index <= showUpTo}
              onSelect={() => setChosen(index)}
              onMove={(to) => {
                toFocus.current = to;
                move(index, to);
              }}
              onDuplicate={() => {
                choose(index + 1);
                store.run(duplicateTransformation(refTo(index)));
              }}
              onRemove={() => remove(index)}
              onDisable={(isDisabled) =>
                store.run(setTransformationDisabled(refTo(index), isDisabled))
              }
              onFilter={(filter) => store.run(setTransformationFilter(refTo(index), filter))}
              onOptions={(options) => store.run(setTransformationOptions(refTo(index), options))}
            />
          )}
        </SortableList>
        <div className={styles.foot}>
          <Button icon={Plus} onClick={() => setIsAdding(true)}>
            Transformation <Kbd keys="n" />
          </Button>
          {steps.length > 0 && results && (
            <span className={styles.counts}>
              {counted(steps.length, 'step')} · {milliseconds(time)}
            </span>
          )}
        </div>
      </section>
      <StepResult
        number={selected + 1}
        frames={frames}
        result={results?.[selected]}
        isLoading={results === undefined}
        timeZone={timeZone}
        isShownUpTo={showUpTo === selected}
        onShowUpTo={(isOn) => onShowUpTo(isOn ? selected : undefined)}
      />
      {isAdding && (
        <AddTransformation
          frames={results?.at(-1)?.after ?? frames}
          onAdd={add}
          onClose={() => setIsAdding(false)}
        />
      )}
    </div>
  );
}

/** Where the selected item is after one was moved. */
function followed(selected: number, from: number, to: number): number {
  if (selected === from) return to;
  if (from < selected && selected <= to) return selected - 1;
  return to <= selected && selected < from ? selected + 1 : selected;
}

const queriesIn = (frames: readonly Frame[]): string =>
  [...new Set(frames.map(({ refId }) => refId).filter(Boolean))].join(', ');
