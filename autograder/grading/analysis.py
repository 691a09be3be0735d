"""What the master's cells bind and mention: read from their text, never run.

Decides which names a check cell may change in the student's process, which classes
a check cell is about, and which statements of a locked cell can run in the checker.
"""

import ast
import builtins
import contextlib
import functools
import symtable
import types
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from IPython.core.inputtransformer2 import TransformerManager

from autograder.grading.master import MasterNotebook, imported

_BUILTINS = frozenset(vars(builtins))
# Calls for their effect that later code of the checker relies on.
_EFFECTS = """
    seed append insert use set_printoptions set_option filterwarnings simplefilter
    setrecursionlimit update register
"""
EFFECTS = frozenset(_EFFECTS.split())


_MANAGER: Any = TransformerManager()  # type: ignore[no-untyped-call]


def _transform(source: str) -> str:
    return str(_MANAGER.transform_cell(source))


@functools.cache
def parsed(source: str) -> ast.Module:
    """The cell as Python; empty for what is no Python (a `%%bash` cell, a slip)."""
    try:
        return ast.parse(_transform(source))
    except (SyntaxError, ValueError, RecursionError):
        return ast.Module(body=[], type_ignores=[])


def bound(tree: ast.AST) -> frozenset[str]:
    """Global names that a cell binds or deletes, also inside its functions."""
    found: set[str] = set()
    for node in _outer(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {(a.asname or a.name).split(".")[0] for a in node.names}
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            found |= set(node.names)
    return frozenset(found)


def _outer(tree: ast.AST) -> Iterable[ast.AST]:
    """Nodes of the module's own scope; bodies of functions and classes left out."""
    waiting = list(ast.iter_child_nodes(tree))
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(
            node,
            ast.FunctionDef
            | ast.AsyncFunctionDef
            | ast.ClassDef
            | ast.Lambda
            | ast.ListComp
            | ast.SetComp
            | ast.DictComp
            | ast.GeneratorExp,
        ):
            continue
        waiting += ast.iter_child_nodes(node)


@functools.cache
@functools.cache
def mentioned(source: str) -> frozenset[str]:
    """Every name a cell reads or writes, at any depth."""
    tree = parsed(source)
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {n.name for n in ast.walk(tree) if isinstance(n, ast.ClassDef)}
    names |= {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}
    return frozenset(names)


@functools.cache
def texts(source: str) -> frozenset[str]:
    """Texts that stand in a check cell: the instructor's, so safe to evaluate."""
    return frozenset(
        node.value
        for node in ast.walk(parsed(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def global_names(source: str) -> frozenset[str]:
    """Global names that a cell reads or writes; locals of its functions left out."""
    try:
        top = symtable.symtable(_transform(source), "<cell>", "exec")
    except (SyntaxError, ValueError, RecursionError):
        return frozenset()
    found = set(top.get_identifiers())
    waiting = list(top.get_children())
    while waiting:
        table = waiting.pop()
        waiting += table.get_children()
        found |= {
            symbol.get_name() for symbol in table.get_symbols() if symbol.is_global()
        }
    return frozenset(found)


def classes(tree: ast.AST) -> frozenset[str]:
    """Classes that a cell defines."""
    return frozenset(n.name for n in ast.walk(tree) if isinstance(n, ast.ClassDef))


@dataclass(frozen=True, kw_only=True)
class About:
    """What is known of one notebook's names.

    shared: names that student-side cells of the master use
    rebound: names that they bind
    by_cell: names that each student-side cell binds, by its grade_id or cell id
    groups: for each class that students write, names of the cells that mention it
    packages: top-level names of libraries that the master imports
    """

    shared: frozenset[str]
    rebound: frozenset[str]
    by_cell: dict[str, frozenset[str]]
    groups: dict[str, frozenset[str]]
    packages: frozenset[str]

    def classes_for(self, check: str) -> frozenset[str]:
        """Classes of the students' own that a check cell is about."""
        names = mentioned(check)
        return frozenset(
            name
            for name, group in self.groups.items()
            if name in names or group & names
        )


def about(master: MasterNotebook) -> About:
    """Read the master's student-side cells: released text and solution."""
    shared: set[str] = set()
    by_cell: dict[str, frozenset[str]] = {}
    groups: dict[str, set[str]] = {}
    trees = []
    for cell in master.cells:
        if cell.role not in ("answer", "free") or cell.cell_type != "code":
            continue
        both = [text for text in {cell.released, cell.solution} if text]
        names = frozenset().union(*(bound(parsed(text)) for text in both))
        by_cell[cell.grade_id or cell.cell_id] = names
        shared |= global_names(cell.released) | global_names(cell.solution)
        trees.append((both, names))
    for both, _ in trees:
        for text in both:
            for name in classes(parsed(text)):
                groups.setdefault(name, set())
    for name, group in groups.items():
        for both, made in trees:
            if any(name in mentioned(text) for text in both):
                group |= made
    rebound = frozenset().union(*by_cell.values())
    return About(
        shared=frozenset(shared) | rebound,
        rebound=rebound,
        by_cell=by_cell,
        groups={name: frozenset(group) for name, group in groups.items()},
        packages=frozenset(
            name.split(".")[0]
            for cell in master.cells
            for text in (cell.source, cell.solution)
            for name in imported(text)
        ),
    )


@functools.lru_cache(1000)  # the same few cells for every submission
def runnable(source: str, known: frozenset[str]) -> tuple[types.CodeType, ...]:
    """Statements of a locked cell that need nothing of the student's, compiled.

    known: names that the instructor's earlier cells have bound in the checker
    """
    names = set(known) | _BUILTINS
    chosen: list[types.CodeType] = []
    for statement in parsed(source).body:
        if isinstance(statement, ast.Expr) and not _is_effect(statement.value):
            continue
        free = {
            node.id
            for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        }
        is_definition = isinstance(
            statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
        )
        if is_definition or free <= names | _local_names(statement):
            module = ast.Module(body=[statement], type_ignores=[])
            with contextlib.suppress(SyntaxError, ValueError):  # await, say
                chosen.append(compile(module, "<locked cell>", "exec"))
            names |= bound(module)
    return tuple(chosen)


def _is_effect(value: ast.expr) -> bool:
    return (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Attribute)
        and value.func.attr in EFFECTS
    )


def _local_names(statement: ast.stmt) -> set[str]:
    """Names that the statement itself binds somewhere: arguments, loop variables."""
    found = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
    return found


_LASTING = """
    setattr delattr patch monkeypatch exec reload chdir putenv environ rcParams
    set_option set_printoptions seterr filterwarnings simplefilter setrecursionlimit
    setlocale getcontext setcontext register modules path settrace setprofile
    builtins __builtins__ basicConfig style rc addaudithook
"""
LASTING = frozenset(_LASTING.split())


def leaves_no_trace(master: MasterNotebook) -> bool:
    """Whether the instructor's cells change nothing outside their own names.

    Decides if one judge may grade several submissions in turn.  Assigning to an
    attribute, other than of `self`, or calling what changes a module's state, may
    reach a library that the next submission's checks use.
    """
    for cell in master.cells:
        if cell.cell_type != "code" or cell.role not in ("check", "locked"):
            continue
        if "%" in cell.source and "get_ipython" in _transform(cell.source):
            return False
        for node in ast.walk(parsed(cell.source)):
            if isinstance(node, ast.Name) and node.id in LASTING:
                return False
            if isinstance(node, ast.Attribute):
                if node.attr in LASTING:
                    return False
                is_self = isinstance(node.value, ast.Name) and node.value.id == "self"
                if not isinstance(node.ctx, ast.Load) and not is_self:
                    return False
            if isinstance(node, ast.alias) and node.name in LASTING:
                return False
    return True
