/**
 * TraceQL in the code editor: colours, completion from the store, mistakes marked where they are.
 */
import { parser } from '@grafana/lezer-traceql';
import { LanguageSupport, LRLanguage } from '@codemirror/language';
import { linter, type Diagnostic } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { styleTags, tags } from '@lezer/highlight';
import { firstMistake } from '@vedette/sdk';
import type { TempoClient } from './client';
import { completionSource } from './completion';

const language = LRLanguage.define({
  parser: parser.configure({
    props: [
      styleTags({
        'LineComment BlockComment': tags.comment,
        'AttributeField IntrinsicField Identifier Parent Event Instrumentation Link Resource Span':
          tags.propertyName,
        'Aggregate MetricsOperationBasicType MetricsOverTimeType MetricsAggregatorFunctionType':
          tags.function(tags.variableName),
        'ComparisonOp FieldOp ScalarOp And Or Pipe Desc Anc Gt Lt': tags.operator,
        String: tags.string,
        'Integer Float Duration': tags.number,
        Static: tags.keyword,
      }),
    ],
  }),
  languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
});

export function traceql(client: TempoClient): Extension[] {
  const support = new LanguageSupport(
    language,
    language.data.of({ autocomplete: completionSource(client) }),
  );
  return [support, linter(({ state }) => mistakes(state.doc.toString()))];
}

/** A lone trace id is no TraceQL, and asks for the trace. */
export function mistakes(text: string): Diagnostic[] {
  if (text.trim() === '' || /^\s*[0-9a-f]{1,32}\s*$/i.test(text)) return [];
  // Variables stand for whole values; they are looked at as a number of the same length.
  const masked = text.replace(/\$\{[^}]*\}|\$\w+/g, (variable) => '1'.repeat(variable.length));
  return firstMistake(parser, 'TraceQL', text, masked);
}
