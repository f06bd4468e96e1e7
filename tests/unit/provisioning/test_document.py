"""Provisioning files are read within limits, and every mistake names its line."""

import time

import pytest

from vedette.provisioning.document import DocumentMapping, Value, read_document
from vedette.provisioning.entry import Entry
from vedette.provisioning.problems import DocumentError, Report


def read(text: str, **environ: str) -> DocumentMapping:
    return read_document(text, environ, Report("file.yaml"))


def fails(text: str) -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        read(text)
    return caught.value


def test_scalars_follow_the_core_schema_so_times_and_words_stay_text() -> None:
    text = "a: 12:30\nb: no\nc: true\nd: 5\ne: 1.5\nf: ~\ng: '5'\nh: 2024-01-01\ni: 0x1F"
    assert read(text) == {
        "a": "12:30", "b": "no", "c": True, "d": 5, "e": 1.5, "f": None, "g": "5",
        "h": "2024-01-01", "i": 31,
    }  # fmt: skip


def test_tags_of_scalars_say_what_they_are() -> None:
    text = "a: !!str 1\nb: !!int '2'\nc: !!bool 'true'\nd: !!null ''\ne: !!float '1.5'"
    assert read(text) == {"a": "1", "b": 2, "c": True, "d": None, "e": 1.5}


def test_an_integer_beyond_64_bits_is_a_float_that_json_can_hold() -> None:
    block = read("a: 18446744073709551615\nb: 18446744073709551616\nc: -9223372036854775809")
    assert block == {"a": 2**64 - 1, "b": float(2**64), "c": float(-(2**63))}
    assert block.written["b"] == "18446744073709551616"


def test_a_bare_list_may_stand_for_the_one_key_that_a_kind_of_file_has() -> None:
    block = read_document("# old\n- a: 1\n", {}, Report("file.yaml"), list_key="items")
    assert (block, block.line, block.lines) == ({"items": [{"a": 1}]}, 2, {"items": 2})


def test_lines_are_kept_for_nested_keys() -> None:
    block = read("apiVersion: 1\nproviders:\n  - name: a\n    type: file\n")
    (provider,) = block["providers"]  # type: ignore[union-attr,misc]
    assert isinstance(provider, DocumentMapping)
    assert (provider.line, provider.lines["type"]) == (3, 4)


def test_anchors_aliases_and_merge_keys_work() -> None:
    block = read("base: &b {x: 1, y: 2}\nuse:\n  <<: *b\n  y: 3\nlist: [*b]")
    assert block["use"] == {"x": 1, "y": 3}
    assert block["list"] == [{"x": 1, "y": 2}]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: 1\nb: [1\n", 2, "Not valid YAML"),
        ("a: 1\na: 2\n", 2, "occurs twice"),
        ("a:\n  - !!python/object/apply:os.system [id]\n", 2, "tag"),
        ("a: !custom 1", 1, "tag"),
        ("- 1\n- 2", 1, "mapping at its top level"),
        ('a: 1\nb: "\\0"', 2, "NUL"),
        ("a: *nothing", 1, "alias"),
        ("a: &x [*x]", 1, "not defined before its use"),
        ("a: " + "[" * 40 + "]" * 40, 1, "more than 32 levels deep"),
        ("a: [" + "1, " * 100_001 + "1]", 1, "more than 100000 values"),
        ("? [a, b]\n: 1", 1, "key must be plain text"),
    ],
)
def test_what_is_not_allowed_is_refused_with_its_line(text: str, line: int, words: str) -> None:
    """Proves T19."""
    error = fails(text)
    assert words in error.message
    assert error.line == line


def test_a_file_over_two_megabytes_is_refused() -> None:
    """Proves T19."""
    assert "larger than" in fails("a: " + "x" * 2_000_001).message


