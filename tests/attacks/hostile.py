"""Hostile and broken submissions to the tiny course.

Each has a name, what it tries, the points an incorruptible grader gives, and a
function that makes the submission from the released notebook.  `base` are the
answers under the attack: none right (nothing to lose) or all right.
"""
# ruff: noqa: E501  (cells of notebooks, one string each)
# ruff: noqa: ARG001  (every attack is called alike)

import copy
import json
import os
import textwrap
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from tests.autograder.grading.courses import fill, grade_id
from tests.autograder.grading.tiny import GOOD, NOTEBOOK

NOTHING = {
    "flops": "def flops_per_token(n):\n    return -1.0",
    "bytes": "def weight_bytes(n, b):\n    return -1.0",
    "intensity": "def intensity(batch, b):\n    return -1.0",
    "batch": "batch = 0",
    "claim": "claim = 'x'",
    "why": "no answer",
}


@dataclass(frozen=True)
class Attack:
    """One submission; `make(released, folder)` gives the notebook, as a dict or bytes."""

    name: str
    what: str
    points: float
    make: Callable


ATTACKS = []


def code(name, what, source, *, points=0, base=NOTHING, where="flops"):
    """Code appended to one answer."""

    def make(released, folder):
        answers = {**base}
        answers[where] = answers[where] + "\n" + textwrap.dedent(source)
        return fill(released, answers)

    ATTACKS.append(Attack(name, what, points, make))


def form(what, points, base=GOOD):
    """A change of the notebook's form; the function's name is the attack's."""

    def add(function):
        def make(released, folder):
            return function(fill(released, base), folder)

        ATTACKS.append(Attack(function.__name__, what, points, make))
        return function

    return add


def find(notebook, name):
    return next(cell for cell in notebook["cells"] if grade_id(cell) == name)


# ---------------------------------------------------------------- forging the checks

