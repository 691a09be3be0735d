"""Two verdicts in one text: two phases, two operations, a flip or a contradiction."""

from __future__ import annotations

import re

from .clauses import Clauses
from .flips import boundaries
from .main import Main
from .phases import PhaseMention
from .polarity import Stand
from .result import Pair, Span
from .statements import Statement

_AND_JOINED = re.compile(
    r"\brespectively\b|각각|\bthe first\b.*\bthe second\b|"
    r"\bthe former\b.*\bthe latter\b|"
    r"전자.*후자|(?:pre-?fill|decode|프리필|디코드) ?[/&] ?(?:pre-?fill|decode|프리필|"
    r"디코드) ?"
    r"(?:=|:|→|은|는|are|is)"
)


_OPERATION = re.compile(
    r"mla|experts?|전문가|gemm|attention|어텐션|ffn|mlp|선형층|projection|matmul|"
    r"행렬곱|kernel|커널|lm head|moe"
)


def split(
    low: str,
    phases: list[PhaseMention],
    opposite: list[tuple[Stand, str]],
    main: Main,
) -> bool:
    """Two phases with opposite verdicts, side by side: the slogan."""
    (first, p1), (second, p2) = opposite[-2:]
    a, b = first.statement, second.statement
    if a.verdict == b.verdict:
        return False
    zipped = bool(_AND_JOINED.search(low)) or p1 == p2 == "both"
    if zipped and {m.phase for m in phases} == {"prefill", "decode"}:
        order = [
            phases[0].phase,
            next(m.phase for m in phases if m.phase != phases[0].phase),
        ]
        pairs = [(order[0], a.verdict), (order[1], b.verdict)]
    elif {p1, p2} == {"prefill", "decode"}:
        pairs = [(p1, a.verdict), (p2, b.verdict)]
    else:
        return False
    main.phase, main.verdict, main.detail = "both", "other", "split"
    main.at = b.start
    main.pairs = tuple(
        Pair(p, v) for p, v in sorted(pairs, key=lambda pair: pair[0] != "prefill")
    )
    main.spans["verdict"] = (a.start, b.end)
    main.notes.add("two-statements")
    return True


def two_sided(
    low: str, clauses: Clauses, opposite: list[tuple[Stand, str]], main: Main
) -> tuple[Stand, str]:
    """One phase, both verdicts: a flip, two operations, or a contradiction."""
    last, last_phase = opposite[-1]
    index = (
        max(
            i
            for i, (s, _) in enumerate(opposite[:-1])
            if s.statement.verdict != last.statement.verdict
        )
        if any(s.statement.verdict != last.statement.verdict for s, _ in opposite[:-1])
        else 0
    )
    first, first_phase = opposite[index]
    if first_phase != last_phase and "unspecified" not in (first_phase, last_phase):
        return last, last_phase
    a, b = first.statement, last.statement
    near_a, near_b = clauses.clause(a.start), clauses.clause(b.start)
    text_a, text_b = (
        low[max(near_a[0], a.start - 40) : a.start],
        low[max(near_b[0], a.end) : b.start],
    )
    op_a, op_b = _OPERATION.search(text_a), _OPERATION.search(text_b)
    if op_a and op_b and op_a[0] != op_b[0]:
        main.detail = "balanced"
        main.notes.add("by-operation")
        return last, last_phase
    arms = _arms(low, clauses, a, b)
    if arms is not None:
        main.flip, main.detail = arms, "depends"
        return last, last_phase
    restricted = _restricted(low, clauses, a, b)
    if restricted is not None:
        main.flip = restricted
        main.apart.append((clauses.sentence(a.start)[0], max(restricted[1], a.end)))
        return last, last_phase
    condition = _condition_between(low, clauses, a, b)
    if condition is not None:
        main.flip = condition
        main.apart.append(
            (
                min(condition[0], near_b[0]) if near_b[0] >= a.end else condition[0],
                max(b.end, near_b[1]),
            )
        )
        main.pairs = (Pair(first_phase, a.verdict),)
        return first, first_phase
    left = _condition_before(low, clauses, a)
    if re.search(
        (r"\bfirst\b|\bthen\b|\bafterwards?\b|먼저|이후|나중"), low[a.end : b.end + 14]
    ):
        main.flip = left
        return first, first_phase
    if left is not None and re.search(
        (r"but|다만|하지만|지만|otherwise|그 외|아니면|나머지"), low[a.end : b.start]
    ):
        return first, first_phase
    main.detail = "depends"
    main.notes.add("contradiction")
    return last, last_phase


