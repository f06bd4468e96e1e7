/** A clicked value becomes a matcher of every selector in the query. */
import { parser } from '@prometheus-io/lezer-promql';
import { maskVariables, type AdHocFilter } from '@vedette/sdk';
import type { PrometheusQuery } from './model';

export function withFilter(
  query: PrometheusQuery,
  { key, operator, value }: AdHocFilter,
): PrometheusQuery {
  const matcher = `${key}${operator}"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  return { ...query, expr: withMatcher(query.expr, matcher) };
}

function withMatcher(expr: string, matcher: string): string {
  const places: { at: number; text: string }[] = [];
  parser.parse(maskVariables(expr)).iterate({
    enter: ({ name, node }) => {
      if (name !== 'VectorSelector') return;
      const matchers = node.getChild('LabelMatchers');
      if (!matchers) {
        places.push({ at: node.to, text: `{${matcher}}` });
      } else if (!expr.slice(matchers.from, matchers.to).includes(matcher)) {
        const inside = expr.slice(matchers.from + 1, matchers.to - 1).trim();
        const isOpen = inside === '' || inside.endsWith(',');
        places.push({ at: matchers.to - 1, text: isOpen ? matcher : `, ${matcher}` });
      }
    },
  });
  return places.reduceRight(
    (text, { at, text: more }) => text.slice(0, at) + more + text.slice(at),
    expr,
  );
}
