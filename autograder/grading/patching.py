"""Names of modules that a check cell may replace, as `mock.patch` does.

`patch("random.randint", ...)` in a check must reach the student's process, where the
function is called.  Which names that may be is read from the check cell's text.
"""

import builtins
import functools
import re
import sys
import types
from typing import Any

from autograder.grading.names import Names

_PLACES = (
    re.compile(r"""["']((?:\w+\.)*\w+)\.(\w+)["']"""),  # patch("random.randint")
    re.compile(r"""\.object\(\s*([\w.]+)\s*,\s*["'](\w+)["']"""),
    re.compile(r"""setattr\(\s*([\w.]+)\s*,\s*["'](\w+)["']"""),
    re.compile(r"""^\s*([\w.]+)\.(\w+)\s*=[^=]""", re.M),  # random.randint = ...
)
# What a check cell puts in their place is told to the student's process otherwise.
OWN_WAYS = ("__main__", "sys")
ALWAYS = {"builtins:input": builtins.input, "builtins:print": builtins.print}


@functools.lru_cache(1000)  # the same few cells for every submission
def _mentioned(source: str) -> frozenset[tuple[str, str]]:
    if not any(word in source for word in ("patch", "setattr", " = ", "mock")):
        return frozenset()
    return frozenset(found for place in _PLACES for found in place.findall(source))


def watched(source: str, names: Names) -> dict[str, Any]:
    """ "module:name" -> what it is now, for what a check cell may replace."""
    found = dict(ALWAYS)
    for module, name in _mentioned(source):
        here: Any = dict.get(names, module.split(".")[0])
        for part in module.split(".")[1:]:
            here = getattr(here, part, None)
        held = here if type(here) is types.ModuleType else sys.modules.get(module)
        if held is None or held.__name__ in OWN_WAYS or name not in vars(held):
            continue
        found[f"{held.__name__}:{name}"] = vars(held)[name]
    return found
