"""Inhibition rules in request bodies, parsed by `text`."""

from typing import Any, TypedDict


class InhibitionBody(TypedDict, total=False):
    name: Any
    equal: Any
    source_matchers: Any
    source_match: Any
    source_match_re: Any
    target_matchers: Any
    target_match: Any
    target_match_re: Any
