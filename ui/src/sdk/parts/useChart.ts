import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * A chart drawn into an element: it follows the element's size by itself and takes new models in
 * place.
 */
export interface Chart<M> {
  update(model: M): void;
  destroy(): void;
}

export type ChartFactory<M, C extends Chart<M> = Chart<M>> = (element: HTMLElement, model: M) => C;

/**
 * Mounts a chart into the element the returned ref is given to. `draw` must stay the same function.
 */
export function useChart<M, C extends Chart<M>>(
  draw: ChartFactory<M, C>,
  model: M,
): { element: RefObject<HTMLDivElement | null>; chart: RefObject<C | null> } {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<C>(null);
  const latest = useRef(model);

  useLayoutEffect(() => {
    latest.current = model;
    chart.current?.update(model);
  }, [model]);

  useLayoutEffect(() => {
    if (!element.current) return;
    const mounted = draw(element.current, latest.current);
    chart.current = mounted;
    return () => {
      mounted.destroy();
      chart.current = null;
    };
  }, [draw]);

  return { element, chart };
}
