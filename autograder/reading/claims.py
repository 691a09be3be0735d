"""Choose the main claim of a text: verdict, phase, speech act and flip.

The main claim is the last asserted statement of a bottleneck; of a two-sided
sentence the first side, the other being its flip.
"""

from __future__ import annotations

import re

from .choosing import DEPENDS, choose, set_verdict
from .clauses import Clauses
from .elsewhere import extra_statements
from .flips import boundaries
from .main import Main
from .mechanism import all_mechanisms, with_mechanisms
from .phases import PhaseMention, find_phases, off_domain, phase_of
from .polarity import Stand, stand
from .quoting import asks
from .result import Pair, Span
from .stance import UNIVERSAL, answered, speech_act
from .statements import Statement, find_statements
from .turning import attach_flip
from .universals import universals

_FLIPS = re.compile(
    r"\b(?:flips?|crosses over|tips over|turns over|crossover (?:is|comes|lies|"
    r"happens))\b|뒤집(?:힌|히)|역전(?:된|되|한)|전환(?:된|되)|교차(?:한|하)"
)


_MOST = 60  # statements; a claim has a few


def find_main(low: str, clauses: Clauses) -> Main:
    """Read statements, their standing and their phases; pick the main one."""
    stands = _stands(low, clauses)
    phases = find_phases(low)
    main = Main(phase=_only_phase(low, clauses, phases))
    speech_act(low, clauses, stands, main)
    stands += _positive(low, clauses, stands)
    kept = [s for s in stands if s.asserted and not s.defined]
    asked = [s for s in stands if s.asked and not s.elsewhere]
    if not kept and asked and main.act == "assert" and answered(low, clauses, asked):
        kept = [s._replace(asked=False) for s in asked]
    if not kept and not asked and main.act == "assert":
        kept = [s for s in stands if s.elsewhere and not (s.supposed or s.defined)][-1:]
        if kept:
            main.notes.add("off-domain")
    if not kept and asked and main.act == "assert":
        main.act = "ask"
        _ask(low, clauses, phases, asked, main)
    elif kept:
        choose(low, clauses, phases, kept, main)
    else:
        _nothing(low, clauses, phases, stands, main)
        last = clauses.sentence(max(len(low.rstrip()) - 1, 0))
        if main.act == "assert" and not stands and asks(low[slice(*last)]):
            main.act = "ask"
    main.held = _held(kept, main)
    attach_flip(low, clauses, stands, main)
    near = [m for m in phases if m.phase == main.phase]
    if near:
        closest = min(near, key=lambda m: abs(m.start - main.at))
        main.spans["phase"] = (closest.start, closest.end)
    if off_domain(low) or "off-domain" in main.notes:
        main.phase = "unspecified"
        main.notes.add("off-domain")
    return main


def _held(kept: list[Stand], main: Main) -> tuple[Span, ...]:
    """Places of the statements that a universal beside them would make universal."""
    chosen = main.spans.get("verdict")
    if chosen is None:
        return ()
    mine = {s.statement.verdict for s in kept if s.statement.start == main.at}
    return (
        chosen,
        *(
            (s.statement.start, s.statement.end)
            for s in kept
            if s.statement.verdict in mine or main.detail == "split"
        ),
    )


def _stands(low: str, clauses: Clauses) -> list[Stand]:
    found = list(find_statements(low))
    found += extra_statements(low, found)
    found = with_mechanisms(low, clauses, found)
    found = sorted(found, key=lambda s: s.start)[:_MOST]
    following = [*(s.start for s in found[1:]), len(low)][: len(found)]
    return [
        stand(low, clauses, one, nxt) for one, nxt in zip(found, following, strict=True)
    ]


