"""Go's text/template in Python, for users who know it from other alerting products.

It has no product knowledge: a template can only reach the data and the functions that it is given.
Sources: the package documentation of Go's text/template, fmt, strconv and time; everything is
checked against the output of Go itself. Not supported: channels, iterator functions, complex
constants and other delimiters.
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
