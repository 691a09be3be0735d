"""Who may import whom.  Arrows run one way, so that each part can be read alone."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STANDARD = frozenset(sys.stdlib_module_names)


def imports(path, *, top_level_only=False):
    """Absolute names of the modules that a file imports."""
    package = path.relative_to(ROOT / "src" if "src" in path.parts else ROOT).parent
    tree = ast.parse(path.read_text("utf-8"))
    nodes = tree.body if top_level_only else ast.walk(tree)
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            up = package.parts[: len(package.parts) - node.level + 1]
            base = ".".join((*up, *filter(None, [node.module]))) if node.level else ""
            base = base or node.module
            yield base
            if node.level and not node.module:
                yield from (f"{base}.{alias.name}" for alias in node.names)


def files(folder):
    found = sorted((ROOT / folder).rglob("*.py"))
    assert found, f"no Python files under {folder}"
    return found


def offenders(folder, allowed, **how):
    return [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in files(folder)
        for name in imports(path, **how)
        if not allowed(name)
    ]


def ours(name):
    return name.split(".")[0] in ("intensity", "autograder", "tools", "tests")


def test_the_library_imports_nothing_of_ours():
    assert not offenders(
        "src/intensity", lambda n: not ours(n) or n.startswith("intensity")
    )


def test_importing_the_library_needs_the_standard_library_only():
    def light(path):
        return path.parent.name != "plot"

    found = [
        f"{path.name} imports {name}"
        for path in filter(light, files("src/intensity"))
        for name in imports(path, top_level_only=True)
        if name.split(".")[0] not in STANDARD | {"intensity"}
    ]
    assert not found


@pytest.mark.parametrize("heavy", ["numpy", "matplotlib"])
def test_importing_the_library_loads_no_array_or_drawing_code(heavy):
    import subprocess

    code = f"import sys, intensity; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_claim_reader_needs_the_standard_library_and_names_only():
    def allowed(name):
        return (
            name.split(".")[0] in STANDARD
            or name.startswith("autograder.reading")
            or name in ("intensity.names", "intensity.language")
        )

    assert not offenders("autograder/reading", allowed)


def test_checks_know_nothing_of_execution_or_grading():
    assert not offenders(
        "autograder/checks",
        lambda n: (
            not n.startswith(
                ("autograder.execution", "autograder.grading", "autograder.commands")
            )
        ),
    )


def test_the_untrusted_side_cannot_reach_an_expected_value():
    def allowed(name):
        return not ours(name) or name.startswith("autograder.execution")

    assert not offenders("autograder/execution", allowed)


def test_nothing_is_unpickled():
    # refusing.py names the modules to switch them off where the instructor's tests run
    unsafe = {"pickle", "_pickle", "dill", "cloudpickle", "marshal", "shelve"}
    found = offenders("autograder", lambda n: n.split(".")[0] not in unsafe)
    assert {line.split(" ")[0] for line in found} <= {"autograder/grading/refusing.py"}
    calls = [
        node
        for path in files("autograder")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in unsafe
    ]
    assert not calls
