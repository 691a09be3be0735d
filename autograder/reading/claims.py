"""Choose the main claim of a text: verdict, phase, speech act and flip.

The main claim is the last asserted statement of a bottleneck; of a two-sided
sentence the first side, the other being its flip.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .clauses import Clauses
from .flips import boundaries
from .phases import PhaseMention, find_phases, off_domain, phase_of
from .polarity import Stand, negations_within, quoted, rejects, reports, stand
from .result import Pair, Span
from .statements import Statement, find_statements

BOUND = ("compute-bound", "memory-bound")
_AND_JOINED = re.compile(r"\brespectively\b|각각")
_OPERATION = re.compile(r"mla|experts?|전문가|gemm|attention|어텐션|ffn|mlp|선형층|projection|matmul|행렬곱|kernel|커널|lm head|moe")
_DEPENDS = re.compile(r"\bdepends?\b|\bit varies\b|\bvaries with\b|에 따라 ?(?:다르|달라|바뀌|다릅)|에 달려|달렸|상황에 따라|그때그때|케이스 바이 케이스|case by case|성격이 바뀐|달라진다|may move it|whether ")
_FLIPS = re.compile(r"\b(?:flips?|crosses over|tips over|turns over|crossover (?:is|comes|lies|happens))\b|뒤집(?:힌|히)|역전(?:된|되|한)|전환(?:된|되)|교차(?:한|하)")
_BACK_TO = re.compile(r"\b(?:swings?|shifts?|moves?|tips?|turns?|flips?|falls?|goes|crosses|drifts?|returns?) (?:back |over )?(?:to|toward|towards|into) (?:being )?(?:the )?(?P<r>memory|compute|bandwidth)(?![- ]?bound)")
_CAPACITY_SENSE = re.compile(r"\boom\b|out of memory|does(?: not|n't) fit|다 먹|부족|용량|모자라(?:서|면) (?:배치|안|못)|안 올라|올라가지 않|더 못 키|꽉 차서? (?:배치|못|더)|vram(?:이|가|을)? ?(?:꽉|다|full)|(?:runs?|ran) out of (?:vram|memory)|vram is full|fills? up")
_ARITHMETIC = re.compile(r"(?:gb/s|tb/s|gbps|bandwidth|대역폭|초당 ?[\d.]+ ?[gt]b)[^\n]*?(?:/|over|divided|나누|나눈|÷|caps?|=)[^\n]*?(?:tok|토큰|ms|t/s)|(?:tok/s|토큰|ms)[^\n]*?(?:gb/s|tb/s)[^\n]*?(?:/|divided|나누|÷)|(?:gb|gib)\b[^\n]{0,60}?(?:/|over|÷|나누)[^\n]{0,40}?(?:gb/s|tb/s)")
_NEITHER = re.compile(r"neither [^.;]{2,40}? nor [\w ]+|[가-힣a-z]+도 (?:아니고 )?[가-힣a-z ]+도 아니(?:고|라|며|다)")
_BOUND_WORD = re.compile(r"병목|bottleneck|limit|한계|바운드|bound|cap|발목|constraint|제약")
_AFTER_NOT = re.compile(r"(?:아니라|아니고|but|rather|it is|it's|instead|실제로는|오히려) +(?:by |rather |the |바로 |오히려 |결국 )*(?P<r>(?:memory|bandwidth|compute|flops|메모리|대역폭|연산|kernel launch|launch|커널|cpu|python|파이썬|host|호스트|scheduler|스케줄러|communication|통신|interconnect|네트워크|오버헤드|overhead)[\w가-힣 ]*)")
# A predicate shared by two phases: "TTFT는 연산이, TPOT는 대역폭이 좌우한다".
_GAP = re.compile(r"(?:ttft|tpot|프리필|디코드|디코딩|prefill|decode|처리|생성|토큰|itl)\S{0,3}(?: \S+의)? (?P<r>(?:t?flops|연산(?: ?성능| ?능력)?|메모리(?: ?대역폭)?|대역폭|compute|memory|bandwidth|계산))(?:이|가|에|에서|을|에 의해)?,? ?(?=(?:ttft|tpot|프리필|디코|prefill|decode|프롬프트|토큰|생성|itl)|(?:그 ?)?다음|이후|(?:그리고 |and ))|(?:까지|이하|미만|이하면|이면|에서)(?:는|은)? (?P<r2>연산|메모리(?: ?대역폭)?|대역폭)(?:이|가)?, ?(?=그 ?이상|그 ?이후|넘|이상|초과|\S*(?:배치|부터))")
_BY = re.compile(r"(?:and|,|while|whereas) (?:the )?(?:prefill|decod\w+|generation|token generation|ttft|tpot|itl)(?: phase| stage)?,? (?:is )?(?:by|on|to) (?:the )?(?P<r>compute|memory(?: bandwidth)?|bandwidth|flops)")
_LABELLED = re.compile(r"(?:prefill|decode|프리필|디코드|디코딩|ttft|tpot) ?(?:[:=→]|->) ?(?P<r>compute|memory(?: bandwidth)?|bandwidth|연산|메모리(?: ?대역폭)?|대역폭|flops)(?=[.,;/)]|\s*$|\n| and)")
_ALTERNATIVE = re.compile(r"(?P<a>compute|memory|bandwidth|flops|연산|메모리|대역폭)(?:인가|이냐|인지|,)? ?(?:or|vs\.?|아니면|,)? ?(?P<b>compute|memory|bandwidth|flops|연산|메모리|대역폭)")
_BANDWIDTH_FIGURE = re.compile(r"\d ?[gt]b(?:/s|ps|/초)")
_CEILING_RATE = re.compile(r"(?:초당|tok/s|t/s|토큰)[^.]{0,20}(?:못 ?넘|한계|상한|최대|넘지 ?못)|(?:tops? out|caps?|at best|at most|ceiling|no more than|limit of)[^.]{0,30}(?:tok|t/s|tokens)|(?:tok/s|t/s|tokens)[^.]{0,16}(?:at best|at most|ceiling)|\d ?ms[^.]{0,12}(?:든다|걸린다|하한|floor)")
_BANDWIDTH_USED = re.compile(r"(?P<a>\d{2}) ?% of (?:the |its )?(?:peak |hbm |memory |dram |theoretical |available )*bandwidth|대역폭(?: ?사용률)?(?:의|이|은)? ?(?P<b>\d{2}) ?%")
_UNIVERSAL = r"\balways\b|\bnever\b|\bevery\b|\ball\b|항상|언제나|무조건|늘 |모든|절대"
_MOST = 60  # statements; a claim has a few
_QUALIFY = re.compile(r"^(?:,|\.| )* ?(?:but|however|yet|다만|하지만|그러나|단,?|그렇지만|반면)")


@dataclass
class Main:
    """The main claim, before conditions are attached."""

    phase: str = "unspecified"
    verdict: str = "other"
    detail: str | None = "none"
    act: str = "assert"
    pairs: tuple[Pair, ...] = ()
    flip: Span | None = None
    flip_is_main: bool = False
    at: int = 0  # where the claim stands, for attaching conditions
    spans: dict[str, Span] = field(default_factory=dict)
    apart: list[Span] = field(default_factory=list)  # whose conditions do not count
    notes: set[str] = field(default_factory=set)
    denied_universal: bool = False
    sentences: tuple[Span, ...] = ()


def find_main(low: str, clauses: Clauses) -> Main:
    """Read statements, their standing and their phases; pick the main one."""
    stands = _stands(low, clauses)
    phases = find_phases(low)
    main = Main(phase=_only_phase(low, clauses, phases))
    _speech_act(low, clauses, stands, main)
    kept = [s for s in stands if s.asserted and not s.defined]
    asked = [s for s in stands if s.asked and not s.elsewhere]
    if not kept and asked and main.act == "assert" and _answered(low, clauses, asked):
        kept = [s._replace(asked=False) for s in asked]
    if not kept and not asked and main.act == "assert":
        kept = [s for s in stands if s.elsewhere and not (s.supposed or s.defined)][-1:]
        if kept:
            main.notes.add("off-domain")
    if not kept and asked and main.act == "assert":
        main.act = "ask"
        _ask(low, clauses, phases, asked, main)
    elif kept:
        _assert(low, clauses, phases, kept, stands, main)
    else:
        _nothing(low, clauses, phases, stands, main)
    _attach_flip(low, clauses, stands, main)
    if off_domain(low) or "off-domain" in main.notes:
        main.phase = "unspecified"
        main.notes.add("off-domain")
    return main


def _answered(low: str, clauses: Clauses, asked: list[Stand]) -> bool:
    """A "why" question presupposes the claim; its answer follows."""
    start, end = clauses.sentence(asked[-1].statement.start)
    rest = low[end:].strip()
    return bool(re.search(r"\bwhy\b|왜|어째서", low[start:end])) and len(rest) > 8 and "?" not in rest


def _stands(low: str, clauses: Clauses) -> list[Stand]:
    found = list(find_statements(low))
    found += _extra_statements(low, found)
    found = sorted(found, key=lambda s: s.start)[:_MOST]
    following = [*(s.start for s in found[1:]), len(low)][: len(found)]
    return [
        stand(low, clauses, one, nxt) for one, nxt in zip(found, following, strict=True)
    ]


def _extra_statements(low: str, found: list[Statement]) -> list[Statement]:
    """Resources whose predicate stands elsewhere in the sentence."""
    extra = []
    for match in _BACK_TO.finditer(low):
        extra.append(Statement(_resource(match["r"]), *match.span()))
    if _BOUND_WORD.search(low):
        for match in _AFTER_NOT.finditer(low):
            if not _covered(match.span("r"), found):
                extra.append(Statement(_resource(match["r"]), *match.span("r")))
    for match in _GAP.finditer(low):
        group = "r" if match["r"] else "r2"
        if not _covered(match.span(group), found) and any(s.start >= match.end() for s in found):
            extra.append(Statement(_resource(match[group]), *match.span(group)))
    for match in _BY.finditer(low):
        if not _covered(match.span("r"), found) and any(s.start < match.start() for s in found):
            extra.append(Statement(_resource(match["r"]), *match.span("r")))
    for match in _LABELLED.finditer(low):
        if not _covered(match.span("r"), found):
            extra.append(Statement(_resource(match["r"]), *match.span("r")))
    if not found and "?" in low:
        for match in _ALTERNATIVE.finditer(low):
            extra.append(Statement(_resource(match["a"]), *match.span("a")))
            extra.append(Statement(_resource(match["b"]), *match.span("b")))
    if not found and (ceiling := _CEILING_RATE.search(low)) and _BANDWIDTH_FIGURE.search(low):
        extra.append(Statement("memory-bound", *ceiling.span(), paraphrase=True))
    busy = _BANDWIDTH_USED.search(low)
    if busy and not found and int(busy["a"] or busy["b"]) >= 60:
        extra.append(Statement("memory-bound", *busy.span(), paraphrase=True))
    arithmetic = _ARITHMETIC.search(low)
    if arithmetic and not any(s.verdict in BOUND for s in found):
        extra.append(Statement("memory-bound", *arithmetic.span(), paraphrase=True))
    elif arithmetic and all(s.start > arithmetic.end() for s in found if s.verdict in BOUND):
        if all(s.verdict == "compute-bound" for s in found):
            extra.append(Statement("memory-bound", *arithmetic.span(), paraphrase=True))
    return [s for s in extra if not _covered((s.start, s.end), found)]


def _covered(span: Span, found: list[Statement]) -> bool:
    return any(s.start < span[1] and span[0] < s.end for s in found)


def _resource(word: str) -> str:
    if re.match(r"compute|t?flops|연산|계산", word):
        return "compute-bound"
    if re.match(r"memory|bandwidth|메모리|대역폭", word):
        return "memory-bound"
    if re.match(r"communication|통신|interconnect|네트워크", word):
        return "comm-bound"
    return "overhead-bound"


def _only_phase(low: str, clauses: Clauses, phases: list[PhaseMention]) -> str:
    names = {m.phase for m in phases}
    if len(names) == 2:
        return "both"
    if names:
        return names.pop()
    return phase_of(low, clauses, phases, Statement("", 0, 0))


def _speech_act(low: str, clauses: Clauses, stands: list[Stand], main: Main) -> None:
    """Mark what is quoted to be rejected; set refute or report."""
    spans = quoted(low)
    reject = rejects(low)
    for start, end in spans:
        rest = low[end : min(len(low), end + 130)]
        no = rejects(rest)
        lead = re.match(r"[\"']?\s*(?:is|are|was|goes|stops|does|only|holds|fails|makes|would|ignores|misses|overstates|breaks|no longer|이|가|은|는|을|를|라|다|하|지|,|;|\.|that|this)", rest)
        if re.search(r"(?:건|것은)$", low[start:end]):
            lead = no
        contrast = bool(re.search(r"하지만|하는데|지만$|데$", low[start:end]) or re.match(r"[,;.]? ?(?:but|;|however)|\"?(?:이?라|다)?고(?:들)? ?(?:하지만|하는데|말하지만|들 하지만|믿지만|알려져)", rest))
        if re.match(r"wrong|incorrect|misleading|inaccurate|a m|a fallacy|disagree|reject|dispute", low[start:end]):
            no, lead = rejects(low[start:end]), rejects(low[start:end])
        if (no and (lead or contrast)) or (contrast and not no):
            inside = [i for i, s in enumerate(stands) if start <= s.statement.start < end]
            if not inside and not no:
                continue
            main.apart.append((start, _rejected_until(clauses, stands, end) if not contrast else end))
            if inside:
                main.act = "refute"
            for i in inside:
                inner = negations_within(low, stands[i].statement, start, end)
                stands[i] = stands[i]._replace(rejected=True, negations=inner)
    for i, s in enumerate(stands):
        one = s.statement
        start, end = clauses.sentence(one.start)
        if re.search(r"^[^.;]{0,12}(?:라고|다고) ?(?:부르기|보기|하기|단정하기)(?:는|엔|에는)? ?(?:어렵|힘들|무리)", low[one.end : one.end + 30]):
            stands[i] = s._replace(negations=1)
    if main.act == "assert" and reject and stands and not spans:
        last = stands[-1].statement
        follow = low[last.end : last.end + 120]
        if re.search(r"(?:that|this|which|it|그건|그것은|이건|이는|그 말은|이 말은)[^.]{0,30}(?:is|are|was|stops|틀|사실|맞지|아니)", follow) and rejects(follow):
            stands[-1] = stands[-1]._replace(rejected=True)
            main.act = "refute"
    _contradicted_report(low, clauses, stands, main)
    if main.act == "assert" and stands and reports(low) and not re.search(r"(?:나는|저는|내 생각|i (?:agree|think|measured|take))", low):
        main.act = "report"


def _contradicted_report(low: str, clauses: Clauses, stands: list[Stand], main: Main) -> None:
    """A report followed by the author's own, opposite statement is refuted."""
    if main.act != "assert" or len(stands) < 2 or not reports(low):
        return
    last = stands[-1]
    for i, s in enumerate(stands[:-1]):
        start, end = clauses.sentence(s.statement.start)
        other = s.statement.verdict != last.statement.verdict or s.negated != last.negated
        if other and reports(low[start:end]) and last.statement.start >= end and last.asserted:
            stands[i] = s._replace(rejected=True)
            main.apart.append((start, end))
            main.act = "refute"