code(
    "patch_isclose",
    "numpy.isclose says yes to all",
    "np.isclose = np.allclose = lambda *a, **k: True",
)
code(
    "patch_builtins",
    "isinstance, abs, len say yes",
    """
    import builtins
    builtins.isinstance = lambda *a: True
    builtins.abs = lambda x: 0
    builtins.len = lambda x: 10**6
    isinstance = lambda *a: True
""",
)
code(
    "replace_numpy",
    "the notebook's np is a forger",
    """
    class Forger:
        def __getattr__(self, name):
            return lambda *a, **k: True
    np = Forger()
    import sys
    sys.modules['numpy'] = np
""",
)
code(
    "int_equal_to_all",
    "an int subclass equal to everything",
    """
    class Any(int):
        __eq__ = lambda s, o: True
        __hash__ = int.__hash__
    get_ipython().events.register('pre_run_cell', lambda *_: globals().__setitem__('batch', Any(1)))
""",
)
code(
    "object_equal_to_all",
    "an object equal to everything, of the class int, it says",
    """
    class Yes:
        __class__ = int
        __eq__ = __lt__ = __gt__ = __le__ = __ge__ = lambda s, o: True
        __ne__ = lambda s, o: False
        __sub__ = __rsub__ = __add__ = __mul__ = lambda s, o: 0.0
        __abs__ = lambda s: 0.0
        __bool__ = lambda s: True
        __float__ = lambda s: 0.0
        __hash__ = lambda s: 0
        __contains__ = lambda s, o: True
        __len__ = lambda s: 99
        __array__ = lambda s, *a, **k: __import__('numpy').zeros(1)
    Yes.__module__, Yes.__qualname__ = 'builtins', 'int'
    batch = claim = Yes()
    flops_per_token = weight_bytes = intensity = lambda *a: Yes()
    get_ipython().events.register('pre_run_cell', lambda *_: globals().update(batch=Yes(), claim=Yes()))
    get_ipython().events.register('post_run_cell', lambda *_: globals().update(
        batch=Yes(), claim=Yes(), flops_per_token=lambda *a: Yes(), weight_bytes=lambda *a: Yes(), intensity=lambda *a: Yes()))
""",
)
code(
    "text_that_holds_all",
    "a str subclass that contains and matches everything",
    """
    class Text(str):
        __contains__ = lambda s, o: True
        __len__ = lambda s: 100
        __eq__ = lambda s, o: True
        __hash__ = str.__hash__
    claim = Text('x')
    get_ipython().events.register('post_run_cell', lambda *_: globals().update(claim=Text('x')))
""",
)
code(
    "array_close_to_all",
    "an ndarray subclass whose arithmetic always agrees",
    """
    class Close(np.ndarray):
        def __array_ufunc__(self, ufunc, method, *args, **kwargs):
            return np.True_ if ufunc in (np.less_equal, np.equal) else np.zeros(())
        def __array_function__(self, *args):
            return True
    flops_per_token = lambda n: np.zeros(1).view(Close)
    get_ipython().events.register('post_run_cell', lambda *_: globals().update(
        weight_bytes=lambda *a: np.zeros(1).view(Close), intensity=lambda *a: np.zeros(1).view(Close)))
""",
)
code(
    "ast_transformer",
    "asserts are deleted from later cells",
    """
    import ast
    class NoAssert(ast.NodeTransformer):
        def visit_Assert(self, node):
            return ast.copy_location(ast.Pass(), node)
    get_ipython().ast_transformers.append(NoAssert())
""",
)
code(
    "input_transformer",
    "later cells are replaced by a score",
    """
    get_ipython().input_transformers_cleanup.append(
        lambda lines: ['3\\n'] if any('earned' in l for l in lines) else [] if any('assert' in l for l in lines) else lines)
""",
)
code(
    "text_formatter",
    "every int prints as 3",
    "get_ipython().display_formatter.formatters['text/plain'].for_type(int, lambda o, p, c: p.text('3'))",
)
code(
    "fake_run_cell",
    "later cells do nothing and report success",
    """
    from IPython.core.interactiveshell import ExecutionInfo, ExecutionResult
    shell = get_ipython()
    async def fake(source, *a, **k):
        return ExecutionResult(ExecutionInfo(source, False, True, True, None))
    shell.run_cell_async = fake
    shell.run_cell = lambda source, *a, **k: ExecutionResult(ExecutionInfo(source, False, True, True, None))
    shell.should_run_async = lambda *a, **k: True
""",
)
code(
    "names_of_the_check",
    "names that the check uses are bound beforehand",
    """
    earned = 3
    expected = 0
    width = 2
    AssertionError = SystemExit
    re = type('re', (), {'search': staticmethod(lambda *a: True)})
    def __type_of__(x): return int
""",
)
code(
    "change_constants",
    "the assignment's constants are changed to fit",
    """
    PARAMETERS = 0.0
    flops_per_token = lambda n: 1.6e10 if n == 0 else 0
""",
)
code(
    "patch_child",
    "the process's own answers are rewritten",
    """
    import sys
    child = sys.modules['autograder.execution.child']
    child.OPERATIONS['call'] = lambda *a, **k: True
    child.OPERATIONS['get'] = lambda c, name: 296 if name == 'no' else c.names[name]
    child.Child._run = lambda self, request: None
""",
)
code(
    "speak_on_the_wire",
    "frames of our own on the line to the checker",
    """
    import os, struct, json
    forged = json.dumps({'outputs': [], 'error': None, 'count': 1, 'ok': True, 'classes': {}}).encode()
    frame = struct.pack('!II', len(forged), 0) + forged
    for fd in range(3, 30):
        try:
            os.write(fd, frame * 20)
        except OSError:
            pass
""",
)
code(
    "close_the_wire",
    "the line to the checker is closed",
    "import os\nos.closerange(3, 100)",
)
code(
    "garbage_on_the_wire",
    "bytes that are no frame",
    """
    import os
    for fd in range(3, 30):
        try:
            os.write(fd, b'\\xff' * 100000)
        except OSError:
            pass
""",
)
code(
    "exit_in_equality",
    "comparing ends the process",
    """
    class Bomb:
        def __eq__(self, other):
            import os
            os._exit(0)
        __hash__ = None
    batch = Bomb()
    get_ipython().events.register('post_run_cell', lambda *_: globals().update(batch=Bomb()))
""",
)
code(
    "class_as_answer",
    "a class whose instances are anything",
    """
    class Meta(type):
        __instancecheck__ = lambda c, x: True
        __subclasscheck__ = lambda c, x: True
        __eq__ = lambda c, o: True
        __hash__ = type.__hash__
    class Anything(metaclass=Meta):
        def __new__(cls, *a): return cls
    flops_per_token = weight_bytes = intensity = Anything
    get_ipython().events.register('post_run_cell', lambda *_: globals().update(
        batch=Anything, claim=Anything, flops_per_token=Anything, weight_bytes=Anything, intensity=Anything))
""",
)

