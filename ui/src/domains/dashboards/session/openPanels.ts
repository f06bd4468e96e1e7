/** What a person may open over a dashboard, one at a time. */
export type InspectTab = 'data' | 'stats' | 'json' | 'query' | 'error';

export type Overlay =
  | { kind: 'edit-panel'; panelId: number }
  | { kind: 'settings'; tab: 'json' | 'versions' }
  | { kind: 'save' }
  | { kind: 'share'; panelKey?: string };
