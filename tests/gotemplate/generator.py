"""Random templates over the data of the cases, the same for the same seed."""

from random import Random

from tests.gotemplate.case import Case

_SPOILED = 8
"""One in so many texts is broken somewhere."""
_MARKS = ["{{", "}}", "(", ")", "|", "$", ".", '"', "`", " ", "-", ":=", "end", "else", "1", ","]

_INTS = [".n", ".zero", ".neg", "3", "-1", "0x1f", "'a'", ".alert.Count", ".map.a", "(len .list)"]
_FLOATS = [".pi", ".whole", ".tiny", "1.5", "2e3", ".alert.Ratio", ".nan", ".large"]
_STRINGS = [
    ".name",
    ".empty",
    ".text",
    ".markup",
    ".lines",
    '"lit\\n"',
    "`raw`",
    ".alert.Status",
    ".labels.job",
    ".alert.Name",
    "(index .words 1)",
]
_LISTS = [".list", ".mixed", ".none", ".words", ".map.c.d", "(slice .list 1)", "(list 1 `a`)"]
_MAPS = [".map", ".labels", ".strings", ".nomap", ".map.c", "(index .mixed 6)"]
_OTHERS = [".nil", ".missing", ".yes", ".no", ".time", ".duration", ".alert", "true", "$", "$.n"]
_FORMATS = ["%v", "%d", "%s", "%q", "%5.2f", "%x", "%-6v|", "%06d", "%t", "%+v", "%T", "%e", "%%"]


