"""A progress bar with an estimate of the time left, on standard error."""

from __future__ import annotations

import sys
import time
from typing import TextIO

from intensity.language import Text

WIDTH = 24
EVERY_S = 0.2
LINE_EVERY_S = 15.0


def clock(seconds: float) -> str:
    """Hours, minutes and seconds.

    >>> clock(75), clock(3661)
    ('1:15', '1:01:01')
    """
    minutes, second = divmod(round(seconds), 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"


class Progress:
    """Counts to `total`; redraws a line on a terminal, else writes one now and then."""

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self.total = total
        self.count = 0
        self.failed = 0
        self._stream = stream or sys.stderr
        self._started = time.monotonic()
        self._drawn = self._started
        self._live = self._stream.isatty()

    def step(self, *, failed: bool = False) -> None:
        """One more is finished."""
        self.count += 1
        self.failed += failed
        now = time.monotonic()
        every = EVERY_S if self._live else LINE_EVERY_S
        if now - self._drawn >= every or self.count == self.total:
            self._drawn = now
            self._draw(now - self._started)

    def close(self) -> None:
        """Leave the bar where it is and start a new line."""
        if self._live and self.count:
            self._stream.write("\n")

    def line(self, elapsed: float) -> str:
        """What the bar says after `elapsed` seconds."""
        full = WIDTH * self.count // max(self.total, 1)
        rate = self.count / elapsed if elapsed > 0 else 0.0
        left = clock((self.total - self.count) / rate) if rate else "-"
        words = Text(
            f"{rate:.1f}개/초, 남은 시간 {left}", f"{rate:.1f}/s, {left} left"
        ).say()
        failed = Text(f", 실패 {self.failed}", f", {self.failed} failed").say()
        return (
            f"[{'#' * full}{'.' * (WIDTH - full)}] {self.count}/{self.total} {words}"
            f"{failed if self.failed else ''}"
        )

    def _draw(self, elapsed: float) -> None:
        text = self.line(elapsed)
        self._stream.write(f"\r{text}\x1b[K" if self._live else text + "\n")
        self._stream.flush()
