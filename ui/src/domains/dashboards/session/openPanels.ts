/** What can be open over a dashboard, one at a time. */
export type InspectTab = 'data' | 'stats' | 'json' | 'query' | 'error';

export type Overlay =
  | { kind: 'edit-panel'; panelId: number }
  | { kind: 'settings'; tab: 'json' | 'versions' }
  | { kind: 'save' | 'rename' | 'copy' | 'delete' }
  | { kind: 'share'; panelKey?: string };
