/**
 * Options of a panel, declared once: their types, defaults and editors come from the same chain of
 * calls.
 *
 * `path` is the stored key, dots address nested objects (`legend.placement`). Every call widens the
 * type of the options, so a component that reads an undeclared option does not compile.
 */
import type { ComponentType } from 'react';
import type { DataLink, FieldColor, ThresholdsConfig, ValueMapping } from '../data/frame';
import type {
  Choice,
  CodeSettings,
  ColorSupport,
  CustomEditorProps,
  FieldSettings,
  GroupSettings,
  NumberSettings,
  OptionDefinition,
  OptionEditor,
  OptionSettings,
  PanelPart,
  TextSettings,
} from './optionTypes';

export type * from './optionTypes';

/** `AtPath<'a.b', number>` is `{ a: { b: number } }`. */
export type AtPath<P extends string, V> = P extends `${infer Head}.${infer Tail}`
  ? { [K in Head]: AtPath<Tail, V> }
  : { [K in P]: V };

type Settings<O extends object, Extra = unknown> = OptionSettings<O> & Extra;

export class OptionBuilder<O extends object = object> {
  /** Only for the type checker: the shape declared so far. */
  declare readonly shape: O;
  readonly definitions: OptionDefinition[] = [];
  private currentGroup = '';
  private currentPart?: PanelPart;

  /** Options that follow are shown under this heading. */
  group(name: string, { part }: GroupSettings = {}): this {
    this.currentGroup = name;
    this.currentPart = part;
    return this;
  }

  text<P extends string>(
    path: P,
    label: string,
    value = '',
    settings: Settings<O, TextSettings> = {},
  ) {
    const { placeholder, multiline, ...rest } = settings;
    return this.add<P, string>(path, label, value, { kind: 'text', placeholder, multiline }, rest);
  }

  number<P extends string, V extends number | null = number>(
    path: P,
    label: string,
    value: V,
    settings: Settings<O, NumberSettings> = {},
  ) {
    const { editor, rest } = numberEditor('number', settings);
    return this.add<P, V extends null ? number | null : number>(path, label, value, editor, rest);
  }

  slider<P extends string>(
    path: P,
    label: string,
    value: number,
    settings: Settings<O, NumberSettings> = {},
  ) {
    const { editor, rest } = numberEditor('slider', settings);
    return this.add<P, number>(path, label, value, editor, rest);
  }

  switch<P extends string>(path: P, label: string, value = false, settings: Settings<O> = {}) {
    return this.add<P, boolean>(path, label, value, { kind: 'switch' }, settings);
  }

  select<P extends string, const C extends readonly Choice[]>(
    path: P,
    label: string,
    choices: C,
    value: NoInfer<C[number]['value']>,
    settings: Settings<O> = {},
  ) {
    return this.add<P, C[number]['value']>(
      path,
      label,
      value,
      { kind: 'select', choices },
      settings,
    );
  }

  radio<P extends string, const C extends readonly Choice[]>(
    path: P,
    label: string,
    choices: C,
    value: NoInfer<C[number]['value']>,
    settings: Settings<O> = {},
  ) {
    return this.add<P, C[number]['value']>(
      path,
      label,
      value,
      { kind: 'radio', choices },
      settings,
    );
  }

  multi<P extends string, const C extends readonly Choice[]>(
    path: P,
    label: string,
    choices: C,
    value: readonly NoInfer<C[number]['value']>[] = [],
    settings: Settings<O> = {},
  ) {
    return this.add<P, C[number]['value'][]>(
      path,
      label,
      value,
      { kind: 'multi', choices },
      settings,
    );
  }

  color<P extends string>(path: P, label: string, value = '', settings: Settings<O> = {}) {
    return this.add<P, string>(path, label, value, { kind: 'color' }, settings);
  }

  /** How the values of a field are colored. */
  colorScheme<P extends string>(
    path: P,
    label: string,
    value: FieldColor | null,
    settings: Settings<O, ColorSupport> = {},
  ) {
    const { byValue, bySeries, preferThresholds, ...rest } = settings;
    const editor = { kind: 'colorScheme', byValue, bySeries, preferThresholds } as const;
    return this.add<P, FieldColor | null>(path, label, value, editor, rest);
  }

  unit<P extends string>(path: P, label: string, value = '', settings: Settings<O> = {}) {
    return this.add<P, string>(path, label, value, { kind: 'unit' }, settings);
  }

  /** The name of a field of the data; empty for "pick one". */
  field<P extends string>(
    path: P,
    label: string,
    value = '',
    settings: Settings<O, FieldSettings> = {},
  ) {
    const { placeholder, filter, ...rest } = settings;
    return this.add<P, string>(path, label, value, { kind: 'field', placeholder, filter }, rest);
  }

