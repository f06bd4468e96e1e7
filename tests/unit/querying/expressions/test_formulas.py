"""The language of math expressions: what it reads, what it refuses and where."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.querying.expressions.math.lexer import MAX_LENGTH, FormulaError
from vedette.querying.expressions.math.parser import (
    LEVELS,
    MAX_DEPTH,
    Constant,
    FunctionCall,
    Node,
    OperatorChain,
    Power,
    Reference,
    Sign,
    parse,
    references,
)

NAMES = st.text(
    st.characters(categories=("L", "N", "Zs"), include_characters="_-."), min_size=1, max_size=8
)
LEAVES = st.one_of(
    st.floats(0, 1e300, allow_nan=False).map(Constant),
    NAMES.map(lambda name: Reference(name, 0)),
    st.just(Constant(math.inf)),
    st.just(Constant(None)),
)


def larger(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    level = st.sampled_from(LEVELS)
    chain = level.flatmap(
        lambda operators: st.builds(
            lambda first, rest: OperatorChain(first, tuple(rest)),
            inner,
            st.lists(st.tuples(st.sampled_from(operators), inner), min_size=1, max_size=3),
        )
    )
    return st.one_of(
        chain,
        st.builds(Power, inner, inner),
        st.builds(Sign, st.sampled_from(["-", "!"]), inner),
        st.builds(FunctionCall, st.sampled_from(["abs", "round", "is_null"]), inner),
    )


def written(node: Node) -> str:
    """Every part in brackets of its own."""
    match node:
        case Constant(None):
            return "null()"
        case Constant(value):
            return "inf()" if value == math.inf else repr(value)
        case Reference(ref_id):
            return f"${{{ref_id}}}"
        case Sign(operator, operand):
            return f"{operator}({written(operand)})"
        case FunctionCall(name, argument):
            return f"{name}({written(argument)})"
        case Power(base, exponent):
            return f"({written(base)}) ** ({written(exponent)})"
        case OperatorChain(first, rest):
            parts = [f" {operator} ({written(each)})" for operator, each in rest]
            return f"({written(first)}){''.join(parts)}"


def placeless(node: Node) -> Node:
    match node:
        case Reference(ref_id):
            return Reference(ref_id, 0)
        case Sign(operator, operand):
            return Sign(operator, placeless(operand))
        case FunctionCall(name, argument):
            return FunctionCall(name, placeless(argument))
        case Power(base, exponent):
            return Power(placeless(base), placeless(exponent))
        case OperatorChain(first, rest):
            return OperatorChain(placeless(first), tuple((o, placeless(each)) for o, each in rest))
        case _:
            return node


@given(st.recursive(LEAVES, larger, max_leaves=12))
def test_what_is_written_is_read_as_it_was_meant(node: Node):
    assert placeless(parse(written(node))) == node


@given(st.text(alphabet="$A{} 0x1.e+-*/%<>=!&|(),abslogn_", max_size=40))
def test_any_text_is_read_or_refused_with_a_place_inside_it(text: str):
    try:
        parse(text)
    except FormulaError as error:
        assert 1 <= error.position <= len(text) + 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2.24", 2.24),
        ("072", 58),
        ("0", 0),
        ("0.5", 0.5),
        ("09", 9),
        ("0x2A", 42),
        ("12e2", 1200),
        ("1.5E-3", 0.0015),
        (".5", 0.5),
    ],
)
def test_numbers_are_decimal_octal_hexadecimal_or_with_exponent(text: str, value: float):
    assert parse(text) == Constant(value)


def test_references_are_names_or_anything_between_braces():
    node = parse("$A + ${A} + ${my query} * $B_2")
    assert list(references(node)) == ["A", "my query", "B_2"]


@pytest.mark.parametrize(
    ("text", "bracketed"),
    [
        ("1 + 2 * 3", "1 + (2 * 3)"),
        ("1 - 2 - 3", "(1 - 2) - 3"),
        ("2 ** 3 ** 2", "2 ** (3 ** 2)"),
        ("2 * 3 ** 2", "2 * (3 ** 2)"),
        ("-2 ** 2", "(-2) ** 2"),
        ("2 ** -1", "2 ** (-1)"),
        ("1 + 2 > 2 && 0 || 1", "(((1 + 2) > 2) && 0) || 1"),
        ("!$A == 1", "(!$A) == 1"),
        ("1 || 0 && 0", "1 || (0 && 0)"),
    ],
)
def test_operators_bind_as_in_mathematics(text: str, bracketed: str):
    from vedette.querying.expressions.math.evaluate import evaluate
    from vedette.querying.expressions.values import Number, Variable

    known = {"A": Variable((Number({}, 0.0),))}
    left, right = (evaluate("X", parse(each), known, 100).items for each in (text, bracketed))
    assert left == right


@pytest.mark.parametrize(
    ("text", "position", "says"),
    [
        ("", 1, "empty"),
        ("$A +", 5, "a value is missing before the end"),
        ("$A + * 2", 6, "a value is missing before '*'"),
        ("$A $B", 4, "unexpected '$B' after the end of the formula"),
        ("($A + 1", 8, "the '(' at position 1 is not closed"),
        ("$", 1, "'$' is not followed by a refId"),
        ("${A", 1, "without a closing '}'"),
        ("$A = 1", 4, "did you mean '=='"),
        ("sqrt($A)", 1, "'sqrt' is not a function"),
        ("A + 1", 1, "references start with '$'"),
        ("abs()", 5, "takes one argument"),
        ("abs($A, 1)", 7, "is not closed before ','"),
        ("nan(1)", 5, "is not closed before '1'"),
        ("1 + 2x", 5, "'2x' is not a number"),
        ("$A ; $B", 4, "';' is not allowed here"),
    ],
)
def test_errors_are_reported_with_their_place(text: str, position: int, says: str):
    with pytest.raises(FormulaError) as failure:
        parse(text)
    assert (failure.value.position, says in failure.value.text) == (position, True), failure.value


@pytest.mark.parametrize(
    "text",
    [
        "(" * 500 + "1" + ")" * 500,
        "-" * 500 + "1",
        "2 ** " * 500 + "2",
        "abs(" * 51 + "1" + ")" * 51,
    ],
)
def test_deep_formulas_are_refused_before_they_harm(text: str):
    """Proves T56."""
    with pytest.raises(FormulaError, match=f"more than {MAX_DEPTH} levels deep"):
        parse(text)


def test_a_formula_may_be_as_deep_as_the_limit_and_a_sum_as_long_as_people_write():
    parse("(" * MAX_DEPTH + "1" + ")" * MAX_DEPTH)
    parse(" + ".join(["$A"] * 400))


def test_long_formulas_are_refused():
    with pytest.raises(FormulaError, match="more than 1,000 parts"):
        parse(" + ".join(["1"] * 600))
    with pytest.raises(FormulaError, match="longer than 10,000 characters"):
        parse(" " * (MAX_LENGTH + 1))
