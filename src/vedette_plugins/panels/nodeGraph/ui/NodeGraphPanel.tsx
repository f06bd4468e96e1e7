import { useCallback, useMemo, useRef, useState } from 'react';
import { EmptyState, type PanelProps } from '@vedette/sdk';
import { EdgeMark } from './EdgeMark';
import { readGraph, type GraphEdge, type GraphNode } from './graph';
import { edgeShape, places } from './geometry';
import { focusOf, matchingNodes } from './focus';
import { ItemMenu, type Opened } from './ItemMenu';
import { graphLayout, isTooLarge, type Point } from './layout';
import { NodeMark } from './NodeMark';
import styles from './NodeGraph.module.css';
import type { NodeGraphOptions } from './options';
import { Toolbar } from './Toolbar';
import { useViewport } from './useViewport';
import { transformOf } from './viewport';

const TOOLBAR_HEIGHT = 36;
/** More nodes than this cannot be distinguished; the others are counted, not drawn. */
const MOST_DRAWN = 5000;
/** Up to so many edges all labels are shown; of more only those one points at. */
const MOST_LABELS = 80;
const MOST_TAB_STOPS = 60;
const READABLE_SCALE = 0.32;

export function NodeGraphPanel({
  options,
  data,
  title,
  width,
  height,
  theme,
}: PanelProps<NodeGraphOptions>) {
  const surface = useRef<SVGSVGElement>(null);
  const [prefersGrid, setPrefersGrid] = useState(false);
  const [hovered, setHovered] = useState<string>();
  const [opened, setOpened] = useState<Opened>();
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(0);

  const whole = useMemo(
    () => readGraph(data.frames, options, theme.color),
    [data.frames, options, theme],
  );
  const nodes = useMemo(() => whole.nodes.slice(0, MOST_DRAWN), [whole]);
  const layout = useMemo(
    () => graphLayout(nodes, whole.edges, prefersGrid ? 'grid' : 'layered'),
    [nodes, whole, prefersGrid],
  );
  const lines = useMemo(() => {
    const circles = new Map(
      nodes.flatMap((node) => {
        const point = layout.points.get(node.id);
        return point ? [[node.id, { ...point, radius: node.radius }] as const] : [];
      }),
    );
    const place = places(whole.edges);
    return whole.edges.flatMap((edge, index) => {
      const [source, target] = [circles.get(edge.source), circles.get(edge.target)];
      return source && target
        ? [{ edge, shape: edgeShape(source, target, place[index] ?? 0, edge.thickness) }]
        : [];
    });
  }, [nodes, whole, layout]);

  const panel = { width, height: Math.max(1, height - TOOLBAR_HEIGHT) };
  const { view, setView, zoomIn, zoomOut, fit, handlers } = useViewport({
    graph: layout,
    panel,
    surface,
    isGreedy: options.zoomMode === 'greedy',
  });
  const found = useMemo(() => matchingNodes(nodes, search), [nodes, search]);
  const focus = useMemo(() => focusOf(whole.edges, hovered, found), [whole, hovered, found]);
  const open = useCallback((item: GraphNode | GraphEdge, at: Point) => {
    const box = surface.current?.getBoundingClientRect();
    setOpened({ item, at: { x: at.x - (box?.left ?? 0), y: at.y - (box?.top ?? 0) } });
  }, []);
  if (nodes.length === 0)
    return (
      <EmptyState
        title="No nodes"
        hint="A node graph needs a frame of nodes with an id field and a frame of edges with source and target fields."
      />
    );

  const showNext = () => {
    const ids = [...(found ?? [])];
    const point = layout.points.get(ids[shown % Math.max(1, ids.length)] ?? '');
    if (point) setView({ ...point, scale: Math.max(0.9, view.scale) });
    setShown(shown + 1);
  };
  const isReadable = view.scale >= READABLE_SCALE;
  return (
    <div className={styles.panel} style={{ width, height }}>
      <Toolbar
        search={search}
        found={found?.size}
        isGrid={layout.kind === 'grid'}
        canLayer={!isTooLarge(nodes, whole.edges)}
        onSearch={(text) => {
          setSearch(text);
          setShown(0);
        }}
        onNext={showNext}
        onGrid={(isGrid) => {
          setPrefersGrid(isGrid);
          fit();
        }}
        onZoomIn={zoomIn}
        onZoomOut={zoomOut}
        onFit={fit}
      />
      <div className={styles.canvas} style={{ height: panel.height }}>
        <svg
          ref={surface}
          width={width}
          height={panel.height}
          role="group"
          tabIndex={0}
          aria-label={`${title || 'Node graph'}: ${nodes.length} nodes, ${whole.edges.length} edges`}
          data-far={!isReadable || undefined}
          onPointerDownCapture={() => setOpened(undefined)}
          {...handlers}
        >
          <g transform={transformOf(view, panel)}>
            {lines.map(({ edge, shape }) => (
              <EdgeMark
                key={edge.id}
                edge={edge}
                shape={shape}
                isDim={focus !== undefined && !focus.edges.has(edge.id)}
                isStrong={focus?.edges.has(edge.id) ?? false}
                hasLabel={focus?.edges.has(edge.id) || (isReadable && lines.length <= MOST_LABELS)}
                onHover={setHovered}
                onOpen={open}
              />
            ))}
            {nodes.map((node) => (
              <NodeMark
                key={node.id}
                node={node}
                at={layout.points.get(node.id) ?? { x: 0, y: 0 }}
                isDim={focus !== undefined && !focus.nodes.has(node.id)}
                isFound={found?.has(node.id) ?? false}
                isReachable={nodes.length <= MOST_TAB_STOPS}
                onHover={setHovered}
                onOpen={open}
              />
            ))}
          </g>
        </svg>
        {whole.arcs.length > 0 && (
          <ul className={styles.legend} aria-label="Ring sections">
            {whole.arcs.map(({ name, color }) => (
              <li key={name}>
                <i style={{ background: color }} />
                {name}
              </li>
            ))}
          </ul>
        )}
        {whole.nodes.length > nodes.length && (
          <p className={styles.notice} role="status">
            {nodes.length} of {whole.nodes.length} nodes are shown.
          </p>
        )}
        {opened && (
          <ItemMenu
            {...opened}
            titleOf={(id) => nodes.find((node) => node.id === id)?.title || id}
            width={width}
            height={panel.height}
            onClose={() => {
              setOpened(undefined);
              surface.current?.focus();
            }}
          />
        )}
      </div>
    </div>
  );
}
