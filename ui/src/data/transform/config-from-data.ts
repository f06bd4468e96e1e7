/** One query's answer configures the fields of the others: limits, units, thresholds, mappings. */
import type { MatcherConfig } from '../dashboard';
import { fieldMatcher } from '../field/matchers';
import { fieldDisplayName } from '../field/names';
import type { FieldConfig, Frame } from '../frame';
import { reduceFieldAny } from '../reduce';
import { handlerOf, mappingFrom, setByHandler, thresholdsFrom } from './config-keys';
import { copyField, listOf, optionsOf, textOption, type Options, type Transform } from './context';

export const configFromData: Transform = (frames, options) => {
  const refId = textOption(options['configRefId'], 'config');
  const source = frames.find((frame) => frame.refId === refId);
  if (!source || frames.length === 1) return frames;
  const config = configOf(source, frames, listOf(options['mappings']).map(optionsOf));
  const stored = optionsOf(options['applyTo']);
  const matcher: MatcherConfig =
    typeof stored['id'] === 'string'
      ? { id: stored['id'], options: stored['options'] }
      : { id: 'numeric' };
  const matches = fieldMatcher(matcher);
  return frames
    .filter((frame) => frame !== source)
    .map((frame) => ({
      ...frame,
      fields: frame.fields.map((field) =>
        matches(field, frame, frames)
          ? copyField(field, { config: { ...field.config, ...config } })
          : field,
      ),
    }));
};

function configOf(source: Frame, frames: Frame[], mappings: Options[]): FieldConfig {
  const config: FieldConfig = {};
  const lists: Record<string, readonly unknown[]> = {};
  for (const field of source.fields) {
    const name = fieldDisplayName(field, source, frames);
    const stored = mappings.find((mapping) => mapping['fieldName'] === name);
    const handler = handlerOf(name, stored);
    if (handler.startsWith('mappings.')) lists[handler] = field.values;
    else
      setByHandler(
        config,
        handler,
        reduceFieldAny(field, textOption(stored?.['reducerId'], 'lastNotNull')),
      );
  }
  thresholdsFrom(config);
  const values = lists['mappings.value'];
  if (values)
    config.mappings = [
      mappingFrom(values, lists['mappings.text'] ?? [], lists['mappings.color'] ?? []),
    ];
  return config;
}