def test_an_alias_bomb_is_refused_before_it_unfolds() -> None:
    """Proves T19."""
    lines = ["a0: &a0 [1,1,1,1,1,1,1,1,1]"]
    lines += [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    start = time.perf_counter()
    error = fails("\n".join(lines))
    assert "more than" in error.message
    assert time.perf_counter() - start < 1


def test_a_second_document_is_named_and_left_out() -> None:
    report = Report("f")
    assert read_document("a: 1\n---\nb: 2", {}, report) == {"a": 1}
    assert [problem.line for problem in report.problems] == [2]


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n", "---\n# only a comment"])
def test_an_empty_file_is_an_empty_mapping(text: str) -> None:
    assert read(text) == {}


class TestExpansion:
    def test_every_form_is_replaced_in_values_only(self, tmp_path: object) -> None:
        block = read("$KEY: $A-${A}-$__env{A}-$$A", A="x", KEY="no")
        assert block == {"$KEY": "x-x-x-$A"}

    def test_a_name_in_braces_may_have_any_characters_where_it_is_set(self) -> None:
        environ = {"my.key": "x", "A-B": "y"}
        assert read("a: ${my.key} ${A-B} ${A-C} ${} $__env{A-B}", **environ) == {
            "a": "x y ${A-C} ${} y"
        }

    def test_a_vault_is_refused_with_its_line(self) -> None:
        error = fails("a: 1\nb: $__vault{a:b}")
        assert (error.line, "$__vault{}" in error.message) == (2, True)

    def test_dollar_signs_that_name_nothing_stay(self) -> None:
        text = r"a: 'trace=(\w+)$'" + "\nb: $${__value.raw}\nc: ${__value.raw}\nd: $1"
        assert read(text) == {
            "a": r"trace=(\w+)$", "b": "${__value.raw}", "c": "${__value.raw}", "d": "$1",
        }  # fmt: skip

    def test_what_is_put_in_is_neither_expanded_again_nor_turned_into_structure(self) -> None:
        assert read("a: $A", A="$B: [1]", B="no") == {"a": "$B: [1]"}

    def test_a_secret_file_is_read_and_trimmed(self, tmp_path) -> None:  # type: ignore[no-untyped-def]
        (tmp_path / "secret").write_text("s3cret\n")
        assert read(f"a: $__file{{{tmp_path}/secret}}") == {"a": "s3cret"}

    def test_a_missing_secret_file_is_an_error_with_its_line(self) -> None:
        assert fails("a: 1\nb: $__file{/nowhere/at/all}").line == 2

    def test_an_unset_variable_is_empty_and_warned_about(self) -> None:
        report = Report("f")
        assert read_document("a: x\nb: $NOPE", {}, report) == {"a": "x", "b": ""}
        assert [(p.severity, p.line) for p in report.problems] == [("warning", 2)]

    @pytest.mark.parametrize(
        ("text", "hint"),
        [
            ("'{{ $labels.host }} is full'", "To use $labels literally, write $$labels."),
            ("'{{ ${labels} }}'", "To use ${labels} literally, write $${labels}."),
            ("$__env{labels}", "The environment variable labels is not set."),
        ],
    )
    def test_a_warning_explains_the_escape_of_a_dollar_sign(self, text: str, hint: str) -> None:
        report = Report("f")
        read_document(f"a: {text}", {}, report)
        [problem] = report.problems
        assert problem.message.endswith(hint)


class TestEntry:
    def entry(self, text: str, **environ: str) -> Entry:
        report = Report("file.yaml")
        return Entry(read_document(text, environ, report), report)

    def test_texts_come_back_as_they_were_written(self) -> None:
        entry = self.entry("password: 00123\nuser: yes\nf: 1.50")
        assert [entry.text(k) for k in ("password", "user", "f")] == ["00123", "yes", "1.50"]

    def test_flags_and_numbers_may_come_from_the_environment(self) -> None:
        entry = self.entry("a: $YES\nb: $PORT\nc: no", YES="true", PORT="5")
        assert self.entry("a: $UNSET").whole("a", default=7) == 7
        with pytest.raises(DocumentError, match="true or false"):
            self.entry("a: $UNSET").flag("a")
        assert (entry.flag("a"), entry.whole("b"), entry.flag("c", default=True)) == (
            True,
            5,
            False,
        )

    @pytest.mark.parametrize(
        ("text", "read"),
        [
            ("a: [1]", lambda e: e.text("a")),
            ("a: maybe", lambda e: e.flag("a")),
            ("a: 1.5", lambda e: e.whole("a")),
            ("a: true", lambda e: e.whole("a")),
            ("a: 0", lambda e: e.whole("a", least=1)),
            ("a: x", lambda e: e.mapping("a")),
            ("a: ''", lambda e: e.required("a")),
        ],
    )
    def test_a_value_of_the_wrong_type_is_an_error(self, text: str, read) -> None:  # type: ignore[no-untyped-def]
        with pytest.raises(DocumentError, match=r"^a "):
            read(self.entry(text))

    def test_one_bad_item_is_reported_and_the_others_are_read(self) -> None:
        entry = self.entry("items:\n  - name: a\n  - nam: b\n  - 5\n  - name: d\n")
        assert entry.each("items", lambda item: item.required("name")) == ["a", "d"]
        assert [(p.line, p.message) for p in entry.report.problems] == [
            (3, "items[2]: name is missing."),
            (1, "items[3] must be a mapping."),
        ]

    def test_unknown_keys_are_warned_about_with_the_nearest_name(self) -> None:
        entry = self.entry("disableDeletion: true\ndisableDeletions: true")
        entry.flag("disableDeletion")
        entry.close()
        (problem,) = entry.report.problems
        assert problem.line == 2
        assert "Did you mean disableDeletion?" in problem.message
        assert problem.severity == "warning"

    def test_other_spellings_are_read(self) -> None:
        assert self.entry("org_id: 3").whole("orgId", "org_id", default=1) == 3


def test_values_are_plain_data() -> None:
    value: Value = read("a: {b: [1, x]}")
    assert value == {"a": {"b": [1, "x"]}}