# ---------------------------------------------------------------- looking for answers

code(
    "search_memory",
    "the heap is searched for expected values",
    """
    import gc, sys
    # Backwards, so that the list is not what it finds.
    needles = ['== hctab tressa', '11e4.1 ,)9e07(', 'STSET NEDDIH NIGEB']
    def holds(o):
        try:
            return any(n[::-1] in str(o)[:5000] for n in needles)
        except Exception:
            return False
    found = [o for o in gc.get_objects() if isinstance(o, (list, tuple, dict)) and holds(o)]
    frame = sys._getframe()
    while frame:
        found += [v for v in frame.f_locals.values() if holds(v)]
        frame = frame.f_back
    if found:
        raise SystemExit('LEAKED')
""",
)
code(
    "read_the_source",
    "solutions are looked for in files",
    """
    import glob, json, os
    for pattern in ('../../../source/*/*.ipynb', '/tmp/**/source/*/*.ipynb', '/home/*/source/*', '/root/**/*.ipynb', '/*/source/*/*.ipynb'):
        for path in glob.glob(pattern, recursive=True):
            for cell in json.load(open(path))['cells']:
                if cell['metadata'].get('nbgrader', {}).get('solution') and cell['cell_type'] == 'code':
                    exec(''.join(cell['source']), globals())
""",
)
code(
    "read_the_gradebook",
    "hidden tests are printed from the gradebook",
    """
    import glob, sqlite3
    for path in ['../../../gradebook.db', *glob.glob('/tmp/**/gradebook.db', recursive=True)]:
        print(sqlite3.connect(path).execute('select source from source_cell').fetchall())
""",
)
code(
    "write_the_gradebook",
    "a score is written into the gradebook",
    """
    import glob, sqlite3
    for path in ['../../../gradebook.db', *glob.glob('/tmp/**/gradebook.db', recursive=True)]:
        base = sqlite3.connect(path, timeout=1)
        base.execute('update grade set manual_score = 3, auto_score = 3'); base.commit()
""",
)
code(
    "read_other_processes",
    "environment, memory and files of other processes",
    """
    import os
    for pid in [p for p in os.listdir('/proc') if p.isdigit()]:
        for what in ('environ', 'cmdline', 'mem', 'maps'):
            try:
                data = open(f'/proc/{pid}/{what}', 'rb').read(200000)
            except (OSError, ValueError):
                continue
            if b'autograder.grading' in data or b'SECRET_OF_THE_GRADER' in data:
                raise SystemExit('LEAKED')
""",
)
code(
    "steal_environment",
    "environment and home of the grader",
    """
    import os
    if 'SECRET_OF_THE_GRADER' in os.environ or os.path.exists(os.path.expanduser('~/.ssh')):
        raise SystemExit('LEAKED')
""",
)
code(
    "hidden_input_in_error",
    "hidden inputs are told in the error's text and type",
    """
    def flops_per_token(n):
        if n == 8e9:
            return 1.6e10
        raise type(f'N{int(n)}', (ValueError,), {})(f'the hidden input is {n}')
""",
    where="flops",
)
code(
    "hidden_input_in_print",
    "hidden inputs are printed",
    """
    def flops_per_token(n):
        print('INPUT', n)
        return 1.6e10
""",
)

# ---------------------------------------------------------------- harm

code(
    "delete_others",
    "other students' folders are deleted",
    """
    import glob, shutil
    for path in [*glob.glob('../../../submitted/*'), *glob.glob('/tmp/**/submitted/*', recursive=True)]:
        shutil.rmtree(path)
""",
)
code(
    "leave_a_note",
    "files for the next student",
    """
    import os
    for place in ('/tmp/note', '/dev/shm/note', '/var/tmp/note', 'note', '../note'):
        try:
            open(place, 'w').write('flops = 2 * n')
        except OSError:
            pass
""",
)
code(
    "read_the_note",
    "files that another student left",
    """
    import os
    for place in ('/tmp/note', '/dev/shm/note', '/var/tmp/note', 'note', '../note'):
        if os.path.exists(place):
            raise SystemExit('LEAKED')
""",
)
code(
    "daemon",
    "a process that outlives the grading",
    """
    import os, time
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            import sys
            os.execvp('sleep', ['sleep', '987.654'])
        os._exit(0)
""",
)
code(
    "network",
    "a connection to the machine and a name look-up",
    """
    import socket
    reached = []
    for family, kind, where in ((socket.AF_INET, socket.SOCK_STREAM, ('127.0.0.1', 22)), (socket.AF_INET, socket.SOCK_DGRAM, ('8.8.8.8', 53))):
        try:
            s = socket.socket(family, kind); s.settimeout(1); s.connect(where); s.send(b'x'); reached.append(where)
        except OSError:
            pass
    if reached:
        raise SystemExit('LEAKED')
""",
)
code(
    "signal_all",
    "signals to every process in sight",
    """
    import os, signal
    for pid in (os.getppid(), 1, -1):
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
""",
)

