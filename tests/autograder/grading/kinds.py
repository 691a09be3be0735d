"""Assignments of many kinds, as instructors write them, with right and wrong answers.

Each kind is a list of cells.  An answer cell holds the model solution between
nbgrader's marks; `WRONG` gives other answers, so that a submission is the release
with some answers filled in.
"""
# ruff: noqa: E501  (cells of notebooks, one string each)

from textwrap import dedent


def text(source):
    return ("text", "", 0, source)


def free(source):
    return ("free", "", 0, dedent(source).strip())


def locked(name, source):
    return ("locked", name, 0, dedent(source).strip())


def answer(name, solution, before=""):
    body = f"### BEGIN SOLUTION\n{dedent(solution).strip()}\n### END SOLUTION"
    return ("answer", name, 0, before + body)


def check(name, points, source):
    return ("check", name, points, dedent(source).strip())


def manual(name, points, source, kind="markdown"):
    return (f"manual-{kind}", name, points, source)


KINDS = {}
WRONG = {}

KINDS["numpy"] = [
    text("# Arrays"),
    locked(
        "setup",
        "import numpy as np\nrng = np.random.default_rng(3)\ndata = np.arange(12.0).reshape(3, 4)\nfilled = np.zeros(3)",
    ),
    answer(
        "center",
        """
        def center(a):
            return a - a.mean(axis=0)
        """,
    ),
    check(
        "center_test",
        2,
        """
        assert isinstance(center(data), np.ndarray)
        assert center(data).shape == data.shape
        np.testing.assert_allclose(center(data).mean(axis=0), 0, atol=1e-12)
        ### BEGIN HIDDEN TESTS
        assert center(np.ones((2, 2), dtype=np.float32)).dtype == np.float32
        ### END HIDDEN TESTS
        """,
    ),
    answer("fill", "for i in range(3):\n    filled[i] = data[i].sum()"),
    check(
        "fill_test",
        2,
        "assert filled.tolist() == [6.0, 22.0, 38.0]\nassert filled.dtype == float",
    ),
    answer(
        "normalize",
        """
        def normalize(a):
            a -= a.min()
            a /= a.max()
        """,
    ),
    check(
        "normalize_test",
        2,
        """
        a = np.array([2.0, 4.0, 6.0])
        assert normalize(a) is None
        assert np.array_equal(a, [0.0, 0.5, 1.0])
        """,
    ),
    answer(
        "count",
        "count = np.int64((data > 3).sum())\nshape = data.shape\nmask = data > 3",
    ),
    check(
        "count_test",
        3,
        """
        points = 0
        if isinstance(count, (int, np.integer)) and count == 8: points += 1
        if shape == (3, 4): points += 1
        ### BEGIN HIDDEN TESTS
        if mask.dtype == bool and mask.sum() == 8: points += 1
        ### END HIDDEN TESTS
        points
        """,
    ),
    answer(
        "solve",
        """
        def solve(a, b, *, ridge=0.0):
            a = np.asarray(a, dtype=float)
            return np.linalg.solve(a + ridge * np.eye(len(a)), b)
        """,
    ),
    check(
        "solve_test",
        2,
        """
        assert np.allclose(solve([[2, 0], [0, 4]], [2, 4]), [1, 1])
        ### BEGIN HIDDEN TESTS
        try:
            solve([[0, 0], [0, 0]], [1, 1])
        except np.linalg.LinAlgError:
            pass
        else:
            raise AssertionError("singular matrices must raise LinAlgError")
        assert np.allclose(solve([[1, 0], [0, 1]], [2, 2], ridge=1.0), 1)
        ### END HIDDEN TESTS
        """,
    ),
]
WRONG["numpy"] = [
    {
        "center": "def center(a):\n    return a - a.mean()",
        "fill": "filled = [6, 22, 38]",
    },
    {
        "normalize": "def normalize(a):\n    return (a - a.min()) / a.max()",
        "count": "count = 8.0\nshape = [3, 4]\nmask = (data > 3).astype(int)",
    },
    {
        "solve": "def solve(a, b, ridge=0):\n    return np.linalg.pinv(a) @ b",
        "center": "def center(a):\n    return list(a)",
    },
]

