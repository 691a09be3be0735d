"""`{usage}`: what a command says of itself under `--help`, in the page's language.

The text is asked of the command when the page is built, so page and command agree.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).resolve().parents[2]
MODULES = {"intensity": "intensity.cli", "autograder": "autograder"}
WIDTH = 72
LABEL = {"ko": "{} 사용법", "en": "How to use {}"}


def help_of(command: str, language: str) -> str:
    """The help text of a command line such as "intensity cost"."""
    program, *rest = shlex.split(command)
    done = subprocess.run(
        [sys.executable, "-m", MODULES[program], *rest, "--help"],
        cwd=ROOT,
        env={
            **os.environ,
            "INTENSITY_LANG": language,
            "COLUMNS": str(WIDTH),
            "PYTHONIOENCODING": "utf-8",
            "NO_COLOR": "1",
        },
        capture_output=True,
        check=True,
    )
    return done.stdout.decode("utf-8").replace("cli.py", program).rstrip()


class Usage(SphinxDirective):
    """The directive; its argument is the command without `--help`."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """The help text, or an error that names what cannot be run."""
        command = self.arguments[0]
        if command.split()[0] not in MODULES:
            raise self.error(f"{command!r}: no such command; known: {list(MODULES)}")
        for folder in ("src/intensity", "autograder/commands"):
            for path in (ROOT / folder).glob("*.py"):
                self.env.note_dependency(str(path))
        said = escape(f"$ {command} --help\n{help_of(command, self.config.language)}")
        label = escape(LABEL[self.config.language].format(command))
        return [
            nodes.raw(
                "",
                f'<div class="highlight usage"><pre tabindex="0" role="region" '
                f'aria-label="{label}">{said}</pre></div>',
                format="html",
            )
        ]


def setup(app: Any) -> dict[str, Any]:
    """Offer the directive."""
    app.add_directive("usage", Usage)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
