/**
 * PromQL in the code editor: colours, completion from the source, mistakes marked where they are.
 */
import type { Extension } from '@codemirror/state';
import { linter, type Diagnostic } from '@codemirror/lint';
import { PromQLExtension, type PrometheusClient } from '@prometheus-io/codemirror-promql';
import { parser } from '@prometheus-io/lezer-promql';
import { firstMistake, maskVariables } from '@vedette/sdk';

export function promql(client: PrometheusClient): Extension[] {
  const language = new PromQLExtension().setComplete({ remote: client }).activateLinter(false);
  return [language.asExtension(), linter(({ state }) => mistakes(state.doc.toString()))];
}

export function mistakes(expr: string): Diagnostic[] {
  return expr.trim() === '' ? [] : firstMistake(parser, 'PromQL', expr, maskVariables(expr));
}
