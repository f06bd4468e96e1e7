"""Formatting of values like Go's fmt package: Sprint, Sprintln and Sprintf."""

from vedette.gotemplate.formats.output import Output
from vedette.gotemplate.formats.printing import sprint, sprintln, text_of
from vedette.gotemplate.formats.verbs import sprintf

__all__ = ["Output", "sprint", "sprintf", "sprintln", "text_of"]
