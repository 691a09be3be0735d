"""Choose the main claim of a text: verdict, phase, speech act and flip.

The main claim is the last asserted statement of a bottleneck; of a two-sided
sentence the first side, the other being its flip.
"""

from __future__ import annotations

import re

from .clauses import Clauses
from .elsewhere import extra_statements
from .flips import boundaries
from .main import BOUND, Main
from .mechanism import with_mechanisms
from .phases import PhaseMention, find_phases, off_domain, phase_of
from .polarity import Stand, stand
from .quoting import asks
from .result import Pair, Span
from .sides import split, two_sided
from .stance import UNIVERSAL, answered, speech_act
from .statements import Statement, find_statements
from .turning import attach_flip

_DEPENDS = re.compile(
    r"\bdepends?\b|\bit varies\b|\bvaries with\b|에 따라 ?(?:[^\s.]+ ){0,3}?(?:다르|"
    r"달라|바뀌|다릅)|"
    r"에 달려|달렸|상황에 따라|그때그때|케이스 바이 케이스|case by case|성격이 바뀐|"
    r"달라진다|may move it|whether "
)


_FLIPS = re.compile(
    r"\b(?:flips?|crosses over|tips over|turns over|crossover (?:is|comes|lies|"
    r"happens))\b|뒤집(?:힌|히)|역전(?:된|되|한)|전환(?:된|되)|교차(?:한|하)"
)


_CAPACITY_SENSE = re.compile(
    r"\boom\b|out of memory|does(?: not|n't) fit|다 먹|부족|용량|모자라(?:서|"
    r"면) (?:배치|안|못)|안 올라|올라가지 않|더 못 키|꽉 차서? (?:배치|못|더)|"
    r"vram(?:이|가|을)? ?(?:꽉|다|full)|(?:runs?|ran) out of (?:vram|memory)|"
    r"vram is full|fills? up"
)


_NEITHER = re.compile(
    r"neither [^.;]{2,40}? nor [\w ]+|"
    r"[가-힣a-z]+도 (?:아니고 )?[가-힣a-z ]+도 아니(?:고|라|며|다)"
)


_MOST = 60  # statements; a claim has a few


def find_main(low: str, clauses: Clauses) -> Main:
    """Read statements, their standing and their phases; pick the main one."""
    stands = _stands(low, clauses)
    phases = find_phases(low)
    main = Main(phase=_only_phase(low, clauses, phases))
    speech_act(low, clauses, stands, main)
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
        _assert(low, clauses, phases, kept, main)
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
    _set_verdict(first, main)
    main.pairs = (Pair(main.phase, main.verdict),)
    if len(asked) > 1:
        other = asked[-1].statement
        if other.verdict != first.statement.verdict and other.verdict in BOUND:
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
        if others or re.search(UNIVERSAL, inside):
            main.detail = "depends"
            if re.search(UNIVERSAL, inside):
                main.denied_universal = True
        else:
            _set_verdict(last._replace(negations=last.negations + 1), main)
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
    depends = _DEPENDS.search(low)
    if depends:
        main.detail = "depends"
        main.at = depends.start()
        main.spans["verdict"] = depends.span()
        main.flip_is_main = bool(re.search("바뀐|역전|뒤집", depends[0]))


def _denial(verdict: str) -> str:
    return {"memory-bound": "not-memory", "compute-bound": "not-compute"}.get(
        verdict, "depends"
    )


def _set_verdict(chosen: Stand, main: Main) -> None:
    one = chosen.statement
    main.at = one.start
    main.spans["verdict"] = (one.start, one.end)
    if chosen.negated:
        main.verdict, main.detail = "other", _denial(one.verdict)
    elif one.verdict in BOUND:
        main.verdict, main.detail = one.verdict, None
    else:
        main.verdict = "other"
        main.detail = "other" if one.verdict == "io-bound" else one.verdict