KINDS["pandas"] = [
    locked(
        "setup",
        "import pandas as pd\nimport numpy as np\ndf = pd.DataFrame({'city': ['Seoul', 'Busan', 'Seoul', 'Daegu'], 'n': [3, 1, 5, 2], 'day': pd.to_datetime(['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04'])})",
    ),
    answer("total", "total = df.groupby('city')['n'].sum()"),
    check(
        "total_test",
        2,
        """
        assert isinstance(total, pd.Series)
        assert total['Seoul'] == 8
        ### BEGIN HIDDEN TESTS
        pd.testing.assert_series_equal(total, pd.Series({'Busan': 1, 'Daegu': 2, 'Seoul': 8}, name='n').rename_axis('city'))
        ### END HIDDEN TESTS
        """,
    ),
    answer("wide", "wide = df.assign(double=df.n * 2).set_index('day')"),
    check(
        "wide_test",
        2,
        """
        assert list(wide.columns) == ['city', 'n', 'double']
        assert wide.loc['2024-01-03', 'double'] == 10
        assert isinstance(wide.index, pd.DatetimeIndex)
        """,
    ),
    answer(
        "clean",
        """
        def clean(frame):
            return frame.dropna().reset_index(drop=True)
        """,
    ),
    check(
        "clean_test",
        2,
        """
        dirty = pd.DataFrame({'a': [1.0, np.nan, 3.0], 'b': ['x', 'y', None]})
        out = clean(dirty)
        assert len(out) == 1 and out.index.tolist() == [0]
        assert len(dirty) == 3
        """,
    ),
    answer(
        "add",
        """
        def add_rank(frame):
            frame['rank'] = frame['n'].rank().astype(int)
        """,
    ),
    check(
        "add_test",
        2,
        """
        small = pd.DataFrame({'n': [10, 30, 20]})
        add_rank(small)
        assert small['rank'].tolist() == [1, 3, 2]
        """,
    ),
    answer("cat", "kinds = df.city.astype('category')"),
    check(
        "cat_test",
        1,
        "assert kinds.dtype == 'category'\nassert kinds.cat.categories.tolist() == ['Busan', 'Daegu', 'Seoul']",
    ),
]
WRONG["pandas"] = [
    {
        "total": "total = df.groupby('city').sum(numeric_only=True)",
        "add": "def add_rank(frame):\n    return frame.assign(rank=1)",
    },
    {
        "wide": "wide = df.assign(double=df.n * 2)",
        "clean": "def clean(frame):\n    frame.dropna(inplace=True)\n    return frame",
    },
    {"cat": "kinds = df.city", "total": "total = {'Seoul': 8, 'Busan': 1, 'Daegu': 2}"},
]

KINDS["plots"] = [
    free("%matplotlib inline\nimport matplotlib.pyplot as plt\nimport numpy as np"),
    locked(
        "setup",
        "import matplotlib.pyplot as plt\nimport numpy as np\nx = np.linspace(0, 1, 5)",
    ),
    answer(
        "line",
        "fig, ax = plt.subplots()\nax.plot(x, x**2, label='square')\nax.set_title('Squares')\nax.set_xlabel('x')\nax.legend()\nplt.show()",
    ),
    check(
        "line_test",
        3,
        """
        points = 0
        if ax.get_title() == 'Squares': points += 1
        if len(ax.lines) == 1 and np.allclose(ax.lines[0].get_ydata(), x**2): points += 1
        ### BEGIN HIDDEN TESTS
        if ax.get_xlabel() == 'x' and [t.get_text() for t in ax.get_legend().get_texts()] == ['square']: points += 1
        ### END HIDDEN TESTS
        points
        """,
    ),
    answer(
        "bars",
        "def bars(ax, values):\n    ax.bar(range(len(values)), values)\n    return ax",
    ),
    check(
        "bars_test",
        2,
        """
        assert isinstance(ax, plt.Axes)
        assert len(fig.axes) == 1
        """,
    ),
    answer("grid", "figure, axes = plt.subplots(2, 2)\naxes[0, 1].set_yscale('log')"),
    check(
        "grid_test",
        2,
        """
        assert axes.shape == (2, 2)
        assert axes[0, 1].get_yscale() == 'log'
        assert axes[1, 1].get_yscale() == 'linear'
        """,
    ),
    manual("look", 2, "plt.scatter(x, x)", kind="code"),
]
WRONG["plots"] = [
    {
        "line": "plt.plot(x, x**2)\nplt.title('Squares')",
        "grid": "figure, axes = plt.subplots(2)",
    },
    {
        "line": "fig, ax = plt.subplots()\nax.plot(x, x)\nax.set_title('squares')",
        "look": "plt.plot(x)",
    },
    {"grid": "figure, axes = plt.subplots(2, 2)", "bars": "def bars(ax, values): pass"},
]

