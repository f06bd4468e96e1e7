"""The tree of a template. `str()` of a node is its source in Go's normal form."""

from collections.abc import Iterator, Mapping

import msgspec


class Text(msgspec.Struct, frozen=True):
    at: int
    text: str


class Dot(msgspec.Struct, frozen=True):
    at: int

    def __str__(self) -> str:
        return "."


class Nil(msgspec.Struct, frozen=True):
    at: int

    def __str__(self) -> str:
        return "nil"


class Bool(msgspec.Struct, frozen=True):
    at: int
    value: bool

    def __str__(self) -> str:
        return "true" if self.value else "false"


class String(msgspec.Struct, frozen=True):
    at: int
    quoted: str
    value: str

    def __str__(self) -> str:
        return self.quoted


class NumberNode(msgspec.Struct, frozen=True):
    """An untyped constant. `whole` and `real` are its value as int and as float64, if it has one.

    `is_float` means that it is a float64 without a required type.
    """

    at: int
    text: str
    whole: int | None
    real: float | None
    is_float: bool

    def __str__(self) -> str:
        return self.text


class Identifier(msgspec.Struct, frozen=True):
    at: int
    name: str

    def __str__(self) -> str:
        return self.name


class FieldAccess(msgspec.Struct, frozen=True):
    at: int
    names: tuple[str, ...]

    def __str__(self) -> str:
        return "".join(f".{name}" for name in self.names)


class VariableNode(msgspec.Struct, frozen=True):
    """`$x.a.b`; the first name has its `$`."""

    at: int
    names: tuple[str, ...]

    def __str__(self) -> str:
        return ".".join(self.names)


class FieldChain(msgspec.Struct, frozen=True):
    """Fields of the value of a function or of a parenthesized pipeline."""

    at: int
    node: "Operand"
    names: tuple[str, ...]

    def __str__(self) -> str:
        inner = f"({self.node})" if isinstance(self.node, Pipe) else str(self.node)
        return inner + "".join(f".{name}" for name in self.names)


class Command(msgspec.Struct, frozen=True):
    at: int
    operands: tuple["Operand", ...]

    def __str__(self) -> str:
        return " ".join(f"({one})" if isinstance(one, Pipe) else str(one) for one in self.operands)


class Pipe(msgspec.Struct, frozen=True):
    at: int
    variables: tuple[str, ...]
    assigns: bool
    commands: tuple[Command, ...]

    def __str__(self) -> str:
        text = " | ".join(str(command) for command in self.commands)
        if self.variables:
            text = f"{', '.join(self.variables)} {'=' if self.assigns else ':='} {text}"
        return text


Operand = (
    Dot
    | Nil
    | Bool
    | String
    | NumberNode
    | Identifier
    | FieldAccess
    | VariableNode
    | FieldChain
    | Pipe
)


class Action(msgspec.Struct, frozen=True):
    at: int
    pipe: Pipe

    def __str__(self) -> str:
        return f"{{{{{self.pipe}}}}}"


class Branch(msgspec.Struct, frozen=True):
    at: int
    pipe: Pipe
    body: "Body"
    otherwise: "Body"


class If(Branch, frozen=True):
    """`{{if}}`; `{{else if}}` is another one in `otherwise`."""


class With(Branch, frozen=True):
    pass


class Range(Branch, frozen=True):
    pass


class Break(msgspec.Struct, frozen=True):
    at: int


class Continue(msgspec.Struct, frozen=True):
    at: int


class TemplateCall(msgspec.Struct, frozen=True):
    """`{{template "name" pipeline}}`, which also replaces a `{{block}}`."""

    at: int
    name: str
    quoted: str
    pipe: Pipe | None

    def __str__(self) -> str:
        return f"{{{{template {self.quoted}{f' {self.pipe}' if self.pipe else ''}}}}}"


Node = Text | Action | If | With | Range | Break | Continue | TemplateCall
Body = tuple[Node, ...]


class Definition(msgspec.Struct, frozen=True):
    """A named template. `source` is the text of its file, called `file`."""

    name: str
    file: str
    source: str
    body: Body

    @property
    def is_empty(self) -> bool:
        return all(isinstance(node, Text) and not node.text.strip() for node in self.body)


Definitions = Mapping[str, Definition]


def calls(body: Body) -> Iterator[str]:
    """Return the names of all `{{template}}` actions at any depth."""
    for node in body:
        if isinstance(node, TemplateCall):
            yield node.name
        elif isinstance(node, Branch):
            yield from calls(node.body)
            yield from calls(node.otherwise)