def _rejected_until(clauses: Clauses, stands: list[Stand], end: int) -> int:
    """The rejection reaches to the end of its sentence, or to the next statement."""
    last = clauses.sentence(max(end - 1, 0))[1]
    later = [s.statement.start for s in stands if end <= s.statement.start < last]
    return max(end, clauses.clause(later[0])[0]) if later else last


def _ask(low: str, clauses: Clauses, phases: list[PhaseMention], asked: list[Stand], main: Main) -> None:
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


def _nothing(low: str, clauses: Clauses, phases: list[PhaseMention], stands: list[Stand], main: Main) -> None:
    """No asserted statement: refuted, defined, dependent, or simply none."""
    rejected = [s for s in stands if s.rejected]
    defined = [s for s in stands if s.defined and not s.rejected]
    if rejected:
        last = rejected[-1]
        main.phase = phase_of(low, clauses, phases, last.statement)
        main.at = last.statement.start
        main.spans["verdict"] = (last.statement.start, last.statement.end)
        others = re.search(r"\bonly\b|\bat batch\b|breaks down|에서나|에서만|때나|얘기|옛말|밝혀야|조건|\bmay (?:move|change|flip|shift)|depends|달라|따라|batch-1|아닐 수|not (?:always|necessarily)|때로|under |\bwhen\b", low[last.statement.end :])
        inside = low[max(0, last.statement.start - 60) : last.statement.end + 5]
        if others or re.search(_UNIVERSAL, inside):
            main.detail = "depends"
            if re.search(_UNIVERSAL, inside):
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
    return {"memory-bound": "not-memory", "compute-bound": "not-compute"}.get(verdict, "depends")


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


