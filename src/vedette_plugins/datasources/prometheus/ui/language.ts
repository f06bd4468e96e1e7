/** PromQL in the code editor: colours, completion from the source, mistakes marked where they are. */
import type { Extension } from '@codemirror/state';
import { linter, type Diagnostic } from '@codemirror/lint';
import { PromQLExtension, type PrometheusClient } from '@prometheus-io/codemirror-promql';
import { parser } from '@prometheus-io/lezer-promql';
import { maskVariables } from '@vedette/sdk';

export function promql(client: PrometheusClient): Extension[] {
  const language = new PromQLExtension().setComplete({ remote: client }).activateLinter(false);
  return [language.asExtension(), linter(({ state }) => mistakes(state.doc.toString()))];
}

/** The first place that is no PromQL; what follows is often only its echo. */
export function mistakes(expr: string): Diagnostic[] {
  if (expr.trim() === '') return [];
  let found: Diagnostic | undefined;
  parser.parse(maskVariables(expr)).iterate({
    enter: ({ type, from, to }) => {
      if (found || !type.isError) return;
      const at = Math.min(from, expr.length - 1);
      const part = expr.slice(from, to);
      const message = part ? `PromQL does not expect ${JSON.stringify(part)} here.` : 'Something is missing here.';
      found = { from: at, to: Math.max(to, at + 1), severity: 'error', message };
    },
  });
  return found ? [found] : [];
}
