"""Parses tokens into pipelines, the part of an action that is evaluated."""

from collections.abc import Container, Iterable

from vedette.gotemplate.constants import BadConstant, character, number, unquote
from vedette.gotemplate.errors import TemplateError
from vedette.gotemplate.lexer import Lexer, TemplateToken, TokenKind
from vedette.gotemplate.nodes import (
    Bool,
    Command,
    Dot,
    FieldAccess,
    FieldChain,
    Identifier,
    Nil,
    NumberNode,
    Operand,
    Pipe,
    String,
    VariableNode,
)

MAX_NESTING = 50
"""The maximum nesting of control structures and parentheses."""
_OPERAND_STARTS = frozenset(
    {
        TokenKind.BOOL,
        TokenKind.CHARACTER,
        TokenKind.DOT,
        TokenKind.FIELD,
        TokenKind.WORD,
        TokenKind.NUMBER,
        TokenKind.RAW,
        TokenKind.STRING,
        TokenKind.VARIABLE,
        TokenKind.OPEN,
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
        self._ahead: list[TemplateToken] = []
        self._known = ["$", *variables]
        self._nesting = 0

    def _pipeline(self, context: str, end: TokenKind) -> Pipe:
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

    def _check(self, end: TemplateToken, commands: list[Command], context: str) -> None:
        if not commands:
            raise self._error(end, f"missing value for {context}")
        for stage, command in enumerate(commands[1:], 2):
            if isinstance(command.operands[0], Bool | Dot | Nil | NumberNode | String):
                raise self._error(end, f"non executable command in pipeline stage {stage}")

    def _declaration(self, context: str) -> tuple[tuple[str, ...], bool]:
        names: list[str] = []
        while True:
            token = self._peek_solid()
            if token.kind is not TokenKind.VARIABLE:
                return (), False
            self._next()
            spaces = [self._next()] if self._peek().kind is TokenKind.SPACE else []
            following = self._peek()
            if following.kind in (TokenKind.DECLARE, TokenKind.ASSIGN):
                self._next()
                names.append(token.text)
                # Declared immediately, as in Go: a use in its own pipeline fails at execution.
                self._known.extend(names)
                return tuple(names), following.kind is TokenKind.ASSIGN
            if following.text == "," and following.kind is TokenKind.SIGN:
                self._next()
                names.append(token.text)
                if context != "range" or len(names) > 1:
                    raise self._error(token, f"too many declarations in {context}")
                if self._peek_solid().kind is not TokenKind.VARIABLE:
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
            if token.kind is TokenKind.SPACE:
                continue
            if token.kind in (TokenKind.RIGHT, TokenKind.CLOSE):
                self._ahead.append(token)
            elif token.kind is not TokenKind.PIPE:
                raise self._unexpected(token, "operand")
            break
        if not operands:
            raise self._error(token, "empty command")
        return Command(at, tuple(operands))

    def _operand(self) -> Operand | None:
        term = self._term()
        if term is None or self._peek().kind is not TokenKind.FIELD:
            return term
        at = self._peek().at
        names = []
        while self._peek().kind is TokenKind.FIELD:
            names.append(self._next().text[1:])
        if isinstance(term, FieldAccess):
            return FieldAccess(at, term.names + tuple(names))
        if isinstance(term, VariableNode):
            return VariableNode(at, term.names + tuple(names))
        if isinstance(term, Bool | String | NumberNode | Nil | Dot):
            raise self._lexer.error(at, f"unexpected . after term {_quoted(str(term))}")
        return FieldChain(at, term, tuple(names))

    def _term(self) -> Operand | None:
        token = self._next_solid()
        at, text = token.at, token.text
        match token.kind:
            case TokenKind.WORD:
                if text not in self._functions:
                    raise self._error(token, f'function "{text}" not defined')
                return Identifier(at, text)
            case TokenKind.DOT:
                return Dot(at)
            case TokenKind.KEYWORD if text == "nil":
                return Nil(at)
            case TokenKind.VARIABLE:
                self._check_known(token)
                return VariableNode(at, (text,))
            case TokenKind.FIELD:
                return FieldAccess(at, (text[1:],))
            case TokenKind.BOOL:
                return Bool(at, text == "true")
            case TokenKind.CHARACTER | TokenKind.NUMBER:
                return self._number(token)
            case TokenKind.STRING | TokenKind.RAW:
                return self._string(token)
            case TokenKind.OPEN:
                self._nesting += 1
                if self._nesting > MAX_NESTING:
                    raise self._error(token, f"more than {MAX_NESTING} nested parentheses")
                pipe = self._pipeline("parenthesized pipeline", TokenKind.CLOSE)
                self._nesting -= 1
                return pipe
        self._ahead.append(token)
        return None

    def _number(self, token: TemplateToken) -> NumberNode:
        try:
            if token.kind is TokenKind.CHARACTER:
                return character(token.at, token.text)
            return number(token.at, token.text)
        except BadConstant as error:
            raise self._error(token, str(error)) from None

    def _string(self, token: TemplateToken) -> String:
        try:
            return String(token.at, token.text, unquote(token.text))
        except BadConstant as error:
            raise self._error(token, str(error)) from None

    def _check_known(self, token: TemplateToken) -> None:
        if token.text not in self._known:
            raise self._error(token, f'undefined variable "{token.text}"')

    def _next(self) -> TemplateToken:
        return self._ahead.pop() if self._ahead else next(self._tokens)

    def _peek(self) -> TemplateToken:
        if not self._ahead:
            self._ahead.append(next(self._tokens))
        return self._ahead[-1]

    def _next_solid(self) -> TemplateToken:
        self._peek_solid()
        return self._next()

    def _peek_solid(self) -> TemplateToken:
        while self._peek().kind is TokenKind.SPACE:
            self._next()
        return self._peek()

    def _expect(self, kind: TokenKind, context: str) -> TemplateToken:
        token = self._next_solid()
        if token.kind is not kind:
            raise self._unexpected(token, context)
        return token

    def _unexpected(self, token: TemplateToken, context: str) -> TemplateError:
        return self._error(token, f"unexpected {_shown(token)} in {context}")

    def _error(self, token: TemplateToken, what: str) -> TemplateError:
        return self._lexer.error(token.at, what)


def _shown(token: TemplateToken) -> str:
    if token.kind is TokenKind.END:
        return "EOF"
    if token.kind in (TokenKind.KEYWORD, TokenKind.DOT):
        return f"<{token.text}>"
    if len(token.text) > 10:
        return f"{_quoted(token.text[:10])}..."
    return _quoted(token.text)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
