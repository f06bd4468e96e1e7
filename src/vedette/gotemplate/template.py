"""The public interface: parse a template once, execute it many times."""

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
    """A template and the templates that it can call. Immutable and thread-safe."""

    name: str
    functions: Mapping[str, Function]
    definitions: Definitions

    def defined(self) -> frozenset[str]:
        """Return the names of all templates that can be executed."""
        return frozenset(self.definitions)

    def called(self, name: str) -> frozenset[str]:
        """Return the names of the templates that the one called `name` calls, defined or not.

        Names that are arguments of functions (`tmpl.Exec`) are not included.
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
        """Return the output of the template (or the one called `name`) for `data`.

        `html` escapes values by their context (see `vedette.gotemplate.html`). For other markup,
        `escape` is applied to the output of each action and to data in the arguments of `print` and
        `printf`, but neither to literals of the template nor to results of `safeHtml`. `variables`
        are those named to `parse`, with their `$`; `functions` replace some of those given to
        `parse`.

        Bytes that are not UTF-8, as from slicing a text inside of a character, become replacement
        characters. Raises `TemplateError`, also if a limit is exceeded.
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
    """Parse a template like Go's `template.New(name).Funcs(functions).Parse(text)`.

    `definitions` is a template parsed before: both share one namespace, in which the later
    definition is used unless it is empty. `variables` are names (with `$`) that `execute` sets.
    Raises `TemplateError` if the text is invalid.
    """
    known = {**(definitions.functions if definitions else {}), **functions}
    read = parser.read(name, _valid(text), {**BUILTINS, **known}, variables)
    shared = dict(definitions.definitions) if definitions else {}
    for its_name, definition in read.items():
        if its_name not in shared or not definition.is_empty:
            shared[its_name] = definition
    return Template(name, known, shared)


def _valid(text: str) -> str:
    """Return the text with a replacement character for each invalid byte or surrogate."""
    if text.isascii():
        return text
    joined = decoded(encoded(text))
    return "".join("�" if "\udc80" <= sign <= "\udcff" else sign for sign in joined)