KINDS["classes"] = [
    locked(
        "setup",
        """
        import math

        class Shape:
            def __init__(self, name):
                self.name = name
            def describe(self):
                return f'{self.name}: {self.area():.2f}'

        class Node:
            def __init__(self, value, next=None):
                self.value = value
                self.next = next
        """,
    ),
    answer(
        "circle",
        """
        class Circle(Shape):
            def __init__(self, r):
                super().__init__('circle')
                self.r = r
            def area(self):
                return math.pi * self.r**2
        """,
    ),
    check(
        "circle_test",
        2,
        """
        c = Circle(2)
        assert isinstance(c, Shape)
        assert c.describe() == 'circle: 12.57'
        c.r = 1
        assert math.isclose(c.area(), math.pi)
        """,
    ),
    answer(
        "vector",
        """
        class Vector:
            def __init__(self, x, y):
                self.x, self.y = x, y
            def __add__(self, other):
                return Vector(self.x + other.x, self.y + other.y)
            def __mul__(self, k):
                return Vector(self.x * k, self.y * k)
            __rmul__ = __mul__
            def __eq__(self, other):
                return isinstance(other, Vector) and (self.x, self.y) == (other.x, other.y)
            def __repr__(self):
                return f'Vector({self.x}, {self.y})'
            def __len__(self):
                return 2
            def __getitem__(self, i):
                return (self.x, self.y)[i]
            def __lt__(self, other):
                return self.x < other.x
        """,
    ),
    check(
        "vector_test",
        4,
        """
        v, w = Vector(1, 2), Vector(3, 4)
        score = 0
        if v + w == Vector(4, 6): score += 1
        if repr(2 * v) == 'Vector(2, 4)' and str(v) == 'Vector(1, 2)': score += 1
        ### BEGIN HIDDEN TESTS
        if len(v) == 2 and v[0] == 1 and list(w) == [3, 4]: score += 1
        if sorted([w, v])[0] is v and v != w and not (v == (1, 2)): score += 1
        ### END HIDDEN TESTS
        score
        """,
    ),
    answer(
        "linked",
        """
        def length(node):
            n = 0
            while node is not None:
                n, node = n + 1, node.next
            return n

        def reverse(node):
            previous = None
            while node is not None:
                node.next, previous, node = previous, node, node.next
            return previous
        """,
    ),
    check(
        "linked_test",
        3,
        """
        chain = Node(1, Node(2, Node(3)))
        assert length(chain) == 3 and length(None) == 0
        back = reverse(chain)
        assert [back.value, back.next.value, back.next.next.value] == [3, 2, 1]
        assert isinstance(back, Node)
        assert chain.next is None
        """,
    ),
    answer(
        "account",
        """
        class Account:
            rate = 0.1
            def __init__(self):
                self._log = []
                self.balance = 0
            def deposit(self, x):
                if x <= 0:
                    raise ValueError('must be positive')
                self.balance += x
                self._log.append(x)
            @property
            def log(self):
                return list(self._log)
            @classmethod
            def opened_with(cls, x):
                made = cls()
                made.deposit(x)
                return made
            @staticmethod
            def currency():
                return 'KRW'
        """,
    ),
    check(
        "account_test",
        3,
        """
        a = Account.opened_with(5)
        assert a.balance == 5 and a.log == [5] and Account.currency() == 'KRW'
        assert type(a) == Account and type(a).__name__ == 'Account'
        assert hasattr(a, 'deposit') and not hasattr(a, 'withdraw')
        ### BEGIN HIDDEN TESTS
        try:
            a.deposit(-1)
            assert False, 'negative deposits must raise'
        except ValueError as e:
            assert str(e) == 'must be positive'
        assert Account.rate == 0.1
        ### END HIDDEN TESTS
        """,
    ),
    answer(
        "point",
        """
        from dataclasses import dataclass
        from collections import namedtuple
        @dataclass
        class Point:
            x: int
            y: int = 0
        Pair = namedtuple('Pair', 'a b')
        pair = Pair(1, 2)
        """,
    ),
    check(
        "point_test",
        2,
        """
        assert Point(1, 2) == Point(1, 2) and Point(3).y == 0
        assert pair.a == 1 and pair == (1, 2) and pair._fields == ('a', 'b')
        """,
    ),
]
WRONG["classes"] = [
    {
        "circle": "class Circle:\n    def __init__(self, r):\n        self.r = r\n    def area(self):\n        return 3 * self.r**2",
        "vector": "class Vector:\n    def __init__(self, x, y):\n        self.x, self.y = x, y",
    },
    {
        "linked": "def length(node):\n    return 3\ndef reverse(node):\n    return node",
        "account": "class Account:\n    def __init__(self):\n        self.balance = 0\n        self.log = []\n    def deposit(self, x):\n        self.balance += x\n        self.log.append(x)\n    @classmethod\n    def opened_with(cls, x):\n        a = cls(); a.deposit(x); return a\n    currency = staticmethod(lambda: 'KRW')\n    rate = 0.1",
    },
    {
        "point": "class Point:\n    def __init__(self, x, y=0):\n        self.x, self.y = x, y\npair = (1, 2)",
        "vector": "class Vector:\n    def __init__(self, x, y): self.x, self.y = x, y\n    def __add__(self, o): return Vector(self.x + o.x, self.y + o.y)\n    def __eq__(self, o): return self.x == o.x and self.y == o.y\n    def __repr__(self): return f'Vector({self.x}, {self.y})'\n    def __mul__(self, k): return Vector(self.x * k, self.y * k)",
    },
]

