/** The options that fields of all panel types have, declared as panels declare theirs. */
import type { ThresholdsConfig } from '../data';
import { OptionBuilder, type BuildOptions } from '../sdk/options';
import type { StandardOption, StandardSupport } from '../sdk/panel';

const THRESHOLDS: ThresholdsConfig = {
  mode: 'absolute',
  steps: [
    { value: null, color: 'green' },
    { value: 80, color: 'red' },
  ],
};

const AUTO = { placeholder: 'Auto' };

const declare = (builder: OptionBuilder, { color }: StandardSupport) =>
  builder
    .group('Standard options', { part: 'value' })
    .unit('unit', 'Unit', '', { keywords: ['format', 'bytes', 'percent', 'seconds'] })
    .number('min', 'Min', null, { ...AUTO, help: 'Default: the smallest value of all fields.' })
    .number('max', 'Max', null, { ...AUTO, help: 'Default: the largest value of all fields.' })
    .switch('fieldMinMax', 'Min and max of each field', false, {
      help: 'Take missing limits from the field alone instead of all fields.',
      when: ({ min, max }) => (min ?? null) === null || (max ?? null) === null,
    })
    .number('decimals', 'Decimals', null, { ...AUTO, min: 0, max: 15, step: 1 })
    .text('displayName', 'Display name', '', {
      placeholder: 'Name of the field',
      help: 'Can contain variables, such as ${__field.labels.instance}.',
      keywords: ['alias', 'rename'],
      part: 'name',
    })
    .colorScheme('color', 'Color scheme', null, { ...color, keywords: ['palette'], part: 'series' })
    .text('noValue', 'No value', '', {
      placeholder: '-',
      help: 'Text shown if there is no value.',
      keywords: ['null', 'empty'],
    })
    .switch('filterable', 'Column filter', false, { overrideOnly: true, part: 'header' })
    .group('Data links', { part: 'value' })
    .links('links', 'Links', [], { wide: true })
    .group('Value mappings', { part: 'value' })
    .mappings('mappings', 'Mappings', [], { wide: true })
    .group('Thresholds', { part: 'thresholds' })
    .thresholds('thresholds', 'Thresholds', THRESHOLDS, { wide: true });

type Declared = ReturnType<typeof declare>;

const EVERYTHING: StandardSupport = {};
const declared = new WeakMap<StandardSupport, BuildOptions<object>>();

/**
 * The standard options that a panel type supports, with its defaults. Paths are those below
 * `fieldConfig.defaults`.
 */
export function standardOptions(support: StandardSupport = EVERYTHING): BuildOptions<object> {
  let build = declared.get(support);
  if (!build) {
    build = (builder) => supported(builder, support);
    declared.set(support, build);
  }
  return build;
}

function supported(builder: OptionBuilder, support: StandardSupport): Declared {
  const { disable = [], defaults = {} } = support;
  const { definitions } = declare(new OptionBuilder(), support);
  if (disable !== 'all')
    for (const definition of definitions) {
      const id = definition.path as StandardOption;
      if (!disable.includes(id))
        builder.definitions.push({ ...definition, default: defaults[id] ?? definition.default });
    }
  return builder as Declared;
}
