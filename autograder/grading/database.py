"""Connections to the gradebook for those that only read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlalchemy as sa

# How long a gradebook that somebody writes to is waited for; SQLite's own 5 s are
# less than a formgrader on a slow disk takes.
PATIENCE_S = 30


def reader(url: str) -> sa.Engine:
    """An engine whose transactions each see the gradebook at one moment.

    Waits `PATIENCE_S` for a locked SQLite file; PostgreSQL's readers wait for nobody.
    """
    import sqlalchemy as sa

    if not url.startswith("sqlite"):
        return sa.create_engine(url, isolation_level="REPEATABLE READ")
    # Python's driver would begin no transaction for reading.
    alone = {"timeout": PATIENCE_S, "isolation_level": None}
    engine = sa.create_engine(url, connect_args=alone)
    sa.event.listen(engine, "begin", lambda base: base.exec_driver_sql("BEGIN"))
    return engine