class _Writer:
    def __init__(self, random: Random) -> None:
        self._random = random
        self._variables: list[str] = []
        self._names = 0
        self._loops = 0

    def text(self) -> str:
        text = self._body(3)
        if self._chance(4):
            text = f'{{{{define "sub"}}}}<{self._sub()}>{{{{end}}}}{text}'
            text += f'{{{{template "sub" {self._any(1)}}}}}'
        return text

    def _sub(self) -> str:
        return self._random.choice(
            ["{{.}}", "{{printf `%v` .}}", "{{with .}}{{.}}{{end}}", "{{$}}"]
        )

    def _chance(self, one_in: int) -> bool:
        return self._random.randrange(one_in) == 0

    def _body(self, depth: int) -> str:
        return "".join(self._piece(depth) for _ in range(self._random.randint(1, 4)))

    def _piece(self, depth: int) -> str:
        kinds = ["text", "print", "print", "declare", "assign"]
        if depth:
            kinds += ["if", "with", "range", "range"]
        if self._loops:
            kinds.append("leave")
        return {
            "text": self._literal,
            "print": lambda: self._action(self._pipeline(2)),
            "declare": self._declare,
            "assign": self._assign,
            "if": lambda: self._if(depth),
            "with": lambda: self._with(depth),
            "range": lambda: self._range(depth),
            "leave": self._leave,
        }[self._random.choice(kinds)]()

    def _literal(self) -> str:
        return self._random.choice(["a", " b ", "\n", " \n c", "é", "}", "x{y"])

    def _action(self, inside: str) -> str:
        left = "{{- " if self._chance(6) else "{{"
        right = " -}}" if self._chance(6) else "}}"
        return f"{left}{inside}{right}"

    def _declare(self) -> str:
        self._names += 1
        value = self._pipeline(1)
        name = f"$v{self._names}"
        self._variables.append(name)
        return self._action(f"{name} := {value}")

    def _assign(self) -> str:
        if not self._variables:
            return self._declare()
        return self._action(f"{self._random.choice(self._variables)} = {self._pipeline(1)}")

    def _scoped(self, depth: int) -> str:
        mark = len(self._variables)
        body = self._body(depth - 1)
        del self._variables[mark:]
        return body

    def _if(self, depth: int) -> str:
        text = self._action(f"if {self._condition()}") + self._scoped(depth)
        if self._chance(3):
            text += self._action(f"else if {self._condition()}") + self._scoped(depth)
        if self._chance(2):
            text += self._action("else") + self._scoped(depth)
        return text + self._action("end")

    def _with(self, depth: int) -> str:
        text = self._action(
            f"with $ := {self._any(1)}" if self._chance(9) else f"with {self._any(1)}"
        )
        text += self._random.choice(["{{.}}", "{{$.n}}", "{{printf `%v` .}}"])
        if self._chance(2):
            text += self._action("else") + self._scoped(depth)
        return text + self._action("end")

    def _range(self, depth: int) -> str:
        self._names += 1
        key, value = f"$k{self._names}", f"$e{self._names}"
        names = self._random.choice(["", f"{value} := ", f"{key}, {value} := "])
        over = self._random.choice([*_LISTS, *_MAPS, "3", ".n", ".nil", ".name"])
        mark = len(self._variables)
        if names:
            self._variables.append(value)
        text = self._action(f"range {names}{over}")
        text += self._random.choice(["{{.}},", "", "{{$.name}}"])
        if names:
            text += f"{{{{{value}}}}};"
        if key in names:
            text += f"{{{{{key}}}}}:"
        self._loops += 1
        if self._chance(3):
            text += self._leave()
        if self._chance(4):
            text += f"{{{{with $}}}}{self._scoped(depth)}{{{{end}}}}"
        self._loops -= 1
        del self._variables[mark:]
        if self._chance(3):
            text += self._action("else") + self._scoped(depth)
        return text + self._action("end")

    def _leave(self) -> str:
        word = self._random.choice(["break", "continue"])
        return f"{{{{if {self._condition()}}}}}{{{{{word}}}}}{{{{end}}}}"

    def _condition(self) -> str:
        kind = self._random.randrange(5)
        if kind == 0:
            return self._any(1)
        if kind == 1:
            return f"not {self._any(1)}"
        if kind == 2:
            return f"{self._random.choice(['and', 'or'])} {self._any(1)} {self._any(1)}"
        values = self._random.choice([self._int, self._float, self._string])
        operator = self._random.choice(["eq", "ne", "lt", "le", "gt", "ge"])
        return f"{operator} {values(1)} {values(1)}"

    def _pipeline(self, depth: int) -> str:
        text = self._any(depth)
        if text.startswith("(") and text.endswith(")") and self._chance(2):
            text = text[1:-1] if text.count("(") == 1 else text
        while self._chance(3):
            text += " | " + self._random.choice(
                ["print", "len", "html", "js", "urlquery", "printf `%q`", "not", "any", "println",
                 "eq 1", "upper", "index .list", "join `-` `x`", "printf `%s%v` 1"]
            )  # fmt: skip
        return text

    def _any(self, depth: int) -> str:
        if self._chance(25):
            return self._random.choice([".name.x", ".nil.x", "fail", "nil", ".alert.No", ".n.x"])
        if self._variables and self._chance(4):
            return self._random.choice(self._variables)
        makers = [self._int, self._float, self._string, self._list, self._map, self._other]
        return self._random.choice(makers)(depth)

    def _int(self, depth: int) -> str:
        if depth and self._chance(3):
            return f"(add {self._int(depth - 1)} {self._int(depth - 1)})"
        return self._random.choice(_INTS)

    def _float(self, depth: int) -> str:
        if depth and self._chance(3):
            return f"(half {self._float(depth - 1)})"
        return self._random.choice(_FLOATS)

    def _string(self, depth: int) -> str:
        if depth and self._chance(2):
            wanted = "".join(self._random.choice(_FORMATS) for _ in range(2))
            return self._random.choice(
                [
                    f"(printf `{wanted}` {self._any(depth - 1)} {self._any(depth - 1)})",
                    f"(print {self._any(depth - 1)} {self._any(depth - 1)})",
                    f"(upper {self._string(depth - 1)})",
                    f"(slice {self._string(depth - 1)} 0 2)",
                    f"(html {self._any(depth - 1)})",
                ]
            )
        return self._random.choice(_STRINGS)

    def _list(self, depth: int) -> str:
        return self._random.choice(_LISTS)

    def _map(self, depth: int) -> str:
        return self._random.choice(_MAPS)

    def _other(self, depth: int) -> str:
        return self._random.choice(_OTHERS)


def generated(seed: int, count: int) -> list[Case]:
    random = Random(seed)
    cases = []
    for _ in range(count):
        text = _Writer(random).text()
        if random.randrange(_SPOILED) == 0:
            at = random.randrange(len(text) + 1)
            keep = at + random.randrange(3)
            text = text[:at] + random.choice([*_MARKS, ""]) + text[keep:]
        cases.append(Case(text, missing_key=random.choice(["default", "default", "zero", "error"])))
    return cases
