/** Variables filled into text and into whole queries. */
import { interpolate, type VariableValue } from '../../../data';

export type VariableValues = Readonly<Record<string, VariableValue>>;
