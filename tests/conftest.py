"""What holds for every test: only files named test_* are tests."""

from pathlib import Path


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Keep the search for doctests away from helpers, some of which are scripts."""
    helper = collection_path.suffix == ".py" and not collection_path.name.startswith(
        ("test_", "conftest", "__init__")
    )
    return True if helper else None
