"""Check cells, read and compiled once for a judge, not once for each submission."""

import ast
from typing import Any

from IPython.core.compilerop import CachingCompiler


class ForStudents(ast.NodeTransformer):
    """What a check cell does to a student's object, so that it does it there.

    `type(x)` asks for the class of the student's object, not for Remote; a class
    derived from a student's class is defined in the student's process.
    """

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Rewrite one-argument calls of `type`."""
        self.generic_visit(node)
        if (
            isinstance(node.func, ast.Name)
            and node.func.id == "type"
            and len(node.args) == 1
            and not node.keywords
        ):
            node.func = ast.copy_location(
                ast.Name("__type_of__", ast.Load()), node.func
            )
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Wrap a class with bases in the question where its bases live."""
        source = ast.unparse(node)  # as it is written
        self.generic_visit(node)
        if not node.bases or any(isinstance(b, ast.Starred) for b in node.bases):
            return node
        bases = [ast.parse(ast.unparse(base), mode="eval").body for base in node.bases]
        there = _call("__define_there__", ast.Constant(source), ast.Constant(node.name))
        question = ast.If(
            test=_call("__derives_there__", *bases),
            body=[ast.Assign([ast.Name(node.name, ast.Store())], there)],
            orelse=[node],
        )
        return ast.copy_location(question, node)


def _call(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


class CheckCompiler(CachingCompiler):
    """IPython's compiler for a shell that runs the same few cells again and again.

    Every text is the instructor's, so what is kept is as long as the assignment.
    """

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._trees: dict[str, ast.AST] = {}
        self._codes: dict[tuple[ast.stmt, str], Any] = {}

    def ast_parse(
        self, source: str, filename: str = "<unknown>", symbol: str = "exec"
    ) -> ast.AST:
        """The cell as a tree, its calls of `type` rewritten."""
        tree = self._trees.get(source)
        if tree is None:
            tree = super().ast_parse(source, filename, symbol)
            tree = ast.fix_missing_locations(ForStudents().visit(tree))
            self._trees[source] = tree
        return tree

    def __call__(self, source: Any, filename: str, symbol: str, **more: Any) -> Any:
        """The code of one statement, which IPython wraps anew in a module."""
        body = getattr(source, "body", None)
        if not isinstance(body, list) or len(body) != 1:
            return super().__call__(source, filename, symbol, **more)
        code = self._codes.get((body[0], symbol))
        if code is None:
            code = super().__call__(source, filename, symbol, **more)
            self._codes[body[0], symbol] = code
        return code