def _assert(low: str, clauses: Clauses, phases: list[PhaseMention], kept: list[Stand], stands: list[Stand], main: Main) -> None:
    phase = [phase_of(low, clauses, phases, s.statement) for s in kept]
    if any(s.universal_denied for s in kept) and not _later_positive(kept):
        denied = next(s for s in kept if s.universal_denied)
        main.phase = phase[kept.index(denied)]
        main.detail, main.denied_universal = "depends", True
        main.at = denied.statement.start
        main.spans["verdict"] = (denied.statement.start, denied.statement.end)
        return
    depends = _DEPENDS.search(low)
    if depends and len(kept) == 1 and re.search("whether ", low[: kept[0].statement.start]):
        main.phase, main.detail = phase[0], "depends"
        return
    positive = [(s, p) for s, p in zip(kept, phase, strict=True) if not s.negated and not s.universal_denied]
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
    reason = low[max(0, last.statement.start - 90) : last.statement.start]
    if denied == {"compute-bound"} and re.search(r"\d ?flops?(?:/| per )b|gemv", reason):
        main.verdict, main.detail = "memory-bound", None
        main.pairs = (Pair(main.phase, main.verdict),)
        return
    if denied >= set(BOUND) or _NEITHER.search(low):
        main.detail = "overhead-bound"
    main.pairs = (Pair(main.phase, "other"),)


