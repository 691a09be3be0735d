"""Figures are made quicker, and stay what matplotlib makes of them."""

import json
import subprocess
import sys

import pytest

FIGURES = {
    "log": "a.loglog([1, 10, 512], [1, 2, 3e9]); a.set_xlabel('batch')",
    "semilog": "a.semilogx([1, 1e4], [1, 2]); a.grid(True, which='both')",
    "symlog": "a.plot([-5, 5], [1, 2]); a.set_yscale('symlog')",
    "many ticks": "a.plot(range(9)); a.set_xticks(range(40)); a.minorticks_on()",
    "turned labels": "a.bar(list('abcdefgh'), range(8)); a.tick_params(rotation=60)",
    "changed tick": (
        "a.plot(range(9)); t = a.xaxis.get_major_ticks(); t[1].label1.set_size(30)\n"
        "t[2].label1.set_color('r'); t[3].gridline.set_visible(True)\n"
        "t[4].tick1line.set_markersize(20); t[0].label1.set_text('zero')"
    ),
    "hidden ticks": "a.plot(range(9)); a.tick_params(labelbottom=False, top=True)",
    "equal": "a.plot([0, 9], [0, 2]); a.set_aspect('equal'); a.set_title('t')",
    "image": "f.colorbar(a.imshow([[1, 2], [3, 4]]), ax=a)",
    "twin": "a.plot([1, 2]); b = a.twinx(); b.plot([900, 3]); b.set_ylabel('other')",
    "outside": "a.plot([1, 2], label='x'); a.legend(bbox_to_anchor=(1.5, 1.2))",
    "polar": "f.clear(); a = f.add_subplot(projection='polar'); a.plot([0, 3], [1, 9])",
    "space": (
        "f.clear(); a = f.add_subplot(projection='3d')\n"
        "a.plot([0, 1], [1, 3], [2, 1]); a.set_zlabel('z')"
    ),
    "shared": (
        "plt.close(f); f, rows = plt.subplots(2, 2, sharex=True, sharey='row')\n"
        "rows[0][0].plot([1, 1000]); rows[1][1].semilogx([1, 1e6], [0, 1])\n"
        "f.align_labels(); f.suptitle('all')"
    ),
    "constrained": "f.set_layout_engine('constrained'); a.set_ylabel('y'); a.plot([7])",
    "dates": (
        "import datetime as d\n"
        "a.plot([d.date(2026, 1, 1), d.date(2026, 9, 1)], [1, 2]); f.autofmt_xdate()"
    ),
    "no axes asked for": "plt.close(f); plt.plot([1, 5]); f = plt.gcf()",
    "own size": "plt.close(f); f, a = plt.subplots(figsize=(3, 5)); a.plot([1, 2])",
    "a place in three": (
        "plt.close(f); f = plt.figure(figsize=(6, 2))\n"
        "f.add_subplot(132).plot([1, 4])\n"
        "f.add_subplot(1, 3, (1, 1)).semilogy([1, 99]); f.tight_layout()"
    ),
    "own box": "f.clear(); f.add_axes([0.3, 0.3, 0.5, 0.6]).plot([1, 2])",
    "dark": (
        "plt.close(f)\nwith plt.style.context('dark_background'):\n"
        "    f, a = plt.subplots()\n    a.plot([3, 1]); a.grid()"
    ),
    "own grey": "plt.close(f); f = plt.figure(facecolor='0.7'); plt.scatter([1], [2])",
    "cleared": "a.plot([1, 2]); f.clf(); a = f.subplots(); a.plot([4, 2])",
    "own dpi": "f.set_dpi(50); a.plot([1, 1e6]); a.xaxis.set_ticks_position('top')",
}

PROGRAM = """
import hashlib, io, json, sys
import matplotlib
from autograder.execution import figures, pages
matplotlib.use(figures.INLINE)
import matplotlib.pyplot as plt
from IPython.core import pylabtools
from PIL import Image
from autograder.execution.recorder import Recorder
plt.close(plt.figure())
if sys.argv[2] == "ours":
    figures.hasten()
    pages.PAGES = 99
    pages.provide()
    pylabtools.print_figure = figures.printer(Recorder(), pylabtools.print_figure)
found = {}
cases = json.loads(sys.argv[1])
cases["dark"] = cases.pop("dark")  # last: after it no blank page is left
for name, source in cases.items():
    f, a = plt.subplots()
    space = {"plt": plt, "f": f, "a": a}
    exec(source, space)
    f = space["f"]
    f.canvas.get_renderer()
    png = pylabtools.print_figure(f, "png", bbox_inches="tight")
    picture = Image.open(io.BytesIO(png)).convert("RGBA")
    found[name] = [picture.size, hashlib.sha256(picture.tobytes()).hexdigest()]
    # What a check cell asks for afterwards.
    found[name] += [
        [[t.get_text(), repr(t.get_position())] for t in axes.get_xticklabels()]
        for axes in f.axes
    ]
    plt.close("all")
print(json.dumps(found))
"""


def made(how):
    argv = [sys.executable, "-W", "ignore", "-c", PROGRAM, json.dumps(FIGURES), how]
    run = subprocess.run(argv, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


@pytest.fixture(scope="module")
def pictures():
    return made("ours"), made("matplotlib's")


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_matplotlibs_own_pixel_for_pixel(pictures, name):
    ours, theirs = pictures
    assert ours[name] == theirs[name]


def test_ticks_that_were_copied_can_be_changed_one_by_one():
    program = """
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
from autograder.execution import figures
figures.hasten()
f, a = plt.subplots()
a.plot(range(9))
f.canvas.draw()
one, other = a.xaxis.get_major_ticks()[4:6]
one.label1.set_fontsize(30)
one.label1.set_color("red")
one.tick1line.set_marker("o")
heard = []
one.label1.add_callback(heard.append)
other.label1.set_alpha(0.5)
assert other.label1.get_fontsize() == 10 and other.label1.get_color() == "black"
assert other.tick1line.get_marker() != "o" and one.label1.get_alpha() is None
assert one.get_loc() != other.get_loc() and heard == []
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], check=True)
