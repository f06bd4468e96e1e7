/** Where the parts of an open dashboard read its model from. */
import type { DashboardModel } from '../../../data';

/** In view mode the same model for good; while editing, the latest state of the draft. */
export interface ModelSource {
  get: () => DashboardModel;
  subscribe: (listener: () => void) => () => void;
}

export function fixedModel(model: DashboardModel): ModelSource {
  return { get: () => model, subscribe: () => () => undefined };
}