def _positive(low: str, clauses: Clauses, stands: list[Stand]) -> list[Stand]:
    """Where one resource is only denied or disowned, what a mechanism says limits.

    "연산이 모자라서가 아니라 읽을 게 많아서다" names none but tells which it is.
    """
    disowned = [s for s in stands if s.rejected or (s.asserted and s.negated)]
    if not disowned or any(s.asserted and not s.negated for s in stands):
        return []
    if any(s.universal_denied or s.defined or s.asked for s in stands):
        return []
    found = []
    for one in all_mechanisms(low, clauses):
        free = not any(
            s.statement.start < one.end and one.start < s.statement.end for s in stands
        )
        if free and not any(_within(one, s, clauses) for s in stands if s.rejected):
            said = stand(low, clauses, one, len(low))
            if said.asserted and not said.negated:
                found.append(said)
    return found


def _within(one: Statement, rejected: Stand, clauses: Clauses) -> bool:
    """Does `one` stand in the clause of what is rejected?"""
    start, end = clauses.clause(rejected.statement.start)
    return start <= one.start < end


def _only_phase(low: str, clauses: Clauses, phases: list[PhaseMention]) -> str:
    names = {m.phase for m in phases}
    if len(names) == 2:
        return "both"
    if names:
        return names.pop()
    return phase_of(low, clauses, phases, Statement("", 0, 0))


def _ask(
    low: str,
    clauses: Clauses,
    phases: list[PhaseMention],
    asked: list[Stand],
    main: Main,
) -> None:
    first = asked[0]
    main.phase = phase_of(low, clauses, phases, first.statement)
    set_verdict(first, main)
    main.pairs = (Pair(main.phase, main.verdict),)
    if len(asked) > 1:
        other = asked[-1].statement
        if other.verdict != first.statement.verdict:
            start, end = clauses.sentence(other.start)
            for s, e in boundaries(low[start:end]):
                main.flip = (start + s, start + e)
            main.notes.add("alternative")


def _nothing(
    low: str,
    clauses: Clauses,
    phases: list[PhaseMention],
    stands: list[Stand],
    main: Main,
) -> None:
    """No asserted statement: refuted, defined, dependent, or simply none."""
    rejected = [s for s in stands if s.rejected]
    defined = [s for s in stands if s.defined and not s.rejected]
    if rejected:
        last = rejected[-1]
        main.phase = phase_of(low, clauses, phases, last.statement)
        main.at = last.statement.start
        main.spans["verdict"] = (last.statement.start, last.statement.end)
        others = re.search(
            (
                r"\bonly\b|\bat batch\b|breaks down|에서나|에서만|때나|얘기|옛말|"
                r"밝혀야|"
                r"조건|\bmay (?:move|change|flip|shift)|depends|달라|따라|"
                r"batch-1|아닐 수|"
                r"not (?:always|necessarily)|때로|under |\bwhen\b"
            ),
            low[last.statement.end :],
        )
        inside = low[max(0, last.statement.start - 60) : last.statement.end + 5]
        universal = bool(re.search(UNIVERSAL, inside) or universals(inside))
        if others or universal:
            main.detail = "depends"
            if universal:
                main.denied_universal = True
        else:
            set_verdict(last._replace(negations=last.negations + 1), main)
            main.pairs = (Pair(main.phase, main.verdict),)
        return
    if defined:
        main.notes.add("definition")
        if len(defined) == len(stands):
            main.phase = "unspecified" if main.phase == "both" else main.phase
        return
    flips = _FLIPS.search(low)
    if flips:
        main.at = flips.start()
        main.spans["verdict"] = flips.span()
        if re.search(r"ridge|flop/byte|릿지|리지", low):
            main.verdict, main.detail = "compute-bound", None
            main.pairs = (Pair(main.phase, main.verdict),)
        else:
            main.detail = "depends"
        main.flip_is_main = True
        return
    depends = DEPENDS.search(low)
    if depends:
        main.detail = "depends"
        main.at = depends.start()
        main.spans["verdict"] = depends.span()
        main.flip_is_main = bool(re.search("바뀐|역전|뒤집", depends[0]))