def _assert(
    low: str,
    clauses: Clauses,
    phases: list[PhaseMention],
    kept: list[Stand],
    main: Main,
) -> None:
    phase = [phase_of(low, clauses, phases, s.statement) for s in kept]
    if any(s.universal_denied for s in kept) and not _later_positive(kept):
        denied = next(s for s in kept if s.universal_denied)
        main.phase = phase[kept.index(denied)]
        main.detail, main.denied_universal = "depends", True
        main.at = denied.statement.start
        main.spans["verdict"] = (denied.statement.start, denied.statement.end)
        return
    depends = _DEPENDS.search(low)
    if (
        depends
        and len(kept) == 1
        and re.search("whether ", low[: kept[0].statement.start])
    ):
        main.phase, main.detail = phase[0], "depends"
        return
    positive = [
        (s, p)
        for s, p in zip(kept, phase, strict=True)
        if not s.negated and not s.universal_denied
    ]
    if not positive:
        _only_negatives(low, kept, phase, main)
        return
    main.pairs = tuple(
        dict.fromkeys(
            Pair(p, s.statement.verdict if s.statement.verdict in BOUND else "other")
            for s, p in positive
            if s.statement.verdict != "balanced" or len(positive) == 1
        )
    )
    _choose(low, clauses, phases, positive, main)


def _later_positive(kept: list[Stand]) -> bool:
    last = kept[-1]
    return not last.universal_denied and not last.negated


def _only_negatives(low: str, kept: list[Stand], phase: list[str], main: Main) -> None:
    last = kept[-1]
    main.phase = phase[-1]
    _set_verdict(last, main)
    denied = {s.statement.verdict for s in kept if s.negated}
    reason = low[max(0, last.statement.start - 120) : last.statement.start]
    if denied == {"compute-bound"} and re.search(
        r"\d ?flops?(?:/| per )b|gemv|강도\S* (?:\S+ ){0,3}\d", reason
    ):
        main.verdict, main.detail = "memory-bound", None
        main.pairs = (Pair(main.phase, main.verdict),)
        return
    if denied >= set(BOUND) or _NEITHER.search(low):
        main.detail = "overhead-bound"
    main.pairs = (Pair(main.phase, "other"),)


def _choose(
    low: str,
    clauses: Clauses,
    phases: list[PhaseMention],
    positive: list[tuple[Stand, str]],
    main: Main,
) -> None:
    chosen, phase = positive[-1]
    two = {s.statement.verdict for s, _ in positive}
    opposite = [(s, p) for s, p in positive if s.statement.verdict in BOUND]
    if two >= set(BOUND) and len(opposite) >= 2:
        if split(low, phases, opposite, main):
            return
        if chosen.statement.verdict in BOUND:
            chosen, phase = two_sided(low, clauses, opposite, main)
            if main.detail in ("depends", "balanced"):
                main.phase = phase
                main.at = chosen.statement.start
                main.spans["verdict"] = (chosen.statement.start, chosen.statement.end)
                return
    elif (
        len(opposite) >= 2
        and {p for _, p in opposite} == {"prefill", "decode"}
        and len(two) == 1
        and clauses.sentence(opposite[-1][0].statement.start)
        == clauses.sentence(opposite[-2][0].statement.start)
    ):
        phase = "both"
    main.phase = phase
    _set_verdict(chosen, main)
    if (
        main.verdict == "memory-bound"
        and not chosen.statement.paraphrase
        and _CAPACITY_SENSE.search(low)
        and not re.search(
            "대역폭|bandwidth|hbm-bound",
            low[chosen.statement.start : chosen.statement.end],
        )
    ):
        main.verdict, main.detail = "other", "capacity-bound"
        main.notes.add("memory-sense")
        main.pairs = (Pair(main.phase, "other"),)
    if main.detail == "capacity-bound" and not main.pairs:
        main.pairs = (Pair(main.phase, "other"),)