def _choose(low: str, clauses: Clauses, phases: list[PhaseMention], positive: list[tuple[Stand, str]], main: Main) -> None:
    chosen, phase = positive[-1]
    two = {s.statement.verdict for s, _ in positive}
    opposite = [(s, p) for s, p in positive if s.statement.verdict in BOUND]
    if two >= set(BOUND) and len(opposite) >= 2:
        if _split(low, clauses, phases, opposite, main):
            return
        if chosen.statement.verdict in BOUND:
            chosen, phase = _two_sided(low, clauses, opposite, main)
            if main.detail in ("depends", "balanced"):
                main.phase = phase
                main.at = chosen.statement.start
                main.spans["verdict"] = (chosen.statement.start, chosen.statement.end)
                return
    elif len(opposite) >= 2 and {p for _, p in opposite} == {"prefill", "decode"} and len(two) == 1:
        if clauses.sentence(opposite[-1][0].statement.start) == clauses.sentence(opposite[-2][0].statement.start):
            phase = "both"
    main.phase = phase
    _set_verdict(chosen, main)
    if main.verdict == "memory-bound" and not chosen.statement.paraphrase and _CAPACITY_SENSE.search(low) and not re.search("대역폭|bandwidth|hbm-bound", low[chosen.statement.start : chosen.statement.end]):
        main.verdict, main.detail = "other", "capacity-bound"
        main.notes.add("memory-sense")
        main.pairs = (Pair(main.phase, "other"),)
    if main.detail == "capacity-bound" and not main.pairs:
        main.pairs = (Pair(main.phase, "other"),)


