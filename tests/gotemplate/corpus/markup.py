"""The HTML mode beside html/template, where both do the same."""

from tests.gotemplate.case import Case

TEXTS = [
    "<p>{{.markup}}</p>",
    "{{.n}} {{.list}} {{.map}} {{.text}}",
    '<a title="{{.markup}}">x</a>',
    "<a title='{{.markup}}'>x</a>",
    "<a title={{.name}}>x</a>",
    '<a href="{{.name}}">x</a>',
    '<a href="https://example.org/{{.name}}?q={{.n}}&r={{.alert.Status}}#{{.name}}">x</a>',
    '<a href="{{"https://example.org/a b?c=d&e"}}">x</a>',
    '<a href="{{"javascript:alert(1)"}}">x</a>',
    '<a href="{{"JavaScript:alert(1)"}}">x</a>',
    '<a href="{{"mailto:a@example.org"}}">x</a>',
    '<a href="{{"/path/to"}}">x</a>',
    '<img src="{{"x.png"}}" alt="{{.name}}">',
    '<p style="color: {{"red"}}">x</p>',
    '<p style="color: {{"expression(alert(1))"}}">x</p>',
    "<b>{{safeHtml .markup}}</b>",
    "<b>{{.markup | safeHtml}}</b>{{.markup}}",
    "<b>{{print (safeHtml .markup)}}</b>",
    "<b>{{.markup | html}}</b>",
    '<a title="{{.markup | html}}" href="{{"https://example.org/?a=b&c" | html}}">x</a>',
    "{{range .words}}<li>{{.}}</li>{{end}}",
    "{{if .yes}}<b>{{.markup}}</b>{{else}}{{.n}}{{end}}",
    '{{define "a"}}<i>{{.}}</i>{{end}}{{template "a" .markup}}',
    '<p {{if .yes}}class="{{.markup}}"{{end}}>{{.name}}</p>',
    "<textarea>{{.markup}}</textarea><title>{{.markup}}</title>",
    "<br/>{{.markup}}<br>{{.markup}}",
    '<p title="a > b">{{.markup}}</p>',
    "{{.missing}}",
]

CASES = [Case(text, html=True) for text in TEXTS]