_PRONOUN_ARM = re.compile(
    r"\b(?:if|when|once|where)(?: (?:it|they|that))?(?:'s| is| are| gets?| grows?)"
    r"(?: very| really)? (?:small|large|big|long|short|tiny|huge|high|low)\w{0,2}"
    r"|(?<![가-힣])(?:크|작|길|짧|많|적|커지|작아지|길어지|짧아지)(?:으)?면"
)
_RESTRICTED_LEFT = re.compile(r"\bonly\b")
_RESTRICTED_RIGHT = re.compile(
    r"\bonly\b|(?:때|경우|만|에서)(?:에만|만|뿐)|때뿐|경우뿐"
)
_OWN_CASE = re.compile(
    r"\b(?:ours?|we|my|mine|here|so|therefore|hence|thus)\b|우리|저희|제 |내 |여기|"
    r"따라서|"
    r"그러니|그래서|므로|니까|[가-힣]라(?:서)? "
)


def _arms(low: str, clauses: Clauses, a: Statement, b: Statement) -> Span | None:
    """Rule 28: each verdict under its own condition; the second one's place."""
    start = clauses.sentence(a.start)[0]
    left = [s for s, _ in boundaries(low) if start <= s < a.start]
    right = _PRONOUN_ARM.search(low[a.end : b.start])
    if not left or right is None or re.search(r"\d", low[left[0] : a.start]):
        return None
    return a.end + right.start(), a.end + right.end()


def _restricted(low: str, clauses: Clauses, a: Statement, b: Statement) -> Span | None:
    """ "Only below 150 tokens; ours are longer, so ...": the author's case is last."""
    start, end = clauses.sentence(a.start)
    if clauses.sentence(b.start)[0] < end or not _OWN_CASE.search(low[end : b.start]):
        return None
    if not (
        _RESTRICTED_LEFT.search(low[start : a.start])
        or _RESTRICTED_RIGHT.search(low[a.end : end])
    ):
        return None
    return next(((s, e) for s, e in boundaries(low) if start <= s and e <= end), None)


def _condition_between(
    low: str, clauses: Clauses, a: Statement, b: Statement
) -> Span | None:
    """The words between two opposite statements that say when the second holds."""
    end = clauses.sentence(b.start)[1]
    for start, stop in boundaries(low):
        if a.end <= start < end and stop <= end:
            return start, stop
    near = clauses.clause(b.start)[0]
    offset = near if near >= a.end else a.end
    if near >= a.end and re.match(
        (r"(?:it|that|decode|prefill|디코|프리|연산|메모리|compute|memory)"),
        low[near : b.end],
    ):
        offset = a.end  # the condition stands in the clause before
        joint = re.match(
            (r"[^,;.]*?(?:, ?|; ?|지만 |고 |며 )(?:but |다만 |단,? )?"),
            low[a.end : near],
        )
        offset += joint.end() if joint and a.end + joint.end() < near else 0
    between = low[offset : b.start]
    setting = re.search(
        r"\b(?:at|with|from|on|in|for|under|once|when|past|beyond|above|by) (?:a |an |"
        r"the )?[^,;.]*?\w+(?=,|;| (?:it|decode|prefill|that|this|becomes?|turns?|is|"
        r"goes|moves|they|we)\b|$)|(?:배치|컨텍스트|문맥|프롬프트|길이|batch|bs|"
        r"context)\S{0,3} ?[\d,]+[k천]?\S{0,4}|\d+ ?(?:건|개|토큰)\S{0,8}(?: \S+면)?|"
        r"[a-z]+\d+\w*(?:에서는|은|는|에선)?(?= )|otherwise|그 ?(?:이상|이하|다음|"
        r"후)\S*|넘으면|초과하면|그 ?이후\S*(?: \S+면)?|(?:큰|작은|긴|짧은) \S+",
        between,
    )
    if setting is None:
        tail = re.match(
            (
                r"[^.;]{0,6}(?: (?:at|on|with|for|from|above|past|beyond|once|"
                r"when) [^.;,]+)"
            ),
            low[b.end : end],
        )
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
