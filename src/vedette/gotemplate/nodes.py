"""The tree of a template. `str()` of a node is its source in Go's normal form."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Dot:
    at: int

    def __str__(self) -> str:
        return "."


@dataclass(frozen=True, slots=True)
class Nil:
    at: int

    def __str__(self) -> str:
        return "nil"


@dataclass(frozen=True, slots=True)
class Bool:
    at: int
    value: bool

    def __str__(self) -> str:
        return "true" if self.value else "false"


@dataclass(frozen=True, slots=True)
class String:
    at: int
    quoted: str
    value: str

    def __str__(self) -> str:
        return self.quoted


@dataclass(frozen=True, slots=True)
class Number:
    """An untyped constant. `whole` and `real` are its value as int and as float64, where it has
    one; `is_float` when it is a float64 wherever the type is open."""

    at: int
    text: str
    whole: int | None
    real: float | None
    is_float: bool

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Identifier:
    at: int
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Field:
    at: int
    names: tuple[str, ...]

    def __str__(self) -> str:
        return "".join(f".{name}" for name in self.names)


@dataclass(frozen=True, slots=True)
class Variable:
    """`$x.a.b`; the first name has its `$`."""

    at: int
    names: tuple[str, ...]

    def __str__(self) -> str:
        return ".".join(self.names)


@dataclass(frozen=True, slots=True)
class Chain:
    """Fields of a function's or a parenthesised pipeline's value."""

    at: int
    node: "Operand"
    names: tuple[str, ...]

    def __str__(self) -> str:
        inner = f"({self.node})" if isinstance(self.node, Pipe) else str(self.node)
        return inner + "".join(f".{name}" for name in self.names)


@dataclass(frozen=True, slots=True)
class Command:
    at: int
    operands: tuple["Operand", ...]

    def __str__(self) -> str:
        return " ".join(f"({one})" if isinstance(one, Pipe) else str(one) for one in self.operands)


@dataclass(frozen=True, slots=True)
class Pipe:
    at: int
    variables: tuple[str, ...]
    assigns: bool
    commands: tuple[Command, ...]

    def __str__(self) -> str:
        text = " | ".join(str(command) for command in self.commands)
        if self.variables:
            text = f"{', '.join(self.variables)} {'=' if self.assigns else ':='} {text}"
        return text


Operand = Dot | Nil | Bool | String | Number | Identifier | Field | Variable | Chain | Pipe


@dataclass(frozen=True, slots=True)
class Action:
    at: int
    pipe: Pipe

    def __str__(self) -> str:
        return f"{{{{{self.pipe}}}}}"


@dataclass(frozen=True, slots=True)
class Branch:
    at: int
    pipe: Pipe
    body: "Body"
    otherwise: "Body"


class If(Branch):
    """`{{if}}`; `{{else if}}` is another one in `otherwise`."""

    __slots__ = ()


class With(Branch):
    __slots__ = ()


class Range(Branch):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Break:
    at: int


@dataclass(frozen=True, slots=True)
class Continue:
    at: int


@dataclass(frozen=True, slots=True)
class Call:
    """`{{template "name" pipeline}}`, and what is left in place of a `{{block}}`."""

    at: int
    name: str
    quoted: str
    pipe: Pipe | None

    def __str__(self) -> str:
        return f"{{{{template {self.quoted}{f' {self.pipe}' if self.pipe else ''}}}}}"


Node = Text | Action | If | With | Range | Break | Continue | Call
Body = tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Definition:
    """One named template. `source` is the text of the file it stands in, called `file`."""

    name: str
    file: str
    source: str
    body: Body

    @property
    def is_empty(self) -> bool:
        return all(isinstance(node, Text) and not node.text.strip() for node in self.body)


Definitions = Mapping[str, Definition]
