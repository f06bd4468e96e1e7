/** Content of notification templates. Pure. */
const DEFINED = /\{\{-?\s*define\s+(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)/g;

/** The names of the templates that a text defines. */
export function definedNames(text: string): string[] {
  return [...new Set([...text.matchAll(DEFINED)].map(([, quoted, raw]) => quoted ?? raw ?? ''))];
}

export const EXAMPLE = `{{ define "my.title" -}}
{{ .Status | toUpper }}{{ if eq .Status "firing" }} ({{ len .Alerts.Firing }}){{ end }}: {{ .GroupLabels.SortedPairs.Values | join ", " }}
{{- end }}

{{ define "my.message" -}}
{{ range .Alerts }}{{ .Labels.alertname }}: {{ .Annotations.summary }}
{{ end }}
{{- end }}
`;

/** The start and end of a line in a text. Lines count from 1. */
export function lineSpan(text: string, line: number): [start: number, end: number] {
  const lines = text.split('\n');
  const at = Math.min(Math.max(line, 1), lines.length);
  const start = lines.slice(0, at - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return [start, start + (lines[at - 1]?.length ?? 0)];
}
