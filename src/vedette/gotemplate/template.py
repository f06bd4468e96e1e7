"""The public face: read a template once, execute it many times."""

from collections.abc import Callable, Iterable, Mapping

import msgspec

from vedette.gotemplate import parser
from vedette.gotemplate.builtins import BUILTINS
from vedette.gotemplate.errors import TemplateError
from vedette.gotemplate.executor import Execution
from vedette.gotemplate.fields import MissingKey
from vedette.gotemplate.limits import Budget, TemplateLimits
from vedette.gotemplate.nodes import Definitions, calls
from vedette.gotemplate.values import Function, Value, decoded, encoded

_DEFAULT_LIMITS = TemplateLimits()


class Template(msgspec.Struct, frozen=True):
    """A template and all it can call by name. Immutable, so that threads may share it."""

    name: str
    functions: Mapping[str, Function]
    definitions: Definitions

    def defined(self) -> frozenset[str]:
        """Names of all templates that can be executed."""
        return frozenset(self.definitions)

    def called(self, name: str) -> frozenset[str]:
        """Names of the templates that the one called `name` calls itself, defined or not.

        Those that a function is asked for by name (`tmpl.Exec`) are not among them.
        """
        return frozenset(calls(self.definitions[name].body))

    def execute(
        self,
        data: Value,
        *,
        limits: TemplateLimits = _DEFAULT_LIMITS,
        html: bool = False,
        escape: Callable[[str], str] | None = None,
        name: str | None = None,
        missing_key: MissingKey = "default",
        variables: Mapping[str, Value] | None = None,
        functions: Mapping[str, Function] | None = None,
    ) -> str:
        """The text the template (or the one called `name`) prints for `data`.

        `html` escapes values by where they stand (see `vedette.gotemplate.html`). For other mark-up
        `escape` is applied to what each action prints, but for texts that stand in the template,
        also around the arguments of `print` and `printf`, and for what `safeHtml` made. `variables`
        are those named to `parse`, with their `$`; `functions` replace some of those it was given.
        Bytes that are no UTF-8, as from slicing a text in the middle of a character, come out as
        replacement characters. Raises `TemplateError`, also where a limit is reached.
        """
        definition = self.definitions.get(name or self.name)
        if definition is None:
            raise TemplateError(
                f'template: no template "{name or self.name}" associated with template '
                f'"{self.name}"',
                template=name or self.name,
            )
        execution = Execution(
            self.definitions,
            {**self.functions, **functions} if functions else self.functions,
            Budget(limits),
            html=html,
            escape=escape,
            missing_key=missing_key,
        )
        execution.run(definition, data, variables or {})
        return _valid(execution.text())


def parse(
    name: str,
    text: str,
    functions: Mapping[str, Function],
    definitions: Template | None = None,
    *,
    variables: Iterable[str] = (),
) -> Template:
    """Reads a template as Go's `template.New(name).Funcs(functions).Parse(text)` does.

    `definitions` is a template read before: both share one namespace, in which what is defined
    later wins, unless it is empty. `variables` are names (with `$`) that `execute` will set.
    Raises `TemplateError` for a text that cannot be read.
    """
    known = {**(definitions.functions if definitions else {}), **functions}
    read = parser.read(name, _valid(text), {**BUILTINS, **known}, variables)
    shared = dict(definitions.definitions) if definitions else {}
    for its_name, definition in read.items():
        if its_name not in shared or not definition.is_empty:
            shared[its_name] = definition
    return Template(name, known, shared)


def _valid(text: str) -> str:
    """Each byte or surrogate that is no character becomes a replacement character."""
    if text.isascii():
        return text
    joined = decoded(encoded(text))
    return "".join("�" if "\udc80" <= sign <= "\udcff" else sign for sign in joined)
