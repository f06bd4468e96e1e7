"""Executes a tree with data. One `Execution` is one call of `Template.execute`."""

from collections.abc import Callable, Mapping, Sequence

from vedette.gotemplate import formats, parser
from vedette.gotemplate.builtins import BUILTINS
from vedette.gotemplate.errors import CallError, LimitError, TemplateError, position
from vedette.gotemplate.fields import MissingKey
from vedette.gotemplate.html import HtmlWriter
from vedette.gotemplate.limits import Budget
from vedette.gotemplate.nodes import (
    Action,
    Body,
    Break,
    Continue,
    Definition,
    Definitions,
    If,
    Pipe,
    Range,
    TemplateCall,
    Text,
    With,
)
from vedette.gotemplate.pipelines import Pipelines
from vedette.gotemplate.values import (
    NO_VALUE,
    Function,
    MarkUp,
    Named,
    Value,
    ValueKind,
    byte_length,
    entries,
    items,
    kind,
    plain,
    sorted_keys,
    truth,
    type_name,
)

_Leave = type[Break] | type[Continue] | None


class Execution(Pipelines):
    def __init__(
        self,
        definitions: Definitions,
        functions: Mapping[str, Function],
        budget: Budget,
        *,
        html: bool,
        escape: Callable[[str], str] | None,
        missing_key: MissingKey,
    ) -> None:
        super().__init__(functions, budget, missing_key, escape, marks=html or escape is not None)
        self._definitions = definitions
        self._writer = HtmlWriter() if html else None
        self._out: list[str] = []
        self._said: list[str] | None = None
        """The unescaped output, for functions that need it."""
        self._length = 0
        self._depth = 0
        self._definition: Definition | None = None

    @property
    def is_html(self) -> bool:
        return self._writer is not None

    def text(self) -> str:
        return "".join(self._out)

    def run(self, definition: Definition, data: Value, variables: Mapping[str, Value]) -> None:
        """Execute a template. Raises `TemplateError` with the place of the failed action."""
        try:
            dot = NO_VALUE if data is None else data
            self._variables = [("$", dot), *variables.items()]
            self._definition = definition
            self._body(definition.body, dot)
        except (CallError, LimitError) as error:
            raise self._error(str(error)) from error
        except RecursionError as error:
            raise self._error("the template is nested too deeply") from error

    def render(self, name: str, data: Value) -> Value:
        """Return the output of a template, for functions. Raises `CallError` if it does not
        exist."""
        if name not in self._definitions:
            raise CallError(f'template "{name}" not defined')
        return self._aside(self._definitions[name], NO_VALUE if data is None else data)

    def render_text(self, text: str, data: Value) -> Value:
        """Return the output of a text that is parsed now and can call the templates of this one."""
        self.budget.step(len(text))
        try:
            read = parser.read("inline", text, {**BUILTINS, **self._functions}, ())
        except TemplateError as error:
            raise CallError(error.public) from error
        definitions = self._definitions
        self._definitions = {**definitions, **read}
        result = self._aside(read["inline"], NO_VALUE if data is None else data)
        self._definitions = definitions
        return result

    def _aside(self, definition: Definition, data: Value) -> Value:
        """Execute a template into a text of its own."""
        out, said, length, writer = self._out, self._said, self._length, self._writer
        self._out, self._said, self._writer = [], [], HtmlWriter() if writer else None
        self._template(definition, data)
        text, printed = "".join(self._said), self.text()
        self._out, self._said, self._length, self._writer = out, said, length, writer
        return MarkUp(text, printed=printed) if writer or self.escape else text

    def _body(self, body: Body, dot: Value) -> _Leave:
        for node in body:
            self.budget.step()
            if isinstance(node, Text):
                self._write(self._writer.literal(node.text) if self._writer else node.text)
            elif isinstance(node, Action):
                self._node = node
                value = self._pipe(node.pipe, dot)
                if not node.pipe.variables:
                    self._node = node
                    self._print(node, value)
            elif isinstance(node, If | With):
                leave = self._branch(node, dot)
                if leave is not None:
                    return leave
            elif isinstance(node, Range):
                leave = self._range(node, dot)
                if leave is not None:
                    return leave
            elif isinstance(node, TemplateCall):
                self._call_template(node, dot)
            else:
                return type(node)
        return None

    def _branch(self, node: If | With, dot: Value) -> _Leave:
        mark = len(self._variables)
        value = self._pipe(node.pipe, dot)
        if truth(value):
            leave = self._body(node.body, value if isinstance(node, With) else dot)
        else:
            leave = self._body(node.otherwise, dot)
        del self._variables[mark:]
        return leave

    def _range(self, node: Range, dot: Value) -> _Leave:
        mark = len(self._variables)
        value = self._pipe(node.pipe, dot)
        inner = len(self._variables)
        rounds = self._rounds(node, value)
        for index, element in rounds:
            self.budget.step()
            self._set_round(node.pipe, mark, index, element)
            leave = self._body(node.body, element)
            del self._variables[inner:]
            if leave is Break:
                break
        leave = None if rounds else self._body(node.otherwise, dot)
        if leave is Break:
            # Like Go: `{{break}}` ends this range, `{{continue}}` applies to the outer one.
            leave = None
        del self._variables[mark:]
        return leave

    def _rounds(self, node: Range, value: Value) -> Sequence[tuple[Value, Value]]:
        of = kind(value)
        if of is ValueKind.NONE:
            return ()
        simple = plain(value)
        if of is ValueKind.INT and isinstance(simple, int):
            if len(node.pipe.variables) > 1:
                raise CallError(f"can't use {simple} to iterate over more than one variable")
            self.budget.items(simple)
            return [(NO_VALUE, number) for number in range(simple)]
        if of is ValueKind.LIST:
            members = items(value)
            self.budget.items(len(members))
            return list(enumerate(members))
        if of is ValueKind.MAP:
            mapping = entries(value)
            self.budget.items(len(mapping))
            return [(key, mapping[key]) for key in sorted_keys(mapping)]
        raise CallError(f"range can't iterate over {formats.text_of(value, self.budget)}")

    def _set_round(self, pipe: Pipe, mark: int, index: Value, element: Value) -> None:
        """Set the variables of a range. Of two the first is the index; a single one is the
        element."""
        names = pipe.variables
        if not names:
            return
        values = [element] if len(names) == 1 else [index, element]
        if pipe.assigns:
            for name, value in zip(names, values, strict=True):
                self._assign(name, value)
        else:
            self._variables[mark : mark + len(names)] = zip(names, values, strict=True)

    def _call_template(self, node: TemplateCall, dot: Value) -> None:
        self._node = node
        definition = self._definitions.get(node.name)
        if definition is None:
            raise CallError(f'template "{node.name}" not defined')
        data = self._pipe(node.pipe, dot) if node.pipe else NO_VALUE
        self._node = node
        self._template(definition, data)

    def _template(self, definition: Definition, data: Value) -> None:
        self._depth += 1
        if self._depth > self.budget.limits.depth:
            raise LimitError(f"exceeded maximum template depth ({self.budget.limits.depth})")
        outer, variables = self._definition, self._variables
        self._definition, self._variables = definition, [("$", data)]
        self._body(definition.body, data)
        self._definition, self._variables = outer, variables
        self._depth -= 1

    def _print(self, node: Action, value: Value) -> None:
        if type(value) is str:
            self._write(self._safe(value, value), value)
            return
        of = kind(value)
        if of is ValueKind.FUNCTION:
            raise CallError(f"can't print {node.pipe} of type {type_name(value)}")
        if of is ValueKind.NONE:
            # html/template prints nothing here, unlike text/template.
            self._write("" if self._writer else "<no value>")
            return
        text = formats.text_of(value, self.budget)
        self._write(self._safe(value, text), text)

    def _safe(self, value: Value, text: str) -> str:
        """Write a value with the output `text`, escaped for its place."""
        if self._writer:
            return self._writer.value(value, text)
        if isinstance(value, MarkUp):
            return value.printed
        is_html = isinstance(value, Named) and value.name == "template.HTML"
        return text if self.escape is None or is_html else self.escape(text)

    def _write(self, text: str, said: str | None = None) -> None:
        """Write a text. `said` is the text before it was escaped."""
        length = byte_length(text)
        if self._said is not None:
            said = text if said is None else said
            self._said.append(said)
            length = max(length, byte_length(said))
        self._length += length
        if self._length > self.budget.limits.output:
            raise LimitError(f"the output is longer than {self.budget.limits.output} bytes")
        self._out.append(text)

    def _error(self, what: str) -> TemplateError:
        definition, node = self._definition, self._node
        if definition is None or node is None:
            name = definition.name if definition else ""
            return TemplateError(f"template: {name}: {what}", template=name)
        line, column = position(definition.source, node.at)
        return TemplateError(
            f'template: {definition.file}:{line}:{column}: executing "{definition.name}" '
            f"at <{node}>: {what}",
            template=definition.name,
            line=line,
            column=column,
        )