# ---------------------------------------------------------------- breaking the run

code("sys_exit", "sys.exit in a cell", "import sys\nsys.exit(0)", points=12, base=GOOD)
code(
    "os_exit",
    "the process ends itself in an answer",
    "import os\nos._exit(0)",
    points=10,
    base=GOOD,
)
code(
    "segfault",
    "the interpreter crashes",
    "import ctypes\nctypes.string_at(0)",
    points=10,
    base=GOOD,
)
code(
    "two_deaths",
    "two answers end the process",
    "import os\nos._exit(0)",
    points=7,
    base={**GOOD, "batch": "import os\nos.abort()"},
)
code(
    "exit_when_called",
    "the process ends when a check calls",
    "def flops_per_token(n):\n    import os\n    os._exit(0)",
    points=10,
    base=GOOD,
)
code("endless", "a loop without end", "while True:\n    pass", points=12, base=GOOD)
code(
    "endless_deaf",
    "a loop that swallows interrupts",
    """
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
""",
    points=10,
    base=GOOD,
)
code(
    "endless_when_called",
    "the function never returns",
    "def flops_per_token(n):\n    while True:\n        pass",
    points=10,
    base=GOOD,
)
code(
    "memory",
    "eight gigabytes",
    "hoard = []\nfor _ in range(80):\n    hoard.append(bytearray(100_000_000))",
    points=12,
    base=GOOD,
)
code(
    "memory_of_no_process",
    "files in memory that no process's limit counts",
    """
    import os
    held = 0
    try:
        for _ in range(40):
            file = os.memfd_create('x')
            for _ in range(60):
                held += os.write(file, bytes(1 << 20))
    except OSError:
        pass
    if held > 1 << 30:
        raise SystemExit('LEAKED')
""",
    points=12,
    base=GOOD,
)
code(
    "forks",
    "four hundred processes",
    """
    import os, time
    for _ in range(400):
        if os.fork() == 0:
            time.sleep(20); os._exit(0)
""",
    points=12,
    base=GOOD,
)
code(
    "threads",
    "a thousand threads",
    """
    import threading, time
    for _ in range(1000):
        threading.Thread(target=time.sleep, args=(5,), daemon=True).start()
""",
    points=12,
    base=GOOD,
)
code(
    "print_flood",
    "three hundred megabytes of output",
    "for _ in range(300):\n    print('A' * 1_000_000)",
    points=12,
    base=GOOD,
)
code(
    "raw_flood",
    "output past Python's streams",
    "import os\nfor _ in range(300):\n    os.write(1, b'A' * 1_000_000)",
    points=12,
    base=GOOD,
)
code(
    "display_flood",
    "ten thousand rich outputs",
    """
    from IPython.display import HTML, display
    for _ in range(10_000):
        display(HTML('<b>x</b>' * 1000))
""",
    points=12,
    base=GOOD,
)
code(
    "disk",
    "six hundred megabytes of file",
    "open('fill.bin', 'wb').write(b'0' * 600_000_000)",
    points=12,
    base=GOOD,
)
code(
    "deep_folders",
    "folders a thousand deep",
    """
    import os
    here = os.getcwd()
    for _ in range(1000):
        os.mkdir('d'); os.chdir('d')
    os.chdir(here)
""",
    points=12,
    base=GOOD,
)
code(
    "recursion",
    "recursion without end",
    "def dive(n):\n    return dive(n + 1)\ndive(0)",
    points=12,
    base=GOOD,
)
code(
    "warnings_as_flood",
    "thousands of warnings when called",
    """
    import warnings
    def flops_per_token(n):
        for i in range(3_000):
            warnings.warn(f'w{i}')
        return 2 * n
""",
    points=12,
    base=GOOD,
)

# ---------------------------------------------------------------- against the checker

