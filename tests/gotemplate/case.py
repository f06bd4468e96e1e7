"""One template with its data, and what is asked of it."""

import hashlib
import json
from dataclasses import dataclass, field

from tests.gotemplate.data import DATA, FUNCTIONS, native
from vedette.gotemplate import MissingKey, Template, TemplateError, TemplateLimits, parse

WIDE = TemplateLimits(cpu_ms=60_000, steps=10_000_000, output=256 * 1024, depth=50, range=10_000)
"""So that a slow machine changes no answer."""


@dataclass(frozen=True)
class Case:
    """`data` is JSON with the tags of `tests.gotemplate.data`; `files` are read one by one."""

    text: str
    data: object = field(default_factory=lambda: DATA)
    files: tuple[tuple[str, str], ...] = ()
    execute: str = "t"
    missing_key: MissingKey = "default"
    html: bool = False

    def question(self) -> dict[str, object]:
        files = [*self.files, ("t", self.text)]
        return {
            "files": [{"name": name, "text": text} for name, text in files],
            "execute": self.execute,
            "data": self.data,
            "missing_key": self.missing_key,
            "html": self.html,
        }

    @property
    def key(self) -> str:
        question = json.dumps(self.question(), sort_keys=True)
        return hashlib.sha256(question.encode()).hexdigest()[:16]

    def answer(self) -> dict[str, str]:
        """What our engine says, in the form of the oracle."""
        template: Template | None = None
        try:
            for name, text in [*self.files, ("t", self.text)]:
                template = parse(name, text, FUNCTIONS, template)
            assert template is not None
            output = template.execute(
                native(self.data),
                limits=WIDE,
                name=self.execute,
                missing_key=self.missing_key,
                html=self.html,
            )
        except TemplateError as error:
            return {"output": "", "error": error.public}
        return {"output": output, "error": ""}
