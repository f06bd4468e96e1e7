/**
 * Defaults and overrides of a panel put on the fields of its frames, with everything needed to show
 * them.
 */
import type { FieldConfigSource, FieldOverride } from '../dashboard';
import type { Field, FieldColor, FieldConfig, FieldType, Frame, RowLook } from '../frame';
import type { FieldContext } from './context';
import { fieldColors, seriesColor } from './color';
import { displayProcessor, percentWithin, type DisplayScale } from './display';
import { fillName, resolveDataLinks, resolveRowLink } from './links';
import { fieldMatcher, type FieldMatcher } from './matchers';
import { withPatternNotices } from './pattern-notices';
import { computedName, frameDisplayName } from './names';

interface Rule {
  matches: FieldMatcher;
  properties: FieldOverride['properties'];
}

/** New frames; the ones given stay as they are. Overrides apply in order, the later wins. */
export function applyFieldConfig(
  frames: Frame[],
  source: Partial<FieldConfigSource> | undefined,
  ctx: FieldContext,
): Frame[] {
  const defaults = source?.defaults ?? {};
  const rules: Rule[] = (source?.overrides ?? []).map((override) => ({
    matches: fieldMatcher(override.matcher),
    properties: override.properties ?? [],
  }));
  const shared = sharedScale(frames);
  const rowColors = namedColors(source?.overrides ?? [], ctx);
  let seriesIndex = 0;
  const result: Frame[] = [];
  for (const frame of frames) {
    const fields = frame.fields.map((field): Field => {
      const config = withDefaults(field.config, defaults);
      for (const rule of rules) {
        if (!rule.matches(field, frame, frames)) continue;
        for (const property of rule.properties) setProperty(config, property.id, property.value);
      }
      const configured: Field = { ...field, config, type: knownType(field) };
      if (configured.type === 'nestedFrames') {
        configured.values = field.values.map((nested) =>
          applyFieldConfig(nested as Frame[], source, ctx),
        );
      }
      delete configured.displayName;
      const counted = ['number', 'enum', 'boolean'].includes(configured.type);
      if (counted) configured.seriesIndex = seriesIndex++;
      return configured;
    });
    result.push({ ...frame, fields });
  }
  for (const frame of result)
    for (const field of frame.fields) {
      finish(field, frame, result, shared, ctx);
      field.rowLook = rowLookOf(field, frame, result, rowColors, ctx);
    }
  return withPatternNotices(result, source);
}

/** A column of no known type is what its first value is. */
function knownType({ type, values }: Field): FieldType {
  if (type !== 'other') return type;
  const kind = typeof values.find((value) => value !== null && value !== undefined);
  return kind === 'number' || kind === 'string' || kind === 'boolean' ? kind : type;
}

/** Fixed colours that overrides give to a name: rows go by them as fields do. */
function namedColors(
  overrides: readonly FieldOverride[],
  ctx: FieldContext,
): ReadonlyMap<string, string> {
  const colors = new Map<string, string>();
  for (const { matcher, properties } of overrides) {
    if (matcher.id !== 'byName') continue;
    for (const { id, value } of properties ?? []) {
      const color = id === 'color' ? (value as FieldColor | null)?.fixedColor : undefined;
      if (color) colors.set(String(matcher.options), ctx.themeColor(color));
    }
  }
  return colors;
}

/** Rows of a field share its palette colour, so each takes the colour of its position instead. */
function rowLookOf(
  field: Field,
  frame: Frame,
  frames: Frame[],
  named: ReadonlyMap<string, string>,
  ctx: FieldContext,
): RowLook {
  const { color, displayName } = field.config;
  const mode = color?.mode ?? ctx.defaultColorMode ?? 'thresholds';
  const look: RowLook = {
    color: (name, position, own) =>
      named.get(name) ??
      (mode.startsWith('palette') && own === field.color ? ctx.series(position) : own),
  };
  if (displayName) look.name = (row) => fillName(displayName, { field, frame, frames, row }, ctx);
  return look;
}

function finish(
  field: Field,
  frame: Frame,
  frames: Frame[],
  shared: () => DisplayScale,
  ctx: FieldContext,
): void {
  const { config } = field;
  if (config.unit?.includes('$')) config.unit = ctx.interpolate(config.unit);
  field.displayName = nameOf(field, frame, frames, ctx);
  const scale = scaleOf(field, shared);
  const colors = fieldColors(config, field.displayName, field.seriesIndex ?? 0, ctx);
  field.display = displayProcessor(field, ctx, scale, colors);
  field.color = seriesColor(field, config, colors, percentWithin(scale));
  const links = (config.links ?? []).filter(({ internal }) => !internal || !ctx.hidesQueryLinks);
  const rowLinks = ctx.hidesQueryLinks ? undefined : field.rowLinks;
  if (links.length === 0 && !rowLinks) return;
  field.getLinks = (row) => [
    ...resolveDataLinks(links, { field, frame, frames, row }, ctx),
    ...(rowLinks?.(row, frame) ?? []).map((link) => resolveRowLink(link, ctx)),
  ];
}

