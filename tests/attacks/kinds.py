"""Hostile answers to checks of particular kinds: one check, one honest answer, one not.

Where hostile.py attacks an ordinary assignment, each of these needs a check that does
something of its own with the student's values: hands over an object, rebinds a name,
expects an exception.  `@` in a text stands for the kind's name.
"""

import textwrap
from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """A check, an answer that passes it, and one that must not."""

    name: str
    what: str
    check: str
    honest: str
    hostile: str


KINDS = []


def kind(name, what, *, check, honest, hostile):
    texts = (textwrap.dedent(t).strip().replace("@", name) for t in (check, honest))
    hostile = textwrap.dedent(hostile).strip().replace("@", name)
    KINDS.append(Kind(name, what, *texts, hostile))


LIAR = """
    class Liar_@:
        __eq__ = __lt__ = __gt__ = __le__ = __ge__ = lambda s, o: True
        __ne__ = lambda s, o: False
        __sub__ = __rsub__ = __add__ = __mul__ = lambda s, o: Liar_@()
        __abs__ = __neg__ = lambda s: Liar_@()
        __bool__ = lambda s: True
        __hash__ = lambda s: 0
    Liar_@.__module__, Liar_@.__qualname__ = {!r}, {!r}
    answer_@ = lambda *a: Liar_@()
"""
for _module, _name in {
    "numpy": "float64",
    "numpy.ma": "MaskedArray",
    "matplotlib.axes": "Axes",
    "autograder.grading.remote": "Remote",
    "collections": "Counter",
}.items():
    kind(
        f"liar_of_{_module.replace('.', '_')}",
        f"an object that agrees with everything and says it is {_module}'s",
        check="""
            assert answer_@(3) == 6
            assert abs(answer_@(4) - 8) < 1e-9
        """,
        honest="answer_@ = lambda n: 2 * n",
        hostile=LIAR.format(_module, _name),
    )

HONEST_MONEY = """
    class Money_@:
        def __init__(self, won):
            self.won = won
        def __eq__(self, other):
            return self.won == (other.won if isinstance(other, Money_@) else other)
        def __sub__(self, other):
            return self.won - other
        def __add__(self, other):
            return Money_@(self.won + other)
        def total(self):
            return self.won
        def label(self):
            return f"{self.won} won"
"""
for _what, _change in {
    "equal": "__eq__ = lambda s, o: True",
    "never_unequal": "__ne__ = lambda s, o: False",
    "arrays": "__eq__ = lambda s, o: np.ones(3, bool)",
    "nothing_left": "__sub__ = __rsub__ = lambda s, o: 0.0",
}.items():
    kind(
        f"class_that_is_{_what}",
        "an instance of the class that was asked for, in place of every answer",
        check="""
            money = Money_@(500)
            assert money == 500
            assert (money + 300) == 800
            assert (money + 300) != 300
            assert abs(Money_@(40) - 40) < 1e-9
            assert money.total() == 500 and not money.total() != 500
            assert np.all(Money_@(7).total() == 7)
            assert abs(money.total() - 500) < 1e-9
            assert money.label() == "500 won"
        """,
        honest=HONEST_MONEY,
        hostile=f"""
            class Money_@:
                def __init__(self, *a):
                    pass
                __add__ = total = label = lambda s, *a: Money_@()
                __abs__ = lambda s: 0.0
                {_change}
        """,
    )

# ---------------------------------------------------------------- into the checker