KINDS["exceptions"] = [
    answer(
        "check",
        """
        class TooBig(ValueError):
            def __init__(self, n):
                super().__init__(f'{n} is too big')
                self.n = n

        def checked(n):
            if not isinstance(n, int):
                raise TypeError('need an int')
            if n > 10:
                raise TooBig(n)
            return n
        """,
    ),
    check(
        "check_test",
        3,
        """
        score = 0
        try:
            checked('a')
        except TypeError:
            score += 1
        try:
            checked(11)
        except TooBig as e:
            if e.n == 11 and isinstance(e, ValueError): score += 1
        ### BEGIN HIDDEN TESTS
        try:
            checked(12)
        except ValueError as e:
            if str(e) == '12 is too big': score += 1
        ### END HIDDEN TESTS
        score
        """,
    ),
    answer(
        "divide",
        """
        def divide(a, b):
            try:
                return a / b
            except ZeroDivisionError:
                return None
        """,
    ),
    check("divide_test", 2, "assert divide(1, 2) == 0.5\nassert divide(1, 0) is None"),
    check(
        "unittest_test",
        2,
        """
        import unittest
        class T(unittest.TestCase):
            def test_a(self):
                with self.assertRaises(TypeError):
                    checked(1.5)
            def test_b(self):
                self.assertEqual(checked(3), 3)
                self.assertAlmostEqual(divide(1, 3), 0.3333333, places=5)
        result = unittest.TextTestRunner(stream=__import__('io').StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(T))
        assert result.wasSuccessful()
        """,
    ),
    answer(
        "manager",
        """
        from contextlib import contextmanager
        events = []
        @contextmanager
        def tag(name):
            events.append('open ' + name)
            yield name.upper()
            events.append('close ' + name)
        """,
    ),
    check(
        "manager_test",
        2,
        """
        with tag('p') as t:
            assert t == 'P'
            assert events[-1] == 'open p'
        assert events == ['open p', 'close p']
        """,
    ),
]
WRONG["exceptions"] = [
    {
        "check": "class TooBig(Exception):\n    pass\ndef checked(n):\n    if n > 10:\n        raise TooBig('no')\n    return n"
    },
    {
        "divide": "def divide(a, b):\n    return a / b",
        "manager": "events = []\ndef tag(name):\n    return name",
    },
    {
        "check": "def checked(n):\n    assert n <= 10\n    return n",
        "divide": "def divide(a, b):\n    return a // b if b else None",
    },
]

