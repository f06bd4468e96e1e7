/** A Loki query as dashboards store it. */
import type { SourceQuery } from '@vedette/sdk';

export interface LokiQuery extends SourceQuery {
  expr: string;
  queryType?: 'range' | 'instant' | 'stream';
  maxLines?: number;
  direction?: 'backward' | 'forward';
  legendFormat?: string;
  step?: string;
  editorMode?: 'builder' | 'code';
  supportingQueryType?: string;
  startNs?: string;
  endNs?: string;
}

/** `derivedFields` of a source's `jsonData`: links made of a part of a line, or of a label. */
export interface DerivedField {
  name: string;
  /** A regular expression with one group, or the name of a label. */
  matcherRegex: string;
  matcherType?: 'regex' | 'label';
  /** An address, or the query for `datasourceUid`; `${__value.raw}` stands for what was found. */
  url?: string;
  urlDisplayLabel?: string;
  datasourceUid?: string;
  targetBlank?: boolean;
}