kind(
    "frame_of_a_generator",
    "from a generator that a check hands over to the check's names, and its shell",
    check="""
        width_@ = 5
        assert answer_@(n for n in range(4)) == 6
        assert answer_@(n for n in range(width_@)) == 10
    """,
    honest="answer_@ = lambda numbers: sum(numbers)",
    hostile="""
        def answer_@(numbers):
            steps = (
                lambda: numbers.gi_frame.f_globals["get_ipython"]().run_cell(
                    "assert 0, 'LEAKED'"),
                lambda: numbers.gi_frame.f_globals["width_@"],
                lambda: numbers.gi_frame.f_back,
                lambda: numbers.gi_code.co_consts,
                lambda: numbers.gi_frame.f_builtins["open"],
            )
            for step in steps:
                try:
                    print("LEAKED", step())
                except Exception:
                    pass
            return 6
    """,
)
kind(
    "method_of_the_shell",
    "an object of the checks is asked for what it is made of",
    check="""
        class Meter_@:
            def __init__(self):
                self.seen = []
            def read(self, value):
                self.seen.append(value)
                return len(self.seen)
        meter = Meter_@()
        assert answer_@(meter) == 2
        assert meter.seen == [1, 2]
    """,
    honest="""
        def answer_@(meter):
            meter.read(1)
            return meter.read(2)
    """,
    hostile="""
        def answer_@(meter):
            ways = (
                lambda: meter.__class__.__init__.__globals__,
                lambda: meter.read.__globals__,
                lambda: meter.read.__func__.__globals__,
                lambda: meter.seen.__class__.__globals__,
            )
            for way in ways:
                try:
                    if "Meter_@" in way():
                        print("LEAKED")
                except Exception:
                    pass
            return 0
    """,
)
kind(
    "path_to_the_secrets",
    "a path that a check hands over opens files as the checker",
    check="""
        import pathlib
        assert answer_@(pathlib.Path("sizes_@.txt")) == "sizes_@"
    """,
    honest="answer_@ = lambda path: path.stem",
    hostile="""
        def answer_@(path):
            for place in ("/etc/shadow", "/proc/1/environ", "/etc/passwd"):
                try:
                    print("LEAKED", path.joinpath(place).read_text()[:80])
                except Exception:
                    pass
            return 0
    """,
)
kind(
    "attach_a_database",
    "a connection that a check hands over attaches another database",
    check="""
        import sqlite3, os
        other = os.path.abspath("other_@.db")
        sqlite3.connect(other).executescript("create table if not exists t (n)")
        base = sqlite3.connect(":memory:")
        base.executescript("create table sizes (n); insert into sizes values (7)")
        assert answer_@(base) == 7
    """,
    honest="""
        def answer_@(base):
            return base.execute("select n from sizes").fetchone()[0]
    """,
    hostile="""
        def answer_@(base):
            try:
                base.set_authorizer(None)
            except Exception:
                pass
            try:
                base.execute("attach 'other_@.db' as other")
                print("LEAKED")
                base.enable_load_extension(True)
                print("LEAKED")
            except Exception:
                pass
            return 0
    """,
)
kind(
    "call_what_was_not_lent",
    "a value of the check's is called as if it had been lent",
    check="""
        assert answer_@([4, 2, 9], len) == 3
        assert answer_@([1], len) == 1
    """,
    honest="answer_@ = lambda items, measure: measure(items)",
    hostile="""
        def answer_@(items, measure):
            import gc, sys
            child = sys.modules["autograder.execution.child"]
            (me,) = [one for one in gc.get_objects() if type(one) is child.Child]
            for number in range(-40, 0):
                try:
                    print("LEAKED", me._ask_back(number, "getattr", ["append"], {}))
                except Exception:
                    pass
            return 0
    """,
)

for _name, _made in {
    "old": "open('@.df', 'wb').write(pickle.dumps(Runs_@(), protocol=0))",
    "packed": "gzip.open('@.df', 'wb').write(pickle.dumps(Runs_@()))",
}.items():
    kind(
        f"pickle_{_name}",
        "a table for pandas to read that is a program",
        check="""
            import pandas as pd, pickle
            try:
                total = pd.read_csv("@.df")["n"].sum()
            except Exception:
                packing = None if "old" in "@" else "gzip"
                total = pd.read_pickle("@.df", compression=packing)
            assert total == 3
        """,
        honest="open('@.df', 'w').write('n\\n1\\n2\\n')",
        hostile=f"""
            import gzip, pickle
            class Runs_@:
                def __reduce__(self):
                    return eval, ("print('LEAKED') or 3",)
            {_made}
        """,
    )

# ---------------------------------------------------------------- no answer at all

for _name, _test in {
    "allclose": "assert np.allclose(answer_@(3), 6)",
    "assert_allclose": "np.testing.assert_allclose(answer_@(3), 6)",
    "assert_equal": "np.testing.assert_array_equal(answer_@(3), 6)",
}.items():
    kind(
        f"nothing_is_{_name}",
        "an array without elements agrees with every number",
        check=_test,
        honest="answer_@ = lambda n: 2 * n",
        hostile="answer_@ = lambda n: np.zeros(0)",
    )

# ---------------------------------------------------------------- errors that steer

for _module, _name in {
    "unittest.case": "SkipTest",
    "autograder.grading.line": "CrossingError",
    "autograder.execution.values": "NotPlainError",
    "autograder.grading.nursery": "LostError",
    "autograder.grading.limits": "CheckTimeoutError",
    "intensity.language": "CourseError",
    "builtins": "BaseExceptionGroup",
    "asyncio.exceptions": "CancelledError",
    "bdb": "BdbQuit",
    "IPython.core.error": "UsageError",
    "subprocess": "CalledProcessError",
}.items():
    kind(
        f"raises_{_name}",
        f"a test in a test framework meets {_name}",
        check="""
            import unittest
            class Test_@(unittest.TestCase):
                def test(self):
                    self.assertEqual(answer_@(3), 6)
            loaded = unittest.defaultTestLoader.loadTestsFromTestCase(Test_@)
            result = unittest.TestResult()
            loaded.run(result)
            assert result.testsRun == 1 and result.wasSuccessful()
            assert answer_@(4) == 8
        """,
        honest="answer_@ = lambda n: 2 * n",
        hostile=f"""
            class Error_@(Exception):
                pass
            Error_@.__module__, Error_@.__qualname__ = {_module!r}, {_name!r}
            def answer_@(n):
                raise Error_@("a", "b")
        """,
    )