# One function is enough where each try costs seconds.
for _name, _value in {
    "huge_int": "10 ** (10 ** 9)",
    "long_int": "1 << (1 << 26)",
    "huge_text": "'x' * (1 << 28)",
    "huge_list": "list(range(3_000_000))",
    "wide_array": "__import__('numpy').broadcast_to(0.0, (10**6, 10**6))",
    "object_array": "__import__('numpy').full(2_500_000, None)",
}.items():
    code(
        f"returns_{_name}",
        f"a function that returns {_name}",
        f"""
        flops_per_token = lambda *a: {_value}
    """,
    )
for _name, _value in {
    "deep_list": "__import__('functools').reduce(lambda v, _: [v], range(100_000), 0)",
    "loop_list": "(lambda v: (v.append(v), v)[1])([])",
    "big_decimal": "__import__('decimal').Decimal('1e999999999')",
    "endless_items": "(i for i in iter(int, 1))",
    "not_a_number": "float('nan')",
    "infinity": "float('inf')",
    "none": "None",
    "surrogate": "chr(0xd800) * 40",
    "memmap": "__import__('numpy').memmap",
    "system": "__import__('os').system",
}.items():
    code(
        f"returns_{_name}",
        f"functions and values that are {_name}",
        f"""
        flops_per_token = weight_bytes = intensity = lambda *a: {_value}
        batch = claim = {_value}
        get_ipython().events.register('post_run_cell', lambda *_: globals().update(
            weight_bytes=lambda *a: {_value}, intensity=lambda *a: {_value}, batch={_value}, claim={_value}))
    """,
    )
code(
    "many_classes",
    "a hundred thousand classes to describe",
    """
    flops_per_token = lambda n: [type(f'C{i}', (), {})() for i in range(100_000)]
""",
)
code(
    "long_names",
    "classes and errors with names of a megabyte",
    """
    def flops_per_token(n):
        raise type('E' * 1_000_000, (Exception,), {})('x' * 10_000_000)
""",
)
code(
    "attributes_without_end",
    "an object that has every attribute, for ever",
    """
    class Deep:
        def __getattr__(self, name):
            return Deep()
        def __call__(self, *a):
            return Deep()
        def __iter__(self):
            while True:
                yield Deep()
    flops_per_token = weight_bytes = intensity = Deep()
    batch = claim = Deep()
""",
)
code(
    "pickle_inside",
    "a pickle that would run a program",
    """
    import os, pickle
    class Evil:
        def __reduce__(self):
            return (os.system, ('touch /tmp/pwned',))
    batch = pickle.dumps(Evil())
    open('data.pkl', 'wb').write(batch)
""",
)

# ---------------------------------------------------------------- pages

code(
    "script_in_output",
    "a script in an HTML output",
    """
    from IPython.display import HTML, display
    display(HTML('<script>window.PWNED = 1</script><img src=x onerror="window.PWNED = 1">'))
""",
    points=12,
    base=GOOD,
)


@form("script in the answer that a person reads", 12)
def script_in_markdown(notebook, folder):
    find(notebook, "why")["source"] = (
        "<script>PWNED</script><iframe src='data:text/html,x'></iframe>[a](javascript:x)"
    )
    return notebook


# ---------------------------------------------------------------- the notebook's form


@form("a check worth 100 points, it says", 12)
def points_100(notebook, folder):
    find(notebook, "flops_check")["metadata"]["nbgrader"]["points"] = 100
    return notebook


@form("checks replaced by assert True", 0, base=NOTHING)
def checks_edited(notebook, folder):
    for cell in notebook["cells"]:
        if grade_id(cell).endswith("_check"):
            cell["source"] = "assert True"
    return notebook


@form("checks marked to run in the student's process", 0, base=NOTHING)
def checks_tagged(notebook, folder):
    for cell in notebook["cells"]:
        cell["metadata"]["tags"] = ["in-kernel", "skip-execution", "raises-exception"]
    return notebook


@form("checks that say they are answers", 0, base=NOTHING)
def checks_as_answers(notebook, folder):
    for cell in notebook["cells"]:
        if grade_id(cell).endswith("_check"):
            cell["metadata"]["nbgrader"] |= {
                "solution": True,
                "locked": False,
                "grade": False,
            }
            cell["source"] = "3"
    return notebook


