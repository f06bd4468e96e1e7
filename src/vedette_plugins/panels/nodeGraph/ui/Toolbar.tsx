import styles from './NodeGraph.module.css';

interface Props {
  search: string;
  found: number | undefined;
  isGrid: boolean;
  canLayer: boolean;
  onSearch: (text: string) => void;
  onNext: () => void;
  onGrid: (isGrid: boolean) => void;
  onZoomIn: () => void;
  onZoomOut: () => void;
  onFit: () => void;
}

export function Toolbar({ search, found, isGrid, canLayer, ...on }: Props) {
  return (
    <div className={styles.toolbar}>
      <input
        type="text"
        value={search}
        placeholder="Find nodes"
        aria-label="Find nodes"
        onChange={(event) => on.onSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') on.onNext();
          if (event.key === 'Escape') on.onSearch('');
        }}
      />
      {found !== undefined && <output>{found === 1 ? '1 node' : `${found} nodes`}</output>}
      <span className={styles.space} />
      <button
        type="button"
        aria-pressed={isGrid}
        disabled={!canLayer}
        title={canLayer ? 'Show nodes in a grid' : 'The graph is too large for the layered layout'}
        onClick={() => on.onGrid(!isGrid)}
      >
        Grid
      </button>
      <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={on.onZoomIn}>
        +
      </button>
      <button type="button" aria-label="Zoom out" title="Zoom out (−)" onClick={on.onZoomOut}>
        −
      </button>
      <button type="button" title="Fit the graph to the panel (0)" onClick={on.onFit}>
        Fit
      </button>
    </div>
  );
}
