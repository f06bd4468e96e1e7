/**
 * The unsaved state of one dashboard. Every part of the editor changes it through commands, so that
 * each change has a name and can be undone.
 */
import type { DashboardModel } from '../../../../data';

/** What the server stores: the point that the draft started from. */
export interface Saved {
  /** In the current form; shared by reference with the draft until something changes. */
  model: DashboardModel;
  /** 0 for a dashboard that was never saved. */
  version: number;
}

export type Verb =
  | 'set'
  | 'add'
  | 'remove'
  | 'move'
  | 'resize'
  | 'duplicate'
  | 'rename'
  | 'reorder'
  | 'convert'
  | 'paste'
  | 'cut'
  | 'apply'
  | 'merge'
  | 'restore';

export type Subject =
  | 'dashboard'
  | 'panel'
  | 'row'
  | 'query'
  | 'transformation'
  | 'override'
  | 'variable'
  | 'annotation'
  | 'link'
  | 'json'
  | 'version'
  | 'draft';

/** What a step did, as data; `model/describe.ts` turns it into words. */
export interface Label {
  verb: Verb;
  subject: Subject;
  /** Title, refId or name of the subject at that moment. */
  name?: string;
  /** Panel that the subject belongs to. */
  panel?: number;
  /** Dotted path below the subject, such as `fieldConfig.defaults.unit`. */
  path?: string;
  from?: unknown;
  to?: unknown;
  /** Number of subjects, where a step changed several. */
  count?: number;
}

export type SettingsPage =
  'general' | 'variables' | 'annotations' | 'links' | 'json-model' | 'versions' | 'permissions';

/** Where a change is seen; undo and redo show this place. */
export interface Focus {
  panels?: readonly number[];
  tab?: 'query' | 'transform' | 'alert' | 'options';
  /** Path of the option, refId of the query or index of the transformation. */
  part?: string;
  page?: SettingsPage;
  /** Name of the variable or annotation on that page. */
  item?: string;
}

export interface Command {
  label: Label;
  /** Returns another model that shares all unchanged parts, or the same one for no change. */
  change: (model: DashboardModel) => DashboardModel;
  /** Commands with the same key within a second become one step. */
  merge?: string;
  focus?: Focus;
}

export interface Step {
  label: Label;
  before: DashboardModel;
  after: DashboardModel;
  /** Milliseconds since the epoch. */
  at: number;
  merge?: string;
  focus?: Focus;
}

export interface Draft {
  base: Saved;
  model: DashboardModel;
  /** Oldest first. */
  past: readonly Step[];
  /** The next one to redo first. */
  future: readonly Step[];
}