kind(
    "error_without_words",
    "an error made of an object that cannot say what it is",
    check="assert answer_@(3) == 6",
    honest="answer_@ = lambda n: 2 * n",
    hostile="""
        class Mute_@:
            def __repr__(self):
                raise KeyError(self)
            __str__ = __repr__
        def answer_@(n):
            raise ValueError(Mute_@())
    """,
)
kind(
    "rebound_with_an_error",
    "the process answers a rebinding of its name with an error of the grader's",
    check="""
        base_@ = 5
        assert answer_@(3) == 8
        base_@ = 6
    """,
    honest="base_@ = 1\nanswer_@ = lambda n: n + base_@",
    hostile="""
        base_@ = 1
        answer_@ = lambda n: n + base_@
        import sys
        def refuse(child, *_):
            raise MemoryError("x")
        sys.modules["autograder.execution.operations"].OPERATIONS["set"] = refuse
    """,
)

# ---------------------------------------------------------------- answers of no form

for _name, _change in {
    "printed": "m['printed'] = [['stdout']]",
    "printed_numbers": "m['printed'] = [['stdout', 5]]",
    "warned": "m['warned'] = [['x', 'y', 'z']]",
    "changed": "m['changed'] = [['@', 1, 2], ['l']]",
    "raised": "m.clear(); m['raise'] = 1; m['args'] = [['l']]",
    "raised_fields": "m.clear(); m['raise'] = 1; m['fields'] = [[1, 2, 3]]",
    "no_tag": "m['ok'] = []",
    "a_shape": "m['ok'] = ['a', 5, '<f8', [1 << 39], 'C', 'ndarray', 0]",
    "a_clock": "m['ok'] = ['pt', 'Timestamp', 5, 'ns', 'dateutil//etc/passwd']",
    "a_class": "m['ok'] = ['object', 9, 9, None]",
    "a_named_tuple": (
        "m['classes'] = {'9': {'path': ['x', 'a'], 'line': [['builtins', 'tuple']], "
        "'special': [], 'fields': ['def', '_'], 'enum': 0}}; "
        "m['ok'] = ['object', 8, 9, ['t', [1, 2]]]"
    ),
    "a_null_name": (
        "m['classes'] = {'9': {'path': ['x', 'a\\0b'], "
        "'line': [['builtins', 'Exception']], 'special': [], 'fields': []}}; "
        "m.pop('ok'); m['raise'] = 9"
    ),
}.items():
    kind(
        f"answers_{_name}",
        f"an answer that is malformed in {_name}",
        check="assert answer_@(3) == 6",
        honest="answer_@ = lambda n: 2 * n",
        hostile=f"""
            import sys
            child = sys.modules["autograder.execution.child"]
            plain = child.Child._send
            def send(self, frame):
                m = dict(frame.message)
                if m.get("ok") == 123454321:
                    {_change}
                plain(self, child.Frame(message=m, blocks=frame.blocks))
            child.Child._send = send
            answer_@ = lambda n: 123454321
        """,
    )

# ---------------------------------------------------------------- files

for _name, _listing in {
    "no_entries": "[5, None, [], ()]",
    "pairs": "[('x.csv', 1)]",
    "numbers": "[(5, 1, 1), ('x.csv', 'a', None)]",
    "no_name": "[('', 1, 1), ('.', 1, 1), ('a\\0b', 1, 1)]",
    "long_names": "[('x' * 5000, 1, 1), ('y/' * 3000 + 'z', 1, 1)]",
    "ways_out": "[('../../x.csv', 1, 1), ('/tmp/x.csv', 1, 1), ('a/../../x', 1, 1)]",
    "a_folder_in_a_file": "[('sizes_@.csv', 1, 1), ('sizes_@.csv/x', 1, 1)]",
}.items():
    kind(
        f"lists_files_as_{_name}",
        f"the process lists its files as {_name}",
        check="""
            try:
                text = open("sizes_@.csv").read()
            except OSError:
                text = ""
            assert text == "n\\n3\\n"
        """,
        honest="file = open('sizes_@.csv', 'w')\nfile.write('n\\n3\\n'); file.close()",
        hostile=f"""
            import sys
            operations = sys.modules["autograder.execution.operations"].OPERATIONS
            plain_@ = operations["files"]
            operations["files"] = lambda child: [
                one for one in plain_@(child) if one[0] != "sizes_@.csv"
            ] + {_listing}
        """,
    )
kind(
    "folder_nobody_may_open",
    "a folder that cannot be listed",
    check="""
        import os
        assert os.path.exists("sizes_@.csv")
    """,
    honest="open('sizes_@.csv', 'w').close()",
    hostile="import os\nos.mkdir('closed_@')\nos.chmod('closed_@', 0)",
)
