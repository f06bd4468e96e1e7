/**
 * The public surface of the data package: frames, formats, fields, time, variables,
 * transformations. Pure functions only.
 */
import { loadPatternEngine } from './pattern';

export * from './frame';
export * from './dashboard';
export {
  frameFromJson,
  frameToJson,
  type WireEntities,
  type WireField,
  type WireFrame,
} from './wire';
export { formatValue, formatted, type FormattedValue } from './format/value';
export { unitCatalogue, type UnitGroup } from './format/catalogue';
export { reduceField, reduceFieldAny, reducers, type Reducer } from './reduce';
export { displayProcessor } from './field/display';
export { applyFieldConfig } from './field/config';
export type { FieldContext } from './field/context';
export { fieldDisplayName, frameDisplayName } from './field/names';
export { fieldMatcher } from './field/matchers';
export {
  compilePattern,
  hasPatternEngine,
  loadPatternEngine,
  onPatternEngine,
  patternProblem,
  preparePattern,
} from './pattern';
export { reduceForDisplay, type ReducedValue, type ReduceOptions } from './field/reduced';
export { safeUrl } from './field/safe-url';
export { legendText, prometheusTable } from './prometheus';
export type { StepResult, TransformContext } from './transform';
export { computedName, labelsText } from './field/names';
export { resolveDataLinks } from './field/links';
export { zonedTime, zoneOffset } from './time/zone';
export { resolveTimeRange, resolveTime, describeRange, isRelative } from './time/range';
export { formatTime, formatTimeRange, resolveTimeZone } from './time/format';
export { parseDuration, formatDuration } from './time/duration';
export { roundInterval, calculateInterval, rateInterval } from './time/interval';
export {
  interpolate,
  referencedVariables,
  type InterpolateOptions,
  type VariableValue,
} from './variables/interpolate';
export { globalVariables, type GlobalInput } from './variables/globals';
export {
  formatVariable,
  promqlQuote,
  promqlRegex,
  sqlValue,
  variableFormats,
} from './variables/formats';
export { dependencyOrder, VariableCycleError } from './variables/dependencies';
export {
  customOptions,
  intervalOptions,
  queryOptions,
  sortOptions,
  type Option,
} from './variables/options';
export { variablesFromQuery, variablesToQuery, adHocFromText, adHocToText } from './variables/url';
export { ALL_VALUE, ALL_TEXT, selectedValue, variableValue } from './variables/value';
export { isCurrent } from './upgrade/current';

/**
 * The transformations, loaded when a panel has some: `(await loadTransform())(frames,
 * transformations, ctx)`.
 */
export const loadTransform = () => loadTransforms().then((module) => module.transform);

/** Everything about transformations, for the editor that runs them step by step. */
export const loadTransforms = () =>
  Promise.all([import('./transform'), loadPatternEngine()]).then(([module]) => module);

/** The upgrade of dashboards that older versions stored; `isCurrent` tells which need it. */
export const loadUpgrade = () => import('./upgrade').then((module) => module.upgradeDashboard);
export * from './explore';
