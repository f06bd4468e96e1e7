/**
 * What the builder edits: a selector and the stages and functions around it, from the inside out.
 */
import type { BuilderOperation, BuilderOperationKind, LabelFilter } from '@vedette/sdk';

export const matchOperators = ['=', '!=', '=~', '!~'] as const;
export type MatchFilter = LabelFilter<(typeof matchOperators)[number]>;

export interface BuilderQuery {
  filters: MatchFilter[];
  operations: BuilderOperation[];
}

/**
 * How an operation is written: a filter of lines, a stage of the pipeline, or a function over what
 * is inside.
 */
export type Form = 'line' | 'stage' | 'range' | 'aggregation';

export interface OperationKind extends BuilderOperationKind {
  form: Form;
  /** What stands before the parameters: `|=`, `json`, `rate`. */
  keyword: string;
  /** Parameters that are written in quotes. */
  quoted?: boolean;
}

const text = [{ name: 'Text', initial: '' }];
const range = [{ name: 'Range', initial: '$__auto' }];

const line = (keyword: string, name: string, help: string): OperationKind => ({
  id: `line ${keyword}`,
  name,
  group: 'Line filters',
  form: 'line',
  keyword,
  quoted: true,
  params: text,
  help,
});
const stage = (
  keyword: string,
  help: string,
  params: BuilderOperationKind['params'] = [],
  quoted = true,
): OperationKind => ({
  id: keyword,
  group: 'Formats',
  form: 'stage',
  keyword,
  quoted,
  params,
  help,
});
const over = (keyword: string, help: string): OperationKind => ({
  id: keyword,
  group: 'Range functions',
  form: 'range',
  keyword,
  params: range,
  help,
});
const aggregation = (
  keyword: string,
  help: string,
  params: BuilderOperationKind['params'] = [],
): OperationKind => ({
  id: keyword,
  group: 'Aggregations',
  form: 'aggregation',
  keyword,
  params,
  isAggregation: true,
  help,
});

export const operationKinds: readonly OperationKind[] = [
  line('|=', 'Line contains', 'Keep lines that contain the text.'),
  line('!=', 'Line does not contain', 'Drop lines that contain the text.'),
  line('|~', 'Line matches', 'Keep lines that match the regular expression.'),
  line('!~', 'Line does not match', 'Drop lines that match the regular expression.'),
  stage('json', 'Extract labels from JSON lines.'),
  stage('logfmt', 'Extract labels from logfmt (key=value) lines.'),
  stage('pattern', 'Extract labels with a pattern.', [{ name: 'Pattern', initial: '<ip> - <_>' }]),
  stage('regexp', 'Extract labels with named groups of a regular expression.', [
    { name: 'Expression', initial: '(?P<name>\\w+)' },
  ]),
  stage('unpack', 'Extract labels from packed lines.'),
  {
    ...stage('label filter', 'Keep lines with a matching label.', [
      { name: 'Label', initial: 'level' },
      { name: 'Operator', initial: '=', options: ['=', '!=', '=~', '!~', '>', '>=', '<', '<='] },
      { name: 'Value', initial: 'error' },
    ]),
    keyword: '',
    group: 'Label filters',
  },
  stage('line_format', 'Rewrite each line with a template.', [
    { name: 'Template', initial: '{{.message}}' },
  ]),
  stage('decolorize', 'Remove ANSI color codes.'),
  stage('unwrap', 'Use the values of a label as numbers.', [{ name: 'Label', initial: '' }], false),
  over('rate', 'Lines per second.'),
  over('count_over_time', 'Lines in the range.'),
  over('bytes_rate', 'Bytes per second.'),
  over('bytes_over_time', 'Bytes in the range.'),
  over('sum_over_time', 'Sum of the unwrapped numbers.'),
  over('avg_over_time', 'Mean of the unwrapped numbers.'),
  over('max_over_time', 'Largest of the unwrapped numbers.'),
  over('min_over_time', 'Smallest of the unwrapped numbers.'),
  aggregation('sum', 'Sum of series.'),
  aggregation('avg', 'Average of series.'),
  aggregation('min', 'Smallest of series.'),
  aggregation('max', 'Largest of series.'),
  aggregation('count', 'Number of series.'),
  aggregation('topk', 'The k largest series.', [{ name: 'k', initial: '5' }]),
  aggregation('bottomk', 'The k smallest series.', [{ name: 'k', initial: '5' }]),
];

const byId = new Map(operationKinds.map((kind) => [kind.id, kind]));

export function kindOfOperation(id: string): OperationKind | undefined {
  return byId.get(id);
}