function nameOf(field: Field, frame: Frame, frames: Frame[], ctx: FieldContext): string {
  const { displayName, displayNameFromDS } = field.config;
  if (!displayName) return displayNameFromDS || computedName(field, frame, frames);
  if (!displayName.includes('$') && !displayName.includes('[[')) return displayName;
  const scope: Record<string, string> = {
    '__field.name': field.name,
    '__field.displayName': displayNameFromDS || computedName(field, frame, frames),
    '__series.name':
      frameDisplayName(frame) || displayNameFromDS || computedName(field, frame, frames),
  };
  for (const [key, value] of Object.entries(field.labels ?? {})) {
    scope[`__field.labels.${key}`] = value;
    scope[`__field.labels["${key}"]`] = value;
  }
  return ctx.interpolate(displayName, scope, 'text').replace(/\$\{__field\.labels[^}]*\}/g, '');
}

/** What a source set stays; the panel's defaults fill the rest. */
function withDefaults(own: FieldConfig, defaults: FieldConfig): FieldConfig {
  const merged: Record<string, unknown> = { ...own };
  for (const [key, value] of Object.entries(defaults)) {
    if (key === 'custom' || value === null || value === undefined) continue;
    if (merged[key] === null || merged[key] === undefined) merged[key] = value;
  }
  const config = merged as FieldConfig;
  if (own.links && defaults.links) config.links = [...own.links, ...defaults.links];
  config.custom = { ...structured(defaults.custom), ...own.custom };
  normaliseHideFrom(config.custom);
  return config;
}

/**
 * Options of a panel are shared by all its fields, so a nested one is copied before an override
 * changes it.
 */
function structured(custom: Record<string, unknown> | undefined): Record<string, unknown> {
  return { ...custom };
}

/** `color`, `unit`, `custom.lineWidth`, `custom.lineStyle.fill`. */
function setProperty(config: FieldConfig, id: string, value: unknown): void {
  const path = id.split('.');
  let target = config as unknown as Record<string, unknown>;
  for (const key of path.slice(0, -1)) {
    if (key === '__proto__' || key === 'constructor') return;
    const inner = target[key];
    const copy =
      typeof inner === 'object' && inner !== null ? { ...(inner as Record<string, unknown>) } : {};
    target[key] = copy;
    target = copy;
  }
  const last = path.at(-1) ?? '';
  if (last === '__proto__') return;
  if (value === undefined || value === null) delete target[last];
  else target[last] = value;
  if (path[1] === 'hideFrom' && config.custom) normaliseHideFrom(config.custom);
}

/** Files spell the visualisation either `viz` or `vis`. */
function normaliseHideFrom(custom: Record<string, unknown>): void {
  const hide = custom['hideFrom'] as Record<string, unknown> | undefined;
  if (hide && hide['viz'] === undefined && hide['vis'] !== undefined)
    custom['hideFrom'] = { ...hide, viz: hide['vis'] };
}

function scaleOf(field: Field, shared: () => DisplayScale): DisplayScale {
  const { min, max, fieldMinMax } = field.config;
  const has = (limit: number | null | undefined): limit is number =>
    limit !== null && limit !== undefined;
  if (has(min) && has(max)) return min > max ? { min: max, max: min } : { min, max };
  if (field.type !== 'number') return { min, max };
  const found = fieldMinMax ? extent([field]) : shared();
  return { min: has(min) ? min : found.min, max: has(max) ? max : found.max };
}

/** Smallest and largest number of all numeric fields, counted when first asked for. */
function sharedScale(frames: readonly Frame[]): () => DisplayScale {
  let scale: DisplayScale | undefined;
  return () =>
    (scale ??= extent(
      frames.flatMap((frame) => frame.fields.filter((field) => field.type === 'number')),
    ));
}

function extent(fields: readonly Field[]): DisplayScale {
  let min = Infinity;
  let max = -Infinity;
  for (const field of fields) {
    for (const value of field.values) {
      if (typeof value !== 'number' || !Number.isFinite(value)) continue;
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  return min > max ? {} : { min, max };
}
