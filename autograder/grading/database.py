"""Connections to the gradebook for those that only read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlalchemy as sa

# How long a gradebook that somebody writes to is waited for; SQLite's own 5 s are
# less than a formgrader on a slow disk takes.
PATIENCE_S = 30


def reader(url: str) -> sa.Engine:
    """An engine that waits `PATIENCE_S` for a locked SQLite file.

    PostgreSQL's readers wait for nobody.
    """
    import sqlalchemy as sa

    waiting = {"timeout": PATIENCE_S} if url.startswith("sqlite") else {}
    return sa.create_engine(url, connect_args=waiting)