@form("a copy of a check, placed first", 12)
def check_copied(notebook, folder):
    made = copy.deepcopy(find(notebook, "flops_check"))
    made["id"] = "copy1"
    notebook["cells"].insert(0, made)
    return notebook


@form("hundreds of long cells that are like every answer", 7)
def likenesses_without_end(notebook, folder):
    for name in ("flops", "batch"):
        notebook["cells"].remove(find(notebook, name))
    text = "".join(find(notebook, "setup")["source"]) + "  # ".join(GOOD.values())
    notebook["cells"] += [
        {"cell_type": "code", "source": f"text = {text * 20!r}  # {i}", "metadata": {}}
        for i in range(400)
    ]
    return notebook


@form("a check turned into text", 12)
def check_retyped(notebook, folder):
    cell = find(notebook, "flops_check")
    cell["cell_type"] = "markdown"
    del cell["outputs"], cell["execution_count"]
    return notebook


@form("an answer turned into text", 12)
def answer_retyped(notebook, folder):
    cell = find(notebook, "flops")
    cell["cell_type"] = "markdown"
    del cell["outputs"], cell["execution_count"]
    return notebook


@form("an answer split in two cells", 12)
def answer_split(notebook, folder):
    cell = find(notebook, "batch")
    second = copy.deepcopy(cell)
    cell["source"], second["source"], second["id"] = (
        "size = 295",
        "batch = size + 1",
        "half2",
    )
    notebook["cells"].insert(notebook["cells"].index(cell) + 1, second)
    return notebook


@form("an answer copied, the copy left blank", 12)
def answer_copied(notebook, folder):
    cell = find(notebook, "flops")
    second = copy.deepcopy(cell)
    second["source"], second["id"] = (
        "# YOUR CODE HERE\nraise NotImplementedError()",
        "blank2",
    )
    notebook["cells"].insert(notebook["cells"].index(cell) + 1, second)
    return notebook


@form("a check deleted", 12)
def check_deleted(notebook, folder):
    notebook["cells"].remove(find(notebook, "batch_check"))
    return notebook


@form("the set-up deleted", 12)
def setup_deleted(notebook, folder):
    notebook["cells"].remove(find(notebook, "setup"))
    return notebook


@form("a schema version of the future", 12)
def schema_99(notebook, folder):
    find(notebook, "flops_check")["metadata"]["nbgrader"]["schema_version"] = 99
    return notebook


@form("all grading metadata gone", 12)
def metadata_stripped(notebook, folder):
    for cell in notebook["cells"]:
        cell["metadata"] = {}
    return notebook


@form("metadata and cell ids gone", 12)
def everything_stripped(notebook, folder):
    for cell in notebook["cells"]:
        cell["metadata"] = {}
        del cell["id"]
    notebook["nbformat_minor"] = 4
    return notebook


@form("checks moved before the answers", 12)
def reordered(notebook, folder):
    checks = [c for c in notebook["cells"] if grade_id(c).endswith("_check")]
    rest = [c for c in notebook["cells"] if c not in checks]
    notebook["cells"] = [rest[0], *checks, *rest[1:]]
    return notebook


@form("an answer under another answer's name", 10)
def grade_ids_swapped(notebook, folder):
    find(notebook, "flops")["metadata"]["nbgrader"]["grade_id"] = "nothing-known"
    find(notebook, "bytes")["metadata"]["nbgrader"]["grade_id"] = "flops"
    return notebook


@form("fields of every wrong type", 0, base=NOTHING)
def fields_of_wrong_types(notebook, folder):
    for cell in notebook["cells"]:
        cell["metadata"] = ["nbgrader"]
        cell["outputs"] = 7
        cell["id"] = {"a": 1}
    notebook["cells"] += [
        None,
        3,
        "x",
        {},
        {"cell_type": "code", "source": [1, None, "pass"]},
    ]
    notebook["metadata"] = None
    return notebook


@form("another kernel, it says", 12)
def other_kernel(notebook, folder):
    notebook["metadata"]["kernelspec"] = {
        "name": "bash",
        "language": "bash",
        "display_name": "x",
    }
    return notebook


@form("nbformat 3", 12)
def nbformat_3(notebook, folder):
    cells = []
    for cell in notebook["cells"]:
        old = {k: v for k, v in cell.items() if k != "id"}
        if old["cell_type"] == "code":
            old["input"] = old.pop("source")
            old["language"] = "python"
        cells.append(old)
    return {
        "nbformat": 3,
        "nbformat_minor": 0,
        "metadata": {},
        "worksheets": [{"cells": cells}],
    }


