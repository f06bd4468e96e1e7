/** A graph out of its frames: nodes and edges, one row each. */
import { formatted, formatValue, type Field, type Frame, type ResolvedLink } from '@vedette/sdk';

export interface Arc {
  name: string;
  /** Share of the ring. */
  value: number;
  color: string;
}

export interface Item {
  id: string;
  mainStat: string;
  secondaryStat: string;
  /** What the two stats are called. */
  statNames: [main: string, secondary: string];
  color?: string;
  isHighlighted: boolean;
  /** The `detail__*` columns, by their names to show. */
  details: [name: string, value: string][];
  links(): ResolvedLink[];
}

export interface GraphNode extends Item {
  title: string;
  subtitle: string;
  arcs: Arc[];
  icon: string;
  radius: number;
}

export interface GraphEdge extends Item {
  source: string;
  target: string;
  thickness: number;
  dashes?: string;
}

export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** What a legend tells of the rings. */
  arcs: Omit<Arc, 'value'>[];
}

export interface GraphOptions {
  nodes: {
    mainStatUnit: string;
    secondaryStatUnit: string;
    arcs: { field?: string; color?: string }[];
  };
  edges: { mainStatUnit: string; secondaryStatUnit: string };
}

export const NODE_RADIUS = 40;
const MOST_RADIUS = 120;
const MOST_THICKNESS = 20;
const EDGE_COLOR = '#999';
/** Names, hex codes and the functions; other texts have no place in a style. */
const COLOR = /^([a-z-]+|#[\da-f]{3,8}|(rgb|hsl)a?\([\d\s.,%/]+\))$/i;

type Columns = Map<string, Field>;
type ColorOf = (name: string) => string;

/**
 * Nodes without a frame of their own are made from what the edges join. Edges to unknown nodes are
 * left out.
 */
export function readGraph(
  frames: readonly Frame[],
  options: GraphOptions,
  colorOf: ColorOf,
): Graph {
  const nodeList: GraphNode[] = [];
  const edgeList: GraphEdge[] = [];
  const arcs = new Map<string, Omit<Arc, 'value'>>();
  for (const frame of frames) {
    const columns: Columns = new Map(
      frame.fields.map((field) => [field.name.toLowerCase(), field]),
    );
    if (columns.has('source') && columns.has('target'))
      edgeList.push(...edgesOf(frame, columns, options, colorOf));
    else if (columns.has('id')) {
      const rings = arcFields(frame, columns, options, colorOf);
      for (const { field, color } of rings) arcs.set(field.name, { name: arcName(field), color });
      nodeList.push(...nodesOf(frame, columns, options, rings, colorOf));
    }
  }
  const nodes = firstOfEach(nodeList);
  if (nodeList.length === 0)
    for (const edge of edgeList)
      for (const id of [edge.source, edge.target]) if (!nodes.has(id)) nodes.set(id, bareNode(id));
  const edges = edgeList.filter(({ source, target }) => nodes.has(source) && nodes.has(target));
  return { nodes: [...nodes.values()], edges, arcs: [...arcs.values()] };
}

function firstOfEach(list: readonly GraphNode[]): Map<string, GraphNode> {
  const nodes = new Map<string, GraphNode>();
  for (const node of list) if (!nodes.has(node.id)) nodes.set(node.id, node);
  return nodes;
}

function bareNode(id: string): GraphNode {
  return {
    id,
    title: id,
    subtitle: '',
    mainStat: '',
    secondaryStat: '',
    statNames: ['', ''],
    arcs: [],
    icon: '',
    radius: NODE_RADIUS,
    isHighlighted: false,
    details: [],
    links: () => [],
  };
}

interface ArcField {
  field: Field;
  color: string;
}

/** The rings an option names, or the `arc__*` columns with the colours of their configuration. */
function arcFields(
  frame: Frame,
  columns: Columns,
  { nodes }: GraphOptions,
  colorOf: ColorOf,
): ArcField[] {
  const chosen = nodes.arcs.flatMap(({ field: name, color }) => {
    const field = name ? columns.get(name.toLowerCase()) : undefined;
    return field
      ? [{ field, color: colorOf(color || field.config.color?.fixedColor || EDGE_COLOR) }]
      : [];
  });
  if (chosen.length > 0) return chosen;
  return frame.fields
    .filter(({ name }) => name.toLowerCase().startsWith('arc__'))
    .map((field) => ({ field, color: colorOf(field.config.color?.fixedColor ?? EDGE_COLOR) }));
}

function arcName(field: Field): string {
  return field.config.displayName ?? field.name.replace(/^arc__/i, '').replaceAll('_', ' ');
}

function nodesOf(
  frame: Frame,
  columns: Columns,
  options: GraphOptions,
  rings: readonly ArcField[],
  colorOf: ColorOf,
): GraphNode[] {
  return rowsOf(frame, columns).map((row) => ({
    ...itemOf(frame, columns, row, options.nodes, colorOf),
    title: text(columns, 'title', row),
    subtitle: text(columns, 'subtitle', row),
    arcs: rings
      .map(({ field, color }) => ({ name: arcName(field), value: share(field.values[row]), color }))
      .filter(({ value }) => value > 0),
    icon: text(columns, 'icon', row),
    radius: Math.min(MOST_RADIUS, Math.max(8, number(columns, 'noderadius', row) ?? NODE_RADIUS)),
  }));
}

function edgesOf(
  frame: Frame,
  columns: Columns,
  options: GraphOptions,
  colorOf: ColorOf,
): GraphEdge[] {
  return Array.from({ length: frame.length }, (_, row) => {
    const item = itemOf(frame, columns, row, options.edges, colorOf);
    const [source, target] = [text(columns, 'source', row), text(columns, 'target', row)];
    return {
      ...item,
      id: item.id || `${source}--${target}--${row}`,
      source,
      target,
      thickness: Math.min(MOST_THICKNESS, Math.max(0.5, number(columns, 'thickness', row) ?? 1)),
      dashes: dashesOf(text(columns, 'strokedasharray', row)),
    };
  });
}

function rowsOf(frame: Frame, columns: Columns): number[] {
  const ids = columns.get('id')?.values ?? [];
  return Array.from({ length: frame.length }, (_, row) => row).filter(
    (row) => ids[row] !== null && ids[row] !== undefined && ids[row] !== '',
  );
}

function itemOf(
  frame: Frame,
  columns: Columns,
  row: number,
  units: { mainStatUnit: string; secondaryStatUnit: string },
  colorOf: ColorOf,
): Item {
  return {
    id: text(columns, 'id', row),
    mainStat: stat(columns.get('mainstat'), row, units.mainStatUnit),
    secondaryStat: stat(columns.get('secondarystat'), row, units.secondaryStatUnit),
    statNames: [
      nameOf(columns.get('mainstat'), 'Main'),
      nameOf(columns.get('secondarystat'), 'Secondary'),
    ],
    color: itemColor(columns.get('color'), row, colorOf),
    isHighlighted: columns.get('highlighted')?.values[row] === true,
    details: frame.fields
      .filter(({ name }) => name.toLowerCase().startsWith('detail__'))
      .map((field): [string, string] => [
        field.config.displayName ?? field.name.replace(/^detail__/i, '').replaceAll('_', ' '),
        stat(field, row, ''),
      ])
      .filter(([, value]) => value !== ''),
    links: () => frame.fields.flatMap((field) => field.getLinks?.(row) ?? []),
  };
}

/** The unit of the panel before the one of the field. Texts are shown as they are. */
function stat(field: Field | undefined, row: number, unit: string): string {
  const value = field?.values[row];
  if (!field || value === null || value === undefined) return '';
  if (typeof value === 'number') {
    return unit || !field.display
      ? formatted(formatValue(value, unit || field.config.unit))
      : formatted(field.display(value));
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | boolean);
}

function nameOf(field: Field | undefined, otherwise: string): string {
  return field?.config.displayName || field?.config.displayNameFromDS || otherwise;
}

/** A colour by name or code; of numbers the one that the field's colour scheme gives them. */
function itemColor(field: Field | undefined, row: number, colorOf: ColorOf): string | undefined {
  const value = field?.values[row];
  if (typeof value === 'number') return field?.display?.(value).color;
  return typeof value === 'string' && COLOR.test(value) ? colorOf(value) : undefined;
}

function text(columns: Columns, name: string, row: number): string {
  const value = columns.get(name)?.values[row];
  return value === null || value === undefined ? '' : String(value as string | number | boolean);
}

function number(columns: Columns, name: string, row: number): number | undefined {
  const value = columns.get(name)?.values[row];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function share(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
}

function dashesOf(value: string): string | undefined {
  return /^[\d\s.,]+$/.test(value) ? value : undefined;
}
