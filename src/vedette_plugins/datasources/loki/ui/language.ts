/** LogQL in the code editor: colours, completion from the store, mistakes marked where they are. */
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { LanguageSupport, LRLanguage, syntaxTree } from '@codemirror/language';
import { linter, type Diagnostic } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { parser } from '@grafana/lezer-logql';
import { styleTags, tags } from '@lezer/highlight';
import { firstMistake, maskVariables } from '@vedette/sdk';
import type { LabelsClient } from './client';
import { selectorOf } from './logql';

const language = LRLanguage.define({
  parser: parser.configure({
    props: [
      styleTags({
        LineComment: tags.comment,
        'Matcher/Identifier Labels/Identifier LabelExtractionExpression/Identifier': tags.labelName,
        'RangeOp VectorOp LabelReplace Vector ConvOp': tags.function(tags.variableName),
        'Json Logfmt Regexp Unpack Pattern Unwrap LineFormat LabelFormat Decolorize Drop Keep Distinct By Without And Or Unless Bool On Ignoring GroupLeft GroupRight Offset':
          tags.keyword,
        'Eq Neq Re Nre PipeExact PipeMatch PipePattern Npa Gtr Gte Lss Lte Eql Add Sub Mul Div Mod Pow Pipe':
          tags.operator,
        String: tags.string,
        'Number Duration Bytes': tags.number,
      }),
    ],
  }),
  languageData: {
    commentTokens: { line: '#' },
    closeBrackets: { brackets: ['(', '[', '{', '"', '`'] },
  },
});

export function logql(client: LabelsClient): Extension[] {
  const support = new LanguageSupport(
    language,
    language.data.of({ autocomplete: (context: CompletionContext) => complete(context, client) }),
  );
  return [support, linter(({ state }) => mistakes(state.doc.toString()))];
}

export function mistakes(expr: string): Diagnostic[] {
  return expr.trim() === '' ? [] : firstMistake(parser, 'LogQL', expr, maskVariables(expr));
}

const stages = [
  'json',
  'logfmt',
  'pattern "<_>"',
  'regexp ""',
  'unpack',
  'line_format "{{.}}"',
  'label_format',
  'unwrap',
  'decolorize',
  'drop',
  'keep',
];
const functions = [
  'rate',
  'count_over_time',
  'bytes_rate',
  'bytes_over_time',
  'sum_over_time',
  'avg_over_time',
  'max_over_time',
  'min_over_time',
  'quantile_over_time',
  'absent_over_time',
  'sum',
  'avg',
  'min',
  'max',
  'count',
  'topk',
  'bottomk',
];
const ranges = ['$__auto', '1m', '5m', '1h'];

async function complete(
  context: CompletionContext,
  client: LabelsClient,
): Promise<CompletionResult | null> {
  const before = context.state.sliceDoc(0, context.pos);
  const word = context.matchBefore(/[\w.$-]*/) ?? { from: context.pos, text: '' };
  const plain = (names: readonly string[], type: string): CompletionResult | null =>
    names.length > 0
      ? {
          from: word.from,
          options: names.map((label) => ({ label, type })),
          validFor: /^[\w.$-]*$/,
        }
      : null;
  const selector = openSelector(before);
  if (selector !== undefined) {
    const value = /([a-zA-Z_]\w*)\s*(?:=~|!~|!=|=)\s*"([^"]*)$/.exec(selector);
    const others = `{${[...selector.matchAll(/[a-zA-Z_]\w*\s*(?:=~|!~|!=|=)\s*"[^"]*"/g)].map(([matcher]) => matcher).join(', ')}}`;
    if (!value?.[1]) return plain(await client.labels(others).catch(() => []), 'property');
    const values = await client.values(value[1], others).catch(() => []);
    return {
      from: context.pos - (value[2] ?? '').length,
      options: values.map((label) => ({ label, type: 'text' })),
      validFor: /^[^"]*$/,
    };
  }
  if (/\[\s*[\w$]*$/.test(before)) return plain(ranges, 'constant');
  if (/\|\s*\w*$/.test(before)) {
    const parsed = await client.parsed(selectorOf(before)).catch(() => []);
    return plain([...stages, ...parsed], 'keyword');
  }
  if (isInString(context)) return null;
  return word.text || context.explicit ? plain(functions, 'function') : null;
}

/**
 * What stands in the braces that the cursor is in. A brace in a string, as in a line_format, opens
 * no selector.
 */
function openSelector(before: string): string | undefined {
  const open = before.lastIndexOf('{');
  if (open < 0) return undefined;
  const [ahead, inside] = [before.slice(0, open), before.slice(open + 1)];
  if (ahead.endsWith('{') || ahead.endsWith('"') || ahead.endsWith('`')) return undefined;
  return withoutStrings(inside).includes('}') ? undefined : inside;
}

const withoutStrings = (text: string) => text.replace(/"(?:\\.|[^"\\])*"|`[^`]*`/g, '');
const isInString = (context: CompletionContext) =>
  syntaxTree(context.state).resolveInner(context.pos, -1).name === 'String';