def _split(low: str, clauses: Clauses, phases: list[PhaseMention], opposite: list[tuple[Stand, str]], main: Main) -> bool:
    """Two phases with opposite verdicts, side by side: the slogan."""
    (first, p1), (second, p2) = opposite[-2:]
    a, b = first.statement, second.statement
    if a.verdict == b.verdict:
        return False
    zipped = bool(_AND_JOINED.search(low)) or p1 == p2 == "both"
    if zipped and {m.phase for m in phases} == {"prefill", "decode"}:
        order = [phases[0].phase, next(m.phase for m in phases if m.phase != phases[0].phase)]
        pairs = [(order[0], a.verdict), (order[1], b.verdict)]
    elif {p1, p2} == {"prefill", "decode"}:
        pairs = [(p1, a.verdict), (p2, b.verdict)]
    else:
        return False
    main.phase, main.verdict, main.detail = "both", "other", "split"
    main.at = b.start
    main.pairs = tuple(Pair(p, v) for p, v in sorted(pairs, key=lambda pair: pair[0] != "prefill"))
    main.spans["verdict"] = (a.start, b.end)
    main.notes.add("two-statements")
    return True


def _two_sided(low: str, clauses: Clauses, opposite: list[tuple[Stand, str]], main: Main) -> tuple[Stand, str]:
    """One phase, both verdicts: a flip, two operations, or a contradiction."""
    last, last_phase = opposite[-1]
    index = max(i for i, (s, _) in enumerate(opposite[:-1]) if s.statement.verdict != last.statement.verdict) if any(s.statement.verdict != last.statement.verdict for s, _ in opposite[:-1]) else 0
    first, first_phase = opposite[index]
    if first_phase != last_phase and "unspecified" not in (first_phase, last_phase):
        return last, last_phase
    a, b = first.statement, last.statement
    near_a, near_b = clauses.clause(a.start), clauses.clause(b.start)
    text_a, text_b = low[max(near_a[0], a.start - 40) : a.start], low[max(near_b[0], a.end) : b.start]
    op_a, op_b = _OPERATION.search(text_a), _OPERATION.search(text_b)
    if op_a and op_b and op_a[0] != op_b[0]:
        main.detail = "balanced"
        main.notes.add("by-operation")
        return last, last_phase
    condition = _condition_between(low, clauses, a, b)
    if condition is not None:
        main.flip = condition
        main.apart.append((min(condition[0], near_b[0]) if near_b[0] >= a.end else condition[0], max(b.end, near_b[1])))
        main.pairs = (Pair(first_phase, a.verdict),)
        return first, first_phase
    left = _condition_before(low, clauses, a)
    if left is not None and re.search(r"but|다만|하지만|지만|otherwise|그 외|아니면|나머지", low[a.end : b.start]):
        return first, first_phase
    main.detail = "depends"
    main.notes.add("contradiction")
    return last, last_phase