KINDS["random"] = [
    locked(
        "setup", "import random\nimport numpy as np\nrandom.seed(7)\nnp.random.seed(7)"
    ),
    answer(
        "walk",
        """
        def walk(n, rng=None):
            rng = rng or np.random.default_rng(0)
            return np.cumsum(rng.choice([-1, 1], size=n))
        """,
    ),
    check(
        "walk_test",
        2,
        """
        w = walk(1000)
        assert len(w) == 1000 and set(np.abs(np.diff(w))) == {1}
        assert np.array_equal(walk(10, np.random.default_rng(5)), walk(10, np.random.default_rng(5)))
        """,
    ),
    answer(
        "dice",
        "def dice():\n    return random.randint(1, 6)\ndraws = [dice() for _ in range(600)]\nfirst = np.random.rand()",
    ),
    check(
        "dice_test",
        3,
        """
        score = 0
        if set(draws) == {1, 2, 3, 4, 5, 6}: score += 1
        if round(float(first), 6) == 0.076308: score += 1
        random.seed(1); a = [dice() for _ in range(5)]
        random.seed(1); b = [dice() for _ in range(5)]
        if all(1 <= d <= 6 for d in a + b): score += 1
        score
        """,
    ),
    answer(
        "shuffle",
        """
        def shuffled(xs):
            ys = list(xs)
            random.shuffle(ys)
            return ys
        """,
    ),
    check(
        "shuffle_test",
        1,
        "xs = [1, 2, 3, 4]\nassert sorted(shuffled(xs)) == xs\nassert xs == [1, 2, 3, 4]",
    ),
]
WRONG["random"] = [
    {
        "walk": "def walk(n, rng=None):\n    return np.zeros(n)",
        "dice": "def dice():\n    return 7\ndraws = [dice()]\nfirst = 0",
    },
    {"shuffle": "def shuffled(xs):\n    random.shuffle(xs)\n    return xs + [0]"},
    {
        "dice": "def dice():\n    return random.randint(0, 6)\ndraws = [dice() for _ in range(600)]\nfirst = 0.5"
    },
]

KINDS["files"] = [
    locked(
        "setup",
        "import csv, json, os\nfrom pathlib import Path\nimport helper\nLIMIT = 3",
    ),
    answer(
        "read",
        "with open('data.csv') as f:\n    rows = list(csv.DictReader(f))\ntotal = sum(int(r['n']) for r in rows)",
    ),
    check(
        "read_test",
        2,
        "assert len(rows) == 3 and rows[0]['name'] == 'a'\nassert total == 6",
    ),
    answer("write", "Path('out.json').write_text(json.dumps({'total': total}))"),
    check(
        "write_test",
        2,
        """
        assert os.path.exists('out.json')
        with open('out.json') as f:
            assert json.load(f) == {'total': 6}
        """,
    ),
    answer("use", "doubled = helper.double(total)\nbox = helper.Box(4)"),
    check(
        "use_test",
        2,
        """
        assert doubled == helper.double(6)
        assert isinstance(box, helper.Box) and box.size == 4
        """,
    ),
    answer(
        "shown",
        "def show(n):\n    print('n =', n)\n    for i in range(n):\n        print(i, end=' ')",
    ),
    check(
        "shown_test",
        2,
        """
        import io
        from contextlib import redirect_stdout
        out = io.StringIO()
        with redirect_stdout(out):
            show(LIMIT)
        assert out.getvalue() == 'n = 3\\n0 1 2 '
        """,
    ),
    free("%%writefile mymodule.py\ndef triple(x):\n    return 3 * x"),
    answer("module", "import mymodule\nnine = mymodule.triple(3)"),
    check(
        "module_test",
        1,
        "from mymodule import triple\nassert triple(4) == 12 and nine == 9",
    ),
]
FILES = {
    "data.csv": "name,n\na,1\nb,2\nc,3\n",
    "helper.py": "class Box:\n    def __init__(self, size):\n        self.size = size\n\n\ndef double(x):\n    return 2 * x\n",
}
WRONG["files"] = [
    {"read": "rows = []\ntotal = 0", "shown": "def show(n):\n    print(n)"},
    {"write": "pass", "use": "doubled = 13\nbox = 4"},
    {"module": "nine = 9", "shown": "def show(n):\n    return 'n = 3'"},
]

