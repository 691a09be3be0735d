"""Find statements whose predicate stands elsewhere, or that only arithmetic makes.

"TTFT는 연산이, TPOT는 대역폭이 좌우한다" shares one predicate; "200 GB/s / 16 GB = 12.5
tok/s at best" needs none.
"""

from __future__ import annotations

import re

from .main import BOUND
from .result import Span
from .statements import Statement

_BACK_TO = re.compile(
    r"\b(?:swings?|shifts?|moves?|tips?|turns?|flips?|falls?|goes|crosses|drifts?|"
    r"returns?) (?:from (?:the )?(?:memory|bandwidth|compute|flops)(?: bandwidth)? )?"
    r"(?:back |over )?(?:to|toward|towards|"
    r"into) (?:being )?(?:the )?(?P<r>memory|compute|bandwidth|flops)(?![- ]?bound)"
)


_ARITHMETIC = re.compile(
    r"(?:gb/s|tb/s|gbps|bandwidth|대역폭|초당 ?[\d.]+ ?[gt]b)[^\n]*?(?:/|over|divided|"
    r"나누|나눈|÷|caps?|=)[^\n]*?(?:tok|토큰|ms|t/s)|(?:tok/s|토큰|ms)[^\n]*?(?:gb/s|"
    r"tb/s)[^\n]*?(?:/|divided|나누|÷)|(?:gb|gib)\b[^\n]{0,60}?(?:/|over|÷|"
    r"나누)[^\n]{0,40}?(?:gb/s|tb/s)"
)


_BOUND_WORD = re.compile(
    r"병목|bottleneck|limit|hold|stuck|늘려야|높여야|느린|한계|바운드|bound|cap|발목|"
    r"constraint|제약"
)


_AFTER_NOT = re.compile(
    r"(?:아니라|아니고|but|rather|it is|it's|instead|실제로는|오히려) +(?:by |rather |"
    r"the |바로 |오히려 |결국 )*(?P<r>(?:memory|bandwidth|compute|flops|메모리|대역폭|"
    r"연산|kernel launch|launch|커널|cpu|python|파이썬|host|호스트|scheduler|스케줄러|"
    r"nvlink|pcie|all-?reduce|communication|통신|interconnect|네트워크|오버헤드|"
    r"overhead)[\w가-힣 ]*)"
)


# A predicate shared by two phases: "TTFT는 연산이, TPOT는 대역폭이 좌우한다".
_GAP = re.compile(
    r"(?:ttft|tpot|프리필|디코드|디코딩|prefill|decode|처리|생성|토큰|"
    r"itl)\S{0,3}(?: \S+의)? (?P<r>(?:t?flops|연산(?: ?성능| ?능력)?|"
    r"메모리(?: ?대역폭)?|대역폭|compute|memory|bandwidth|계산|컴퓨트))(?:이|가|"
    r"에|에서|을|"
    r"에 의해)?,? ?(?=(?:ttft|tpot|프리필|디코|prefill|decode|프롬프트|토큰|생성|itl)|"
    r"(?:그 ?)?다음|이후|(?:그리고 |and ))|(?:까지|이하|미만|이하면|이면|에서)(?:는|"
    r"은)? (?P<r2>연산|메모리(?: ?대역폭)?|대역폭)(?:이|가)?, ?(?=그 ?이상|그 ?이후|"
    r"넘|이상|초과|\d+(?:은|부터|에서)|\S*(?:배치|부터))"
)


_BY = re.compile(
    r"(?:and|,|;|while|whereas) (?:the )?(?:prefill|decod\w+|generation|"
    r"token generation|ttft|tpot|itl)(?: phase| stage)?,? (?:is )?(?:by|on|"
    r"to) (?:the )?(?P<r>compute|memory(?: bandwidth)?|bandwidth|flops|hbm|dram)"
)


_LABELLED = re.compile(
    r"(?:prefill|decode|프리필|디코드|디코딩|ttft|tpot) ?(?:[:=→]|->) ?(?P<r>compute|"
    r"memory(?: bandwidth)?|bandwidth|연산|메모리(?: ?대역폭)?|대역폭|"
    r"flops)(?=[.,;/)]|\s*$|\n| and)"
)