def _condition_between(low: str, clauses: Clauses, a: Statement, b: Statement) -> Span | None:
    """The words between two opposite statements that say when the second holds."""
    end = clauses.sentence(b.start)[1]
    for start, stop in boundaries(low):
        if a.end <= start < end and stop <= end:
            return start, stop
    near = clauses.clause(b.start)[0]
    offset = near if near >= a.end else a.end
    if near >= a.end and re.match(r"(?:it|that|decode|prefill|디코|프리|연산|메모리|compute|memory)", low[near : b.end]):
        offset = a.end  # the condition stands in the clause before
        joint = re.match(r"[^,;.]*?(?:, ?|; ?|지만 |고 |며 )(?:but |다만 |단,? )?", low[a.end : near])
        offset += joint.end() if joint and a.end + joint.end() < near else 0
    between = low[offset : b.start]
    setting = re.search(
        r"\b(?:at|with|from|on|in|for|under|once|when|past|beyond|above|by) (?:a |an |the )?[^,;.]*?\w+(?=,|;| (?:it|decode|prefill|that|this|becomes?|turns?|is|goes|moves|they|we)\b|$)|(?:배치|컨텍스트|문맥|프롬프트|길이|batch|bs|context)\S{0,3} ?[\d,]+[k천]?\S{0,4}|\d+ ?(?:건|개|토큰)\S{0,8}(?: \S+면)?|[a-z]+\d+\w*(?:에서는|은|는|에선)?(?= )|otherwise|그 ?(?:이상|이하|다음|후)\S*|넘으면|초과하면|그 ?이후\S*(?: \S+면)?|(?:큰|작은|긴|짧은) \S+",
        between,
    )
    if setting is None:
        tail = re.match(r"[^.;]{0,6}(?: (?:at|on|with|for|from|above|past|beyond|once|when) [^.;,]+)", low[b.end : end])
        if tail and not re.search(r"\b(?:and|이면서|동시에|both)\b", between):
            return b.end + len(tail[0]) - len(tail[0].lstrip()), b.end + tail.end()
        return None
    start = offset + setting.start()
    stop = offset + setting.end()
    while low[stop - 1] in " ,":
        stop -= 1
    return start, stop


