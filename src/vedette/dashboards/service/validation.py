"""Validation of models that are saved, or that a client wants to have checked."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from vedette.dashboards.body import read_body
from vedette.dashboards.errors import TitleMissing, UnusableDashboard
from vedette.dashboards.validation.model import model_problems
from vedette.dashboards.validation.report import ModelProblem
from vedette.kernel.errors import VedetteError

MAX_CHECKED_BYTES = 5_000_000


class ModelValidation:
    """`types` are the panel types of this server."""

    def __init__(self, types: Collection[str]) -> None:
        self._types = types

    def problems(self, raw: bytes, *, max_bytes: int) -> Sequence[ModelProblem]:
        """Return the problems of a model as JSON, those that prevent saving first.

        A model of up to `MAX_CHECKED_BYTES` is checked, even if it is larger than `max_bytes`,
        which is the limit for saving.
        """
        found: list[ModelProblem] = []

        def check(model: Mapping[str, Any]) -> None:
            found.extend(model_problems(model, self._types))

        try:
            read_body(raw, max_bytes=MAX_CHECKED_BYTES, check=check)
        except VedetteError as error:
            path = "title" if isinstance(error, TitleMissing) else ""
            found.append(ModelProblem(path, error.public, "error"))
        else:
            if len(raw) > max_bytes:
                text = f"The dashboard has {len(raw)} bytes. The limit for saving is {max_bytes}."
                found.append(ModelProblem("", text, "error"))
        return sorted(found, key=lambda problem: problem.severity == "warning")

    def refuse(self, model: Mapping[str, Any]) -> None:
        """Raise `UnusableDashboard` if the model has a problem that prevents saving."""
        found = model_problems(model, self._types)
        errors = [problem for problem in found if problem.severity == "error"]
        if errors:
            first = errors[0]
            raise UnusableDashboard(
                f"The dashboard cannot be used. {first.path}: {first.message}",
                problems=[msgspec.to_builtins(problem) for problem in (*errors, *_rest(found))],
            )


def _rest(found: Sequence[ModelProblem]) -> Sequence[ModelProblem]:
    return [problem for problem in found if problem.severity == "warning"]