@form("garbage after the JSON", 0)
def trailing_garbage(notebook, folder):
    return (json.dumps(notebook) + "}}garbage").encode()


@form("an empty file", 0)
def empty_file(notebook, folder):
    return b""


@form("JSON that is a list", 0)
def not_an_object(notebook, folder):
    return b"[1, 2]"


@form("the Korean Windows code page", 12)
def code_page_949(notebook, folder):
    find(notebook, "why")["source"] = "배치가 커지면 산술 강도가 커진다"
    return json.dumps(notebook, ensure_ascii=False).encode("cp949")


@form("a byte-order mark", 12)
def byte_order_mark(notebook, folder):
    return b"\xef\xbb\xbf" + json.dumps(notebook).encode()


@form("UTF-16", 12)
def utf_16(notebook, folder):
    return json.dumps(notebook).encode("utf-16")


@form("JSON three thousand deep in the metadata", 12)
def deep_json(notebook, folder):
    text = json.dumps(notebook)
    deep = '"metadata": {"deep": ' + "[" * 3000 + "]" * 3000 + "}"
    return text.replace('"metadata": {}', deep, 1).encode()


@form("JSON a million deep", 0)
def very_deep_json(notebook, folder):
    return b"[" * 1_000_000


@form("forty megabytes of stored output", 12)
def huge_stored_output(notebook, folder):
    find(notebook, "flops")["outputs"] = [
        {"output_type": "stream", "name": "stdout", "text": "Z" * 40_000_000}
    ]
    return notebook


@form("the notebook is a link", 0)
def notebook_is_a_link(notebook, folder):
    (folder / f"{NOTEBOOK}.ipynb").symlink_to("/etc/passwd")


@form("the notebook is a pipe", 0)
def notebook_is_a_pipe(notebook, folder):
    os.mkfifo(folder / f"{NOTEBOOK}.ipynb")


@form("a file beside it is a link to a secret", 12)
def file_is_a_link(notebook, folder):
    (folder / "data.txt").symlink_to("/etc/shadow")
    (folder / "everything").symlink_to("/")
    return notebook


@form("names in other normal forms and with control characters", 12)
def odd_names(notebook, folder):
    for name in (
        unicodedata.normalize("NFD", "과제_홍길동.txt"),
        "a\u202etxt.exe",
        "line\nbreak.txt",
    ):
        (folder / name).write_text("x")
    return notebook


@form("numpy.py beside the notebook", 0, base=NOTHING)
def shadow_numpy(notebook, folder):
    forger = "isclose = lambda *a, **k: True\ninteger = int\n"
    for name in (
        "numpy.py",
        "re.py",
        "math.py",
        "IPython.py",
        "sitecustomize.py",
        "json.py",
    ):
        (folder / name).write_text(forger)
    return notebook


@form("the notebook under a browser's name for copies", 12)
def renamed(notebook, folder):
    (folder / f"{NOTEBOOK} (1).ipynb").write_text(json.dumps(notebook))


@form("no source in an answer", 7)
def null_source(notebook, folder):
    find(notebook, "flops")["source"] = None
    find(notebook, "batch")["source"] = None
    return notebook


@form("characters that are no text in an answer", 12)
def nul_and_surrogates(notebook, folder):
    find(notebook, "why")["source"] = "a\x00b\ud800c"
    find(notebook, "batch")["source"] += "\nodd = 'a\ud83dz'"
    return notebook


@form("look-alike letters", 10)
def look_alike_names(notebook, folder):
    find(notebook, "flops")["source"] = "def flops_per_t\u043eken(n):\n    return 2 * n"
    return notebook


@form("Windows line ends", 12)
def line_ends(notebook, folder):
    for cell in notebook["cells"]:
        cell["source"] = (
            cell["source"].replace("\n", "\r\n")
            if isinstance(cell["source"], str)
            else [line.replace("\n", "\r\n") for line in cell["source"]]
        )
    return notebook


@form("many cells of the student's own", 12)
def many_cells(notebook, folder):
    extra = [
        {
            "cell_type": "code",
            "id": f"m{i}",
            "metadata": {},
            "source": f"x{i} = {i}",
            "outputs": [],
            "execution_count": None,
        }
        for i in range(300)
    ]
    notebook["cells"] = notebook["cells"][:3] + extra + notebook["cells"][3:]
    return notebook