def _condition_before(low: str, clauses: Clauses, a: Statement) -> Span | None:
    start = clauses.sentence(a.start)[0]
    for s, e in boundaries(low):
        if start <= s and e <= a.start:
            return s, e
    return None


def _attach_flip(low: str, clauses: Clauses, stands: list[Stand], main: Main) -> None:
    """Look for a boundary that belongs to the main claim."""
    if main.denied_universal or main.flip is not None or "definition" in main.notes or (main.verdict == "other" and main.detail in ("none", None)):
        return
    sentence = clauses.sentence(main.at)
    candidates = []
    firm = set(boundaries(low, strict=True))
    for start, end in boundaries(low):
        if any(s <= start < e for s, e in main.apart):
            continue
        if (start, end) not in firm and not _changes(low, clauses, (start, end)):
            continue
        of_other = any(
            s.elsewhere and clauses.clause(s.statement.start)[0] <= start <= s.statement.end for s in stands
        )
        if of_other or clauses.sentence(start)[0] < _previous_start(clauses, sentence[0]):
            continue
        candidates.append((start, end))
    if not candidates:
        if main.flip_is_main:
            around = re.search(r"(?:at|around|near) (?:about |around |roughly )?batch(?: size)? (?:of )?~?\d+|배치 ?\d+ ?(?:근처|부근|쯤|에서|정도)\S*", low)
            if around:
                main.flip = around.span()
        return
    own = [c for c in candidates if sentence[0] <= c[0] < sentence[1]]
    after = [c for c in candidates if c[0] >= sentence[1] and _changes(low, clauses, c)]
    before = [
        c
        for c in candidates
        if c[0] < sentence[0]
        and (_changes(low, clauses, c) or re.search("까지$", low[c[0] : c[1]]))
    ]
    strong = [c for c in own if _changes(low, clauses, c)]
    chosen = (after or strong[-1:] or own or before or [None])[0]
    main.flip = chosen
    if chosen is None:
        return
    clause = low[chosen[0] : chosen[1]]
    if re.match(r"unless|until|till", clause) or chosen in after or (chosen in strong and _other_side(low, chosen, main)):
        main.apart.append(chosen)


def _previous_start(clauses: Clauses, start: int) -> int:
    return clauses.sentence(max(start - 1, 0))[0]


_CHANGE = re.compile(r"그렇지 않|달라|바뀌|바뀐|넘어가|뒤집|풀린|함께 봐야|같이 봐야|사라|no longer|stops|changes?\b|matters as well|too optimistic|would need|연산도|메모리도|swings?|back to|1\.\d배|shift|flip|turns?\b|becomes?\b|move|벗어")


def _changes(low: str, clauses: Clauses, span: Span) -> bool:
    """Does its clause, or the text after it, say that something changes?"""
    end = clauses.sentence(span[0])[1]
    start = min(clauses.clause(span[0])[0], max(0, span[0] - 24))
    return bool(_CHANGE.search(low[max(start, clauses.sentence(span[0])[0]) : end]))


def _other_side(low: str, span: Span, main: Main) -> bool:
    """Is this boundary after the main statement, telling of the other side?"""
    end = main.spans.get("verdict", (0, main.at))[1]
    return span[0] > main.at and main.verdict in BOUND and bool(_CHANGE.search(low[end:]))
