"""Names of series stay short, whatever their template and labels: T09."""

import pytest

from vedette.sdk.names import MOST_NAME, BadLegend, cut, label_template


@pytest.mark.parametrize(
    ("template", "labels", "name"),
    [
        ("{{a}}", {"a": "x"}, "x"),
        ("{{ a }} on {{b}}!", {"a": "x"}, "x on !"),
        ("plain", {}, "plain"),
        ("{{}}{{{a}}}", {"a": "x"}, "{{}}{x}"),
    ],
)
def test_a_template_is_filled_with_labels(template: str, labels: dict[str, str], name: str) -> None:
    assert label_template(template)(labels) == name


@pytest.mark.parametrize(
    "template", ["{{a}}" * 50, "x" * 10_000, "x{{a}}" * 50, "{{a}}" + "x" * 9_000]
)
def test_a_name_is_cut_where_labels_make_it_long(template: str) -> None:
    """T09: Each series has a name; what is multiplied is small."""
    name = label_template(template)({"a": "y" * 10**6})
    assert len(name) == MOST_NAME + 3
    assert name.endswith("...")


@pytest.mark.parametrize("template", ["{{instance}}" * 1_000, "{{a}}" * 51, "x" * 10_001])
def test_a_template_that_is_no_name_is_refused(template: str) -> None:
    """T09: A legend repeated a thousand times is refused before any source is asked."""
    with pytest.raises(BadLegend, match="The limit is"):
        label_template(template)


def test_a_short_name_stays() -> None:
    assert cut("a" * MOST_NAME) == "a" * MOST_NAME
