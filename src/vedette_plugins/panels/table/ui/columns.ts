/** The columns of a frame, with the stored options of all versions brought to one shape. */
import type { BarMode, Field, Frame } from '@vedette/sdk';

const KINDS = [
  'auto',
  'color-text',
  'color-background',
  'gauge',
  'sparkline',
  'json-view',
  'image',
  'data-links',
  'pill',
] as const;

export type CellKind = (typeof KINDS)[number];

export interface CellOptions {
  kind: CellKind;
  /** How a gauge is drawn, or whether a background is plain or a gradient. */
  mode: BarMode;
  value: 'color' | 'text' | 'hidden';
  applyToRow: boolean;
  wrap: boolean;
  alt: string;
  title: string;
}

export type Align = 'left' | 'center' | 'right';

export interface Column {
  /** Position among the fields of the frame. */
  index: number;
  field: Field;
  name: string;
  align: Align;
  width?: number;
  minWidth?: number;
  filterable: boolean;
  inspect: boolean;
  hideHeader: boolean;
  wrapHeader: boolean;
  footerReducers: string[];
  cell: CellOptions;
}

type Stored = Record<string, unknown>;

export function columnsOf(frame: Frame): Column[] {
  return frame.fields
    .map((field, index) => columnOf(field, index))
    .filter(
      ({ field }) =>
        field.type !== 'nestedFrames' &&
        !isOn(field.config.custom?.hidden) &&
        !hiddenFromView(field),
    );
}

function columnOf(field: Field, index: number): Column {
  const custom = field.config.custom ?? {};
  return {
    index,
    field,
    name: field.displayName ?? field.name,
    align: alignment(custom.align, field),
    width: positive(custom.width),
    minWidth: positive(custom.minWidth),
    filterable: isOn(custom.filterable) || isOn(field.config.filterable),
    inspect: isOn(custom.inspect),
    hideHeader: isOn(custom.hideHeader),
    wrapHeader: isOn(custom.wrapHeaderText),
    footerReducers: strings((custom.footer as Stored | undefined)?.reducers),
    cell: cellOptions(custom),
  };
}

/** Names that were cell types of their own before 9.3, under `displayMode`. */
const OLD_KINDS: Record<string, { kind: CellKind; mode: BarMode }> = {
  basic: { kind: 'gauge', mode: 'basic' },
  'gradient-gauge': { kind: 'gauge', mode: 'gradient' },
  'lcd-gauge': { kind: 'gauge', mode: 'lcd' },
  'color-background-solid': { kind: 'color-background', mode: 'basic' },
};

export function cellOptions(custom: Stored): CellOptions {
  const stored = (custom.cellOptions ?? {}) as Stored;
  const type = String(stored.type ?? custom.displayMode ?? 'auto');
  const old = OLD_KINDS[type];
  return {
    kind: old?.kind ?? oneOf(type, KINDS, 'auto'),
    mode: old?.mode ?? oneOf(stored.mode, ['basic', 'gradient', 'lcd'], 'gradient'),
    value:
      stored.hideValue === true
        ? 'hidden'
        : oneOf(stored.valueDisplayMode, ['color', 'text', 'hidden'], 'color'),
    applyToRow: isOn(stored.applyToRow),
    wrap: isOn(stored.wrapText) || isOn(custom.wrapText),
    alt: typeof stored.alt === 'string' ? stored.alt : '',
    title: typeof stored.title === 'string' ? stored.title : '',
  };
}

function alignment(stored: unknown, field: Field): Align {
  if (stored === 'left' || stored === 'center' || stored === 'right') return stored;
  return field.type === 'number' && !field.config.mappings?.length ? 'right' : 'left';
}

/** Files hold booleans both as such and as text. */
function isOn(value: unknown): boolean {
  return value === true || value === 'true';
}

function positive(value: unknown): number | undefined {
  const number = Number(value);
  return value !== null && number > 0 ? number : undefined;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], fallback: T): T {
  return allowed.find((item) => item === value) ?? fallback;
}

function hiddenFromView(field: Field): boolean {
  const hideFrom = field.config.custom?.hideFrom as { viz?: unknown } | undefined;
  return isOn(hideFrom?.viz);
}