  code<P extends string>(
    path: P,
    label: string,
    value = '',
    settings: Settings<O, CodeSettings> = {},
  ) {
    const { language, ...rest } = settings;
    return this.add<P, string>(path, label, value, { kind: 'code', language }, rest);
  }

  thresholds<P extends string>(
    path: P,
    label: string,
    value: ThresholdsConfig,
    settings: Settings<O> = {},
  ) {
    return this.add<P, ThresholdsConfig>(path, label, value, { kind: 'thresholds' }, settings);
  }

  mappings<P extends string>(
    path: P,
    label: string,
    value: ValueMapping[] = [],
    settings: Settings<O> = {},
  ) {
    return this.add<P, ValueMapping[]>(path, label, value, { kind: 'mappings' }, settings);
  }

  links<P extends string>(
    path: P,
    label: string,
    value: DataLink[] = [],
    settings: Settings<O> = {},
  ) {
    return this.add<P, DataLink[]>(path, label, value, { kind: 'links' }, settings);
  }

  custom<P extends string, V>(
    path: P,
    label: string,
    value: V,
    component: ComponentType<CustomEditorProps<V>>,
    settings: Settings<O> = {},
  ) {
    const editor = {
      kind: 'custom',
      component: component as ComponentType<CustomEditorProps<never>>,
    } as const;
    return this.add<P, V>(path, label, value, editor, settings);
  }

  private add<P extends string, V>(
    path: P,
    label: string,
    value: unknown,
    editor: OptionEditor,
    settings: OptionSettings<O>,
  ): OptionBuilder<O & AtPath<P, V>> {
    this.definitions.push({
      part: this.currentPart,
      ...settings,
      when: settings.when as OptionDefinition['when'],
      path,
      label,
      group: this.currentGroup,
      default: value,
      editor,
    });
    return this as unknown as OptionBuilder<O & AtPath<P, V>>;
  }
}

function numberEditor<O extends object>(
  kind: 'number' | 'slider',
  settings: Settings<O, NumberSettings>,
) {
  const { min, max, step, unit, placeholder, ...rest } = settings;
  return { editor: { kind, min, max, step, unit, placeholder } as const, rest };
}

export type BuildOptions<O extends object> = (builder: OptionBuilder) => OptionBuilder<O>;

/** The options a builder function declares: `type Options = OptionsOf<typeof options>`. */
export type OptionsOf<B> = B extends BuildOptions<infer O> ? O : never;

const definitionsOf = new WeakMap<BuildOptions<object>, OptionDefinition[]>();

/** The declared options in order, for editors. */
export function optionDefinitions(build: BuildOptions<object> | undefined): OptionDefinition[] {
  if (!build) return [];
  let definitions = definitionsOf.get(build);
  if (!definitions) {
    definitions = build(new OptionBuilder()).definitions;
    definitionsOf.set(build, definitions);
  }
  return definitions;
}

type Values = Record<string, unknown>;

/**
 * Stored options with every missing one filled in from its default. Unknown keys stay; `stored` is
 * not changed.
 */
export function resolveOptions<O extends object>(
  build: BuildOptions<O> | undefined,
  stored: unknown,
): O {
  const options: Values = isValues(stored) ? { ...stored } : {};
  const copied = new Set<string>();
  for (const { path, default: value } of optionDefinitions(build)) {
    const keys = path.split('.');
    const last = keys.pop() as string;
    let target = options;
    let prefix = '';
    for (const key of keys) {
      prefix += `${key}.`;
      const inner = target[key];
      const next: Values = copied.has(prefix)
        ? (inner as Values)
        : isValues(inner)
          ? { ...inner }
          : {};
      copied.add(prefix);
      target[key] = next;
      target = next;
    }
    if (target[last] === undefined || target[last] === null) target[last] = value;
  }
  return options as O;
}

/** The value at a dotted path, undefined where a part is missing. */
export function optionAt(options: object, path: string): unknown {
  let value: unknown = options;
  for (const key of path.split('.')) value = isValues(value) ? value[key] : undefined;
  return value;
}

/**
 * A copy of the options with one value replaced, everything beside the path shared with the
 * original.
 */
export function withOption<O extends object>(options: O, path: string, value: unknown): O {
  const [head = '', ...tail] = path.split('.');
  const inner = (options as Values)[head];
  const next = tail.length
    ? withOption(isValues(inner) ? inner : {}, tail.join('.'), value)
    : value;
  return { ...options, [head]: next };
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
