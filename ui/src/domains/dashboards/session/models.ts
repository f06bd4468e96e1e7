/** The model of an open dashboard for components, each of which follows the part it shows. */
import { useSyncExternalStore } from 'react';
import type { DashboardModel } from '../../../data';
import { useDashboard } from './context';

export function useDashboardModel(): DashboardModel {
  const { models } = useDashboard();
  return useSyncExternalStore(models.subscribe, models.get);
}

/** `select` returns a part by reference or a primitive. */
export function useModelPart<T>(select: (model: DashboardModel) => T): T {
  const { models } = useDashboard();
  return useSyncExternalStore(models.subscribe, () => select(models.get()));
}
