"""What the judge refuses: a student's bytes or text that would run as a program."""

import _pickle
import pickle
import sys
from typing import Any

from autograder.grading.remote import RefusedError

NO_PICKLES = "pickles are not read where checks run"


def refuse_pickles() -> None:
    """Nothing is ever unpickled here: a pickle is a program."""

    def refuse(*_: Any, **__: Any) -> Any:
        raise RefusedError(NO_PICKLES)

    class Unpickler:
        def __init__(self, *_: Any, **__: Any) -> None:
            refuse()

    for module in (pickle, _pickle):
        for name in ("load", "loads"):
            setattr(module, name, refuse)
        module.Unpickler = Unpickler  # type: ignore[attr-defined]
    for module_name in ("marshal", "shelve", "dill", "cloudpickle", "joblib"):
        module = sys.modules.get(module_name)  # type: ignore[assignment]
        for name in ("loads", "open"):
            if (
                module is not None
                and module_name != "marshal"
                and hasattr(module, name)
            ):
                setattr(module, name, refuse)


DANGEROUS = frozenset(
    {
        "__import__",
        "breakpoint",
        "builtins",
        "compile",
        "ctypes",
        "eval",
        "exec",
        "getattr",
        "globals",
        "importlib",
        "open",
        "os",
        "subprocess",
        "sys",
        "vars",
    }
)


def watch_texts() -> None:
    """Refuse to compile text that a library built and that reaches for the system.

    sympify, DataFrame.eval and their like evaluate text, which may be a student's.
    """
    quick = sys.intern("compile")

    def hook(event: str, args: tuple[Any, ...]) -> None:
        if event == "pickle.find_class":
            # pandas reads with an unpickler of its own where the first one refuses.
            raise RefusedError(NO_PICKLES)
        if event != quick or not args or args[0] is None:
            return
        source, filename = args[0], args[1] if len(args) > 1 else None
        name = filename.decode() if isinstance(filename, bytes) else str(filename)
        if name.endswith(".py") or name.startswith("<ipython-input"):
            return
        text = (
            source.decode("utf-8", "replace") if isinstance(source, bytes) else source
        )
        if isinstance(text, str) and _is_dangerous(text):
            raise RefusedError("this text would run as a program")

    sys.addaudithook(hook)


def _is_dangerous(text: str) -> bool:
    caller = sys._getframe(2)
    for _ in range(40):
        name = caller.f_globals.get("__name__", "")
        if name.startswith(("sympy", "pandas.core.computation", "numexpr")):
            break
        if caller.f_back is None:
            return False
        caller = caller.f_back
    else:
        return False
    return any(word in text for word in DANGEROUS) or "__" in text