KINDS["functions"] = [
    locked(
        "setup",
        "import inspect\ncalls = []\ndef trace(f):\n    def inner(*a):\n        calls.append(a)\n        return f(*a)\n    return inner",
    ),
    answer("compose", "def compose(f, g):\n    return lambda x: f(g(x))"),
    check(
        "compose_test",
        2,
        "h = compose(lambda x: x + 1, lambda x: x * 2)\nassert h(5) == 11\nassert compose(str, abs)(-3) == '3'",
    ),
    answer(
        "evens",
        "def evens(n):\n    for i in range(n):\n        if i % 2 == 0:\n            yield i\nsquares = [i**2 for i in range(5)]\nlookup = {i: chr(97 + i) for i in range(3)}",
    ),
    check(
        "evens_test",
        3,
        """
        score = 0
        g = evens(7)
        if next(g) == 0 and next(g) == 2 and list(g) == [4, 6]: score += 1
        if inspect.isgeneratorfunction(evens) or hasattr(evens(1), '__next__'): score += 1
        if squares == [0, 1, 4, 9, 16] and lookup[2] == 'c': score += 1
        score
        """,
    ),
    answer(
        "sort",
        "def bubble(xs):\n    for i in range(len(xs)):\n        for j in range(len(xs) - 1):\n            if xs[j] > xs[j + 1]:\n                xs[j], xs[j + 1] = xs[j + 1], xs[j]",
    ),
    check(
        "sort_test",
        2,
        "xs = [3, 1, 2]\nys = xs\nbubble(xs)\nassert xs == [1, 2, 3] and ys is xs\nassert bubble([]) is None",
    ),
    answer(
        "memo",
        "cache = {}\ndef fib(n):\n    if n < 2:\n        return n\n    if n not in cache:\n        cache[n] = fib(n - 1) + fib(n - 2)\n    return cache[n]",
    ),
    check(
        "memo_test",
        2,
        "assert fib(60) == 1548008755920\nassert cache[10] == 55\nassert len(cache) == 59",
    ),
    answer(
        "counter",
        "count = 0\ndef bump(by=1):\n    '''Add to count.'''\n    global count\n    count += by\n    return count",
    ),
    check(
        "counter_test",
        3,
        """
        count = 0
        bump(); bump(by=5)
        assert count == 6
        assert bump.__doc__ == 'Add to count.'
        assert list(inspect.signature(bump).parameters) == ['by']
        assert 'global' in inspect.getsource(bump)
        """,
    ),
    answer(
        "ask", "def greet():\n    name = input('name? ')\n    print('hello ' + name)"
    ),
    check(
        "ask_test",
        2,
        """
        from unittest.mock import patch
        with patch('builtins.input', return_value='Kim'), patch('builtins.print') as p:
            greet()
        p.assert_called_with('hello Kim')
        """,
    ),
    check(
        "names_test",
        2,
        """
        assert 'squares' in globals() and 'nothing' not in globals()
        assert callable(compose)
        del squares
        try:
            squares
        except NameError:
            pass
        else:
            raise AssertionError
        """,
    ),
]
WRONG["functions"] = [
    {
        "compose": "def compose(f, g):\n    return lambda x: g(f(x))",
        "memo": "cache = {}\ndef fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2) if n < 20 else 0",
    },
    {
        "evens": "def evens(n):\n    return [i for i in range(n) if i % 2 == 0]\nsquares = (0, 1, 4, 9, 16)\nlookup = ['a', 'b', 'c']",
        "sort": "def bubble(xs):\n    return sorted(xs)",
    },
    {
        "counter": "count = 0\ndef bump(by=1):\n    return count + by",
        "ask": "def greet():\n    print('hello Kim')",
    },
]

KINDS["notebook"] = [
    locked("setup", "from IPython.display import display\nimport math"),
    answer(
        "await_",
        "import asyncio\nasync def slow(x):\n    await asyncio.sleep(0)\n    return x * 2\nvalue = await slow(21)",
    ),
    check("await_test", 2, "assert value == 42\nassert (await slow(1)) == 2"),
    answer("main", "ran = False\nif __name__ == '__main__':\n    ran = True"),
    check("main_test", 1, "assert ran"),
    answer("magic", "%time z = 3\nwhere = %pwd\nlines = !echo one; echo two"),
    check("magic_test", 2, "assert z == 3\nassert list(lines) == ['one', 'two']"),
    check("capture_test", 1, "%%capture out\nprint('x')"),
    answer("last", "17"),
    check("slip_false", 2, "value == 41"),
    check("slip_warn", 2, "import sys\nassert value == 42"),
    check("slip_semi", 2, "0.5;"),
    check("slip_text", 2, "'0.0'"),
    check(
        "helper_test",
        2,
        """
        def near(a, b):
            return abs(a - b) < tolerance
        tolerance = 1e-9
        assert near(value, 42)
        """,
    ),
    check("helper_again", 2, "assert near(value, 42) and not near(value, 41)"),
    manual("why", 3, "Why?"),
]
WRONG["notebook"] = [
    {"await_": "value = 41", "main": "ran = __name__ == 'main'"},
    {"magic": "z = 4\nlines = ['one']", "why": "because"},
]
