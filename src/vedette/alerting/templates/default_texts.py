"""Texts that every organization has: those that contact points use where nothing is written.

The words and lines are those people know from messages of Grafana 10.4; groups of templates may
define any of the names anew.
"""

_HEAD = """
{{- define "__subject" -}}
[{{ toUpper .Status -}}
{{- if .Alerts.Firing }}:{{ len .Alerts.Firing }}
  {{- with .Alerts.Resolved }}, RESOLVED:{{ len . }}{{ end }}
{{- end }}] {{ join " " .GroupLabels.Values }}{{ print " " -}}
{{- with .CommonLabels.Remove .GroupLabels.Names -}}
({{ join " " .Values }})
{{- end -}}
{{- end -}}

{{- define "__text_values_list" -}}
{{- $separator := "" -}}
{{- range $refId, $number := .Values -}}
{{ $separator }}{{ $refId }}={{ $number }}
{{- $separator = ", " -}}
{{- else -}}
[no value]
{{- end -}}
{{- end -}}
"""

_PLAIN = """
{{- define "__text_alert_list" -}}
{{- range . }}
Value: {{ template "__text_values_list" . }}
Labels:
{{ range .Labels.SortedPairs }} - {{ .Name }} = {{ .Value }}
{{ end }}Annotations:
{{ range .Annotations.SortedPairs }} - {{ .Name }} = {{ .Value }}
{{ end -}}
{{- with .GeneratorURL }}Source: {{ . }}
{{ end -}}
{{- with .SilenceURL }}Silence: {{ . }}
{{ end -}}
{{- with .DashboardURL }}Dashboard: {{ . }}
{{ end -}}
{{- with .PanelURL }}Panel: {{ . }}
{{ end -}}
{{- end -}}
{{- end -}}

{{- define "default.message" -}}
{{- $firing := .Alerts.Firing -}}
{{- $resolved := .Alerts.Resolved -}}
{{- with $firing }}**Firing**
{{ template "__text_alert_list" . }}{{ end -}}
{{- if and $firing $resolved }}

{{ end -}}
{{- with $resolved }}**Resolved**
{{ template "__text_alert_list" . }}{{ end -}}
{{- end -}}
"""

_TEAMS = """
{{- define "__teams_text_alert_list" -}}
{{- range . }}
Value: {{ template "__text_values_list" . }}

Labels:
{{ range .Labels.SortedPairs }}- {{ .Name }} = {{ .Value }}
{{ end }}
Annotations:
{{ range .Annotations.SortedPairs }}- {{ .Name }} = {{ .Value }}
{{ end }}
{{- with .GeneratorURL }}
Source: [{{ . }}]({{ . }})
{{ end -}}
{{- with .SilenceURL }}
Silence: [{{ . }}]({{ . }})
{{ end -}}
{{- with .DashboardURL }}
Dashboard: [{{ . }}]({{ . }})
{{ end -}}
{{- with .PanelURL }}
Panel: [{{ . }}]({{ . }})
{{ end }}
{{ end -}}
{{- end -}}

{{- define "teams.default.message" -}}
{{- with .Alerts.Firing }}**Firing**
{{ template "__teams_text_alert_list" . }}{{ end -}}
{{- if and .Alerts.Firing .Alerts.Resolved }}
{{ end -}}
{{- with .Alerts.Resolved }}**Resolved**
{{ template "__teams_text_alert_list" . }}{{ end -}}
{{- end -}}
"""

_TITLES = (
    "default.title",
    "discord.default.title",
    "email.default.subject",
    "jira.default.summary",
    "msteams.default.summary",
    "msteams.default.title",
    "opsgenie.default.message",
    "pagerduty.default.description",
    "pushover.default.title",
    "rocketchat.default.title",
    "slack.default.fallback",
    "slack.default.title",
    "sns.default.subject",
    "teams.default.title",
    "victorops.default.entity_display_name",
)
_MESSAGES = (
    "discord.default.message",
    "email.default.message",
    "jira.default.description",
    "msteams.default.text",
    "opsgenie.default.description",
    "pushover.default.message",
    "rocketchat.default.text",
    "slack.default.text",
    "sns.default.message",
    "telegram.default.message",
    "victorops.default.state_message",
    "webex.default.message",
)


def _aliases(names: tuple[str, ...], of: str) -> str:
    return "".join(
        f'{{{{- define "{name}" }}}}{{{{ template "{of}" . }}}}{{{{ end -}}}}\n' for name in names
    )


DEFAULT_TEXTS = (
    _HEAD
    + _PLAIN
    + _TEAMS
    + _aliases(_TITLES, "__subject")
    + _aliases(_MESSAGES, "default.message")
)
