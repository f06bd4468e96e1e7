"""Reads tokens into pipelines: the part of an action that is evaluated."""

from collections.abc import Container, Iterable

from vedette.gotemplate.constants import BadConstant, character, number, unquote
from vedette.gotemplate.errors import TemplateError
from vedette.gotemplate.lexer import Kind, Lexer, Token
from vedette.gotemplate.nodes import (
    Bool,
    Chain,
    Command,
    Dot,
    Field,
    Identifier,
    Nil,
    Number,
    Operand,
    Pipe,
    String,
    Variable,
)

MAX_NESTING = 50
"""Control structures and parentheses inside one another."""
_OPERAND_STARTS = frozenset(
    {
        Kind.BOOL,
        Kind.CHARACTER,
        Kind.DOT,
        Kind.FIELD,
        Kind.WORD,
        Kind.NUMBER,
        Kind.RAW,
        Kind.STRING,
        Kind.VARIABLE,
        Kind.OPEN,
    }
)


class PipelineParser:
    def __init__(
        self, name: str, text: str, functions: Container[str], variables: Iterable[str]
    ) -> None:
        self._name = name
        self._text = text
        self._functions = functions
        self._lexer = Lexer(name, text, functions)
        self._tokens = iter(self._lexer)
        self._ahead: list[Token] = []
        self._known = ["$", *variables]
        self._nesting = 0

    def _pipeline(self, context: str, end: Kind) -> Pipe:
        at = self._peek_solid().at
        variables, assigns = self._declaration(context)
        commands: list[Command] = []
        while True:
            token = self._next_solid()
            if token.kind is end:
                self._check(token, commands, context)
                return Pipe(at, variables, assigns, tuple(commands))
            if token.kind not in _OPERAND_STARTS and token.text != "nil":
                raise self._unexpected(token, context)
            self._ahead.append(token)
            commands.append(self._command())

    def _check(self, end: Token, commands: list[Command], context: str) -> None:
        if not commands:
            raise self._error(end, f"missing value for {context}")
        for stage, command in enumerate(commands[1:], 2):
            if isinstance(command.operands[0], Bool | Dot | Nil | Number | String):
                raise self._error(end, f"non executable command in pipeline stage {stage}")

    def _declaration(self, context: str) -> tuple[tuple[str, ...], bool]:
        names: list[str] = []
        while True:
            token = self._peek_solid()
            if token.kind is not Kind.VARIABLE:
                return (), False
            self._next()
            spaces = [self._next()] if self._peek().kind is Kind.SPACE else []
            following = self._peek()
            if following.kind in (Kind.DECLARE, Kind.ASSIGN):
                self._next()
                names.append(token.text)
                # Known at once, as in Go: used in its own pipeline it fails in execution.
                self._known.extend(names)
                return tuple(names), following.kind is Kind.ASSIGN
            if following.text == "," and following.kind is Kind.SIGN:
                self._next()
                names.append(token.text)
                if context != "range" or len(names) > 1:
                    raise self._error(token, f"too many declarations in {context}")
                if self._peek_solid().kind is not Kind.VARIABLE:
                    raise self._error(token, "range can only initialize variables")
                continue
            if names:
                raise self._error(following, f"missing := in {context}")
            self._ahead.extend([*reversed(spaces), token])
            return (), False

    def _command(self) -> Command:
        at = self._peek_solid().at
        operands: list[Operand] = []
        while True:
            self._peek_solid()
            operand = self._operand()
            if operand is not None:
                operands.append(operand)
            token = self._next()
            if token.kind is Kind.SPACE:
                continue
            if token.kind in (Kind.RIGHT, Kind.CLOSE):
                self._ahead.append(token)
            elif token.kind is not Kind.PIPE:
                raise self._unexpected(token, "operand")
            break
        if not operands:
            raise self._error(token, "empty command")
        return Command(at, tuple(operands))

    def _operand(self) -> Operand | None:
        term = self._term()
        if term is None or self._peek().kind is not Kind.FIELD:
            return term
        at = self._peek().at
        names = []
        while self._peek().kind is Kind.FIELD:
            names.append(self._next().text[1:])
        if isinstance(term, Field):
            return Field(at, term.names + tuple(names))
        if isinstance(term, Variable):
            return Variable(at, term.names + tuple(names))
        if isinstance(term, Bool | String | Number | Nil | Dot):
            raise self._lexer.error(at, f"unexpected . after term {_quoted(str(term))}")
        return Chain(at, term, tuple(names))

    def _term(self) -> Operand | None:
        token = self._next_solid()
        at, text = token.at, token.text
        match token.kind:
            case Kind.WORD:
                if text not in self._functions:
                    raise self._error(token, f'function "{text}" not defined')
                return Identifier(at, text)
            case Kind.DOT:
                return Dot(at)
            case Kind.KEYWORD if text == "nil":
                return Nil(at)
            case Kind.VARIABLE:
                self._check_known(token)
                return Variable(at, (text,))
            case Kind.FIELD:
                return Field(at, (text[1:],))
            case Kind.BOOL:
                return Bool(at, text == "true")
            case Kind.CHARACTER | Kind.NUMBER:
                return self._number(token)
            case Kind.STRING | Kind.RAW:
                return self._string(token)
            case Kind.OPEN:
                self._nesting += 1
                if self._nesting > MAX_NESTING:
                    raise self._error(token, f"more than {MAX_NESTING} nested parentheses")
                pipe = self._pipeline("parenthesized pipeline", Kind.CLOSE)
                self._nesting -= 1
                return pipe
        self._ahead.append(token)
        return None

    def _number(self, token: Token) -> Number:
        try:
            if token.kind is Kind.CHARACTER:
                return character(token.at, token.text)
            return number(token.at, token.text)
        except BadConstant as error:
            raise self._error(token, str(error)) from None

    def _string(self, token: Token) -> String:
        try:
            return String(token.at, token.text, unquote(token.text))
        except BadConstant as error:
            raise self._error(token, str(error)) from None

    def _check_known(self, token: Token) -> None:
        if token.text not in self._known:
            raise self._error(token, f'undefined variable "{token.text}"')

    def _next(self) -> Token:
        return self._ahead.pop() if self._ahead else next(self._tokens)

    def _peek(self) -> Token:
        if not self._ahead:
            self._ahead.append(next(self._tokens))
        return self._ahead[-1]

    def _next_solid(self) -> Token:
        self._peek_solid()
        return self._next()

    def _peek_solid(self) -> Token:
        while self._peek().kind is Kind.SPACE:
            self._next()
        return self._peek()

    def _expect(self, kind: Kind, context: str) -> Token:
        token = self._next_solid()
        if token.kind is not kind:
            raise self._unexpected(token, context)
        return token

    def _unexpected(self, token: Token, context: str) -> TemplateError:
        return self._error(token, f"unexpected {_shown(token)} in {context}")

    def _error(self, token: Token, what: str) -> TemplateError:
        return self._lexer.error(token.at, what)


def _shown(token: Token) -> str:
    if token.kind is Kind.END:
        return "EOF"
    if token.kind in (Kind.KEYWORD, Kind.DOT):
        return f"<{token.text}>"
    if len(token.text) > 10:
        return f"{_quoted(token.text[:10])}..."
    return _quoted(token.text)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
