"""Writes the documents that are generated from the code: `python -m scripts.reference`."""

from pathlib import Path

from vedette.server.sections import ALL_SECTIONS
from vedette.settings.document import ini_text, markdown

ROOT = Path(__file__).parents[1]


def documents() -> dict[str, str]:
    """Text by path below the repository."""
    return {
        "vedette.ini": ini_text(ALL_SECTIONS),
        "docs/reference/configuration.md": markdown(ALL_SECTIONS),
    }


def main() -> None:
    for name, text in documents().items():
        file = ROOT / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


if __name__ == "__main__":
    main()
