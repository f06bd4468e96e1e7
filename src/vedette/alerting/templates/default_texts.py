"""Default templates, which contact points use unless they set others.

The texts resemble those of Grafana 10.4. Template groups can override every name. The names that
Alertmanager documents as defaults of its receivers are defined, too, so that templates written for
it work.
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

_SENDER = """
{{- define "__alertmanager" }}Vedette{{ end -}}
{{- define "__alertmanagerURL" }}{{ .ExternalURL }}alerting/groups{{ end -}}
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

_TEXT_BLOCKS = """
{{- define "__text_blocks" -}}
{{- with .Alerts.Firing }}Alerts Firing:
{{ template "__text_alert_list" . }}{{ end -}}
{{- if and .Alerts.Firing .Alerts.Resolved }}

{{ end -}}
{{- with .Alerts.Resolved }}Alerts Resolved:
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

_MARKDOWN = """
{{- define "__text_alert_list_markdown" -}}
{{- range . }}
**Value:** {{ template "__text_values_list" . }}

**Labels:**
{{ range .Labels.SortedPairs }}- {{ .Name }} = {{ .Value }}
{{ end }}
**Annotations:**
{{ range .Annotations.SortedPairs }}- {{ .Name }} = {{ .Value }}
{{ end -}}
{{- with .GeneratorURL }}
**Source:** {{ . }}
{{ end -}}
{{- with .SilenceURL }}
**Silence:** {{ . }}
{{ end -}}
{{- end -}}
{{- end -}}
"""

_HTML = """
{{- define "__html_alert_list" -}}
{{- range . -}}
<p><strong>{{ .Labels.alertname | html }}</strong></p>
<ul>
{{ range .Labels.SortedPairs }}<li>{{ .Name | html }} = {{ .Value | html }}</li>
{{ end -}}
{{ range .Annotations.SortedPairs }}<li>{{ .Name | html }}: {{ .Value | html }}</li>
{{ end -}}
</ul>
<p>
{{ with .GeneratorURL }}<a href="{{ . | html }}">Source</a>
{{ end -}}
{{ with .SilenceURL }}<a href="{{ . | html }}">Silence</a>
{{ end -}}
</p>
{{ end -}}
{{- end -}}

{{- define "email.default.html" -}}
<!DOCTYPE html>
<html>
<head><meta charset="utf-8"></head>
<body>
<h1>{{ tmpl.Exec "__subject" . | html }}</h1>
{{ with .Alerts.Firing }}<h2>Firing ({{ len . }})</h2>
{{ template "__html_alert_list" . }}{{ end -}}
{{ with .Alerts.Resolved }}<h2>Resolved ({{ len . }})</h2>
{{ template "__html_alert_list" . }}{{ end -}}
<p><a href="{{ tmpl.Exec "__alertmanagerURL" . | html }}">Active alerts</a></p>
</body>
</html>
{{- end -}}
"""

_TITLES = (
    "default.title",
    "discord.default.title",
    "email.default.subject",
    "jira.default.summary",
    "msteams.default.summary",
    "msteams.default.title",
    "msteamsv2.default.title",
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
    "email.default.message",
    "jira.default.description",
    "msteams.default.text",
    "msteamsv2.default.text",
    "opsgenie.default.description",
    "pushover.default.message",
    "rocketchat.default.text",
    "sns.default.message",
    "victorops.default.state_message",
    "webex.default.message",
    "wechat.default.message",
)
_BLOCKS = ("discord.default.message", "slack.default.text", "telegram.default.message")
_ADDRESSES = (
    "pagerduty.default.clientURL",
    "pushover.default.url",
    "rocketchat.default.titlelink",
    "slack.default.titlelink",
)
_PRODUCT = (
    "opsgenie.default.source",
    "pagerduty.default.client",
    "slack.default.footer",
    "slack.default.username",
    "victorops.default.monitoring_tool",
)
_ALERTS = ("pagerduty.default.instances",)
"""These receive a list of alerts, not the whole notification."""
_EMPTY = (
    "__description",
    "jira.default.priority",
    "rocketchat.default.emoji",
    "rocketchat.default.iconurl",
    "slack.default.callbackid",
    "slack.default.iconemoji",
    "slack.default.iconurl",
    "slack.default.pretext",
    "wechat.default.agent_id",
    "wechat.default.to_party",
    "wechat.default.to_tag",
    "wechat.default.to_user",
)


def _aliases(names: tuple[str, ...], of: str) -> str:
    return "".join(
        f'{{{{- define "{name}" }}}}{{{{ template "{of}" . }}}}{{{{ end -}}}}\n' for name in names
    )


DEFAULT_TEXTS = (
    _HEAD
    + _PLAIN
    + _TEXT_BLOCKS
    + _TEAMS
    + _MARKDOWN
    + _HTML
    + _SENDER
    + _aliases(_TITLES, "__subject")
    + _aliases(_MESSAGES, "default.message")
    + _aliases(_BLOCKS, "__text_blocks")
    + _aliases(_ADDRESSES, "__alertmanagerURL")
    + _aliases(_PRODUCT, "__alertmanager")
    + _aliases(_ALERTS, "__text_alert_list")
    + "".join(f'{{{{- define "{name}" }}}}{{{{ end -}}}}\n' for name in _EMPTY)
)