_ALTERNATIVE = re.compile(
    r"(?P<a>compute|memory|bandwidth|flops|연산|메모리|대역폭)(?:인가|이냐|인지|"
    r",)? ?(?:or|vs\.?|아니면|,)? ?(?P<b>compute|memory|bandwidth|flops|연산|메모리|"
    r"대역폭)"
)


_RES = (
    r"(?:t?flops|연산(?:기| ?성능| ?능력| ?장치| ?유닛)?|코어 ?(?:수|연산|성능)|"
    r"계산(?: ?능력)?|"
    r"컴퓨트|"
    r"compute|arithmetic|(?:hbm|vram|ddr\d|lpddr\w*|램|메모리|dram) ?대역폭|메모리|"
    r"대역폭|"
    r"memory(?: bandwidth| traffic)?|bandwidth)"
)
_PRE = r"(?:ttft|프리필|pre-?fill|프롬프트 ?처리|prompt processing|pp(?![a-z]))"
_DEC = (
    r"(?:tpot|itl|디코드|디코딩|decod(?:e|ing)|토큰 ?생성|token generation|tg(?![a-z]))"
)
_PHASE = rf"(?:{_PRE}|{_DEC})"
_LINK = (
    r"(?: ?(?:단계|구간))?(?:에서는|에서|은|는|이|가|:|→|=| is| by|의 경우|"
    r" phase)? ?(?:결국 |주로 |\d?[a-z]{0,3} )?"
)
# Two phases side by side, each with its resource; the predicate is shared or absent.
_ARMS = re.compile(
    rf"{_PHASE}{_LINK}(?P<r1>{_RES})(?:이|가|에|을|를|으로|로)?(?: ?(?:,|;|/|이고|이며|"
    rf"and|그리고|while))+ ?(?:the )?{_PHASE}{_LINK}(?P<r2>{_RES})(?![-a-z])"
    rf"|(?P<r8>{_RES})(?:이|가) ?{_PHASE}(?:을|를),? ?(?P<r9>{_RES})(?:이|가) ?{_PHASE}"
    rf"(?:을|를)"
    rf"|{_PHASE}(?:과|와|, ?) ?{_PHASE}[^.\n]{{0,10}}각각 ?(?P<ra>{_RES})(?:과|와|이고|"
    rf",) ?"
    rf"(?P<rb>{_RES})"
    rf"|(?P<r3>{_RES}) (?:for|in|during) (?:the )?{_PHASE}(?: ?(?:,|;|and|while))+ ?"
    rf"(?P<r4>{_RES}) (?:for|in|during) (?:the )?{_PHASE}"
    rf"|(?:and|while) (?P<r5>{_RES}) (?:that|those) of (?:the )?{_PHASE}"
    rf"|{_PHASE} ?[/&,] ?{_PHASE}(?: ?(?:=|:|→|은|는|are|is|각각))+ ?(?P<r6>{_RES}) ?"
    rf"[/&,] ?(?P<r7>{_RES})"
)
# A bare answer: "Probably memory bandwidth.", "디코드가 느린 이유? 대역폭."
_BARE = re.compile(
    rf"(?:^|[.!?:\n] ?|(?:뭐|무엇이)냐면,? |(?:이유|원인|답|범인|정체)(?:은|는) )"
    rf"(?:아마도?|결국|역시|당연히|probably|presumably|(?:most |very )?likely|mostly|"
    rf"surely|clearly|i guess|i'd say|my guess is|it is|it's)?,? ?(?:the )?"
    rf"(?P<r>{_RES})(?:,? (?:most likely|probably|i think|i guess|presumably))?"
    rf"(?: ?(?:이다|입니다|이에요|예요|이죠|탓|때문|문제)(?:이다|입니다)?)?"
    rf"(?=\s*(?:[.!]\s|[.!]?$))"
)


_BANDWIDTH_FIGURE = re.compile(r"\d ?[gt]b(?:/s|ps|/초)")


