import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { loadTransforms, type Frame, type Transformation } from '../../../../data';
import { namesOf } from './forms';
import { createPipeline, type Engine, type PipelineStep } from './pipeline';

/** Loaded once for the page. */
let loaded: Engine | undefined;

export interface PipelineProps {
  /** What the queries answered. */
  frames: readonly Frame[];
  steps: readonly Transformation[];
  timeZone: string;
  /** The same function as long as the variables have the same values. */
  interpolate: (text: string) => string;
}

/** The result of each step; undefined while the code that transforms is on its way. */
export function usePipeline(props: PipelineProps): readonly PipelineStep[] | undefined {
  const { frames, timeZone, interpolate } = props;
  const engine = useEngine();
  // Typing in a form comes before the results of long pipelines.
  const steps = useDeferredValue(props.steps);
  const run = useMemo(() => engine && createPipeline({ engine, namesOf }), [engine]);
  const context = useMemo(() => ({ timeZone, interpolate }), [timeZone, interpolate]);
  return useMemo(() => run?.({ frames, steps, context }), [run, frames, steps, context]);
}

function useEngine(): Engine | undefined {
  const [engine, setEngine] = useState(loaded);
  useEffect(() => {
    if (engine) return undefined;
    let active = true;
    void loadTransforms().then((module) => {
      loaded = module;
      if (active) setEngine(module);
    });
    return () => {
      active = false;
    };
  }, [engine]);
  return engine;
}

/** A key for each step that stays while the step is edited, and goes with it when it moves. */
export function useStepKeys(steps: readonly Transformation[]): readonly string[] {
  const known = useRef<readonly Keyed[]>([]);
  const count = useRef(0);
  return useMemo(() => {
    const fresh = () => {
      count.current += 1;
      return `step-${count.current}`;
    };
    known.current = keyed(known.current, steps, fresh);
    return known.current.map(({ key }) => key);
  }, [steps]);
}

export interface Keyed {
  step: Transformation;
  key: string;
}

/** A step is the one it was by identity, else by its place if the one there before is gone. */
export function keyed(
  before: readonly Keyed[],
  steps: readonly Transformation[],
  fresh: () => string,
): Keyed[] {
  const keys = new Map(before.map(({ step, key }) => [step, key]));
  const present = new Set(steps);
  return steps.map((step, index) => {
    const there = before[index];
    const edited = there && !present.has(there.step) ? there.key : undefined;
    return { step, key: keys.get(step) ?? edited ?? fresh() };
  });
}
