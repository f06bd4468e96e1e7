"""Go's text/template in Python, for texts of people who know it from other alerting products.

It has no product knowledge: what a template can reach is the data and the functions it is given.
Sources: the package documentation of text/template, fmt, strconv and time of Go; everything is
checked against Go's own output. Not here: channels, iterator functions, complex constants and
other delimiters.
"""

from vedette.gotemplate.errors import CallError, TemplateError
from vedette.gotemplate.fields import MissingKey
from vedette.gotemplate.limits import TemplateLimits
from vedette.gotemplate.template import Template, parse
from vedette.gotemplate.values import NO_VALUE, Duration, Function, Named, Struct, Value

__all__ = [
    "NO_VALUE",
    "CallError",
    "Duration",
    "Function",
    "MissingKey",
    "Named",
    "Struct",
    "Template",
    "TemplateError",
    "TemplateLimits",
    "Value",
    "parse",
]