_CEILING_RATE = re.compile(
    r"(?:초당|tok/s|t/s|토큰)[^.]{0,20}(?:못 ?넘|한계|상한|최대|넘지 ?못)|"
    r"(?:tops? out|caps?|at best|at most|ceiling|no more than|can'?t (?:beat|"
    r"exceed)|cannot (?:beat|exceed)|"
    r"limit of)[^.]{0,30}(?:tok|t/s|tokens)|(?:tok/s|t/s|tokens)[^.]{0,16}(?:at best|"
    r"at most|ceiling)|\d ?ms[^.]{0,12}(?:든다|걸린다|하한|floor)"
)


_BANDWIDTH_USED = re.compile(
    r"(?P<a>\d{2}) ?% of (?:the |its |an? )?(?:[\w-]*\d\w*(?:'s)? )?(?:peak |hbm |"
    r"memory |dram |theoretical |"
    r"available )*bandwidth|대역폭(?: ?사용률)?(?:의|이|은)? ?(?P<b>\d{2}) ?%"
)


def extra_statements(low: str, found: list[Statement]) -> list[Statement]:
    """Resources whose predicate stands elsewhere in the sentence."""
    extra = []
    for match in _BACK_TO.finditer(low):
        extra.append(Statement(resource(match["r"]), *match.span()))
    if _BOUND_WORD.search(low):
        for match in _AFTER_NOT.finditer(low):
            if not _covered(match.span("r"), found):
                extra.append(Statement(resource(match["r"]), *match.span("r")))
    for match in _GAP.finditer(low):
        group = "r" if match["r"] else "r2"
        if not _covered(match.span(group), found) and any(
            s.start >= match.end() for s in found
        ):
            extra.append(Statement(resource(match[group]), *match.span(group)))
    for match in _BY.finditer(low):
        if not _covered(match.span("r"), found) and any(
            s.start < match.start() for s in found
        ):
            extra.append(Statement(resource(match["r"]), *match.span("r")))
    for match in _LABELLED.finditer(low):
        if not _covered(match.span("r"), found):
            extra.append(Statement(resource(match["r"]), *match.span("r")))
    for match in _ARMS.finditer(low):
        for group, word in match.groupdict().items():
            if word and not _covered(match.span(group), [*found, *extra]):
                extra.append(Statement(resource(word), *match.span(group)))
    if not found and not extra:
        for match in _BARE.finditer(low):
            extra.append(Statement(resource(match["r"]), *match.span("r")))
    if not found and not extra and "?" in low:
        for match in _ALTERNATIVE.finditer(low):
            extra.append(Statement(resource(match["a"]), *match.span("a")))
            extra.append(Statement(resource(match["b"]), *match.span("b")))
    if (
        not found
        and (ceiling := _CEILING_RATE.search(low))
        and _BANDWIDTH_FIGURE.search(low)
    ):
        extra.append(Statement("memory-bound", *ceiling.span(), paraphrase=True))
    busy = _BANDWIDTH_USED.search(low)
    if busy and not found and int(busy["a"] or busy["b"]) >= 60:
        extra.append(Statement("memory-bound", *busy.span(), paraphrase=True))
    arithmetic = _ARITHMETIC.search(low)
    if (arithmetic and not any(s.verdict in BOUND for s in found)) or (
        arithmetic
        and all(s.start > arithmetic.end() for s in found if s.verdict in BOUND)
        and all(s.verdict == "compute-bound" for s in found)
    ):
        extra.append(Statement("memory-bound", *arithmetic.span(), paraphrase=True))
    return [s for s in extra if not _covered((s.start, s.end), found)]


def _covered(span: Span, found: list[Statement]) -> bool:
    return any(s.start < span[1] and span[0] < s.end for s in found)


def resource(word: str) -> str:
    """The verdict that a bare resource word means."""
    if re.match(r"compute|arithmetic|t?flops|연산|코어|계산|컴퓨트", word):
        return "compute-bound"
    if re.search(r"memory|bandwidth|메모리|대역폭|hbm|dram", word):
        return "memory-bound"
    if re.match(
        r"communication|통신|interconnect|네트워크|nvlink|pcie|all-?reduce", word
    ):
        return "comm-bound"
    return "overhead-bound"
