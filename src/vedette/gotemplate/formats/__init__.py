"""Printing of values as Go's fmt package does it: Sprint, Sprintln and Sprintf."""

from vedette.gotemplate.formats.output import Output
from vedette.gotemplate.formats.printing import sprint, sprintln, text_of
from vedette.gotemplate.formats.verbs import sprintf

__all__ = ["Output", "sprint", "sprintf", "sprintln", "text_of"]
