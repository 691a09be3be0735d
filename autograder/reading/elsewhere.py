"""Find statements whose predicate stands elsewhere, or that only arithmetic makes.

"TTFT는 연산이, TPOT는 대역폭이 좌우한다" shares one predicate; "200 GB/s / 16 GB = 12.5
tok/s at best" needs none.
"""

from __future__ import annotations

import re

from .gapped import RESOURCE, arms, halves, labelled
from .main import BOUND
from .result import Span
from .statements import Statement

_BACK_TO = re.compile(
    r"\b(?:swings?|shifts?|moves?|tips?|turns?|flips?|falls?|goes|crosses|drifts?|"
    r"returns?) (?:from (?:the )?(?:memory|bandwidth|compute|flops)(?: bandwidth)? )?"
    r"(?:back |over )?(?:to|toward|towards|"
    r"into) (?:being )?(?:the )?(?P<r>memory|compute|bandwidth|flops)(?![- ]?bound)"
)


# Bounded, so that a text made for it takes no longer than another.
_FAR = r"[^\n]{0,120}?"
_ARITHMETIC = re.compile(
    r"(?:gb/s|tb/s|gbps|bandwidth|대역폭|초당 ?[\d.]+ ?[gt]b)"
    rf"{_FAR}(?:/|over|divided|나누|나눈|÷|caps?|=){_FAR}(?:tok|토큰|ms|t/s)|"
    rf"(?:tok/s|토큰|ms){_FAR}(?:gb/s|tb/s){_FAR}(?:/|divided|나누|÷)|"
    r"(?:gb|gib)\b[^\n]{0,60}?(?:/|over|÷|나누)[^\n]{0,40}?(?:gb/s|tb/s)"
)


_BOUND_WORD = re.compile(
    r"제한|묶|막히|막힌|걸린|좌우|결정|정하|붙잡|느리|부족|모자|문제|keeps?|slow|병목|"
    r"bottleneck|limit|hold|stuck|늘려야|높여야|느린|한계|바운드|"
    r"bound|cap|발목|"
    r"constraint|제약"
)


_AFTER_NOT = re.compile(
    r"(?:아니라|아니고|but|rather|it is|it's|instead|실제로는|오히려) +(?:by |rather |"
    r"the |바로 |오히려 |결국 )*(?P<r>(?:memory|bandwidth|compute|flops|메모리|대역폭|"
    r"연산|kernel launch|launch|커널|cpu|python|파이썬|host|호스트|scheduler|스케줄러|"
    r"nvlink|pcie|all-?reduce|communication|통신|interconnect|네트워크|오버헤드|"
    r"overhead)[\w가-힣 ]*)"
)


_ALTERNATIVE = re.compile(
    r"(?P<a>compute|memory|bandwidth|flops|연산|메모리|대역폭)(?:인가|이냐|인지|"
    r",)? ?(?:or|vs\.?|아니면|,)? ?(?P<b>compute|memory|bandwidth|flops|연산|메모리|"
    r"대역폭)"
)


# A bare answer: "Probably memory bandwidth.", "디코드가 느린 이유? 대역폭."
_BARE = re.compile(
    rf"(?:^|(?P<mark>\?) ?|[.!:\n] ?|(?:뭐|무엇이)냐면,? |(?P<no>아닙니다|아니에요|"
    rf"아니요|아뇨|아니야?"
    rf"|\bno|\bnope)[,.]? |(?:이유|원인|답|범인|정체)(?:은|는) )"
    rf"(?:아마도?|결국|역시|당연히|probably|presumably|(?:most |very )?likely|mostly|"
    rf"surely|clearly|i guess|i'd say|my guess is|it is|it's)?,? ?(?:the )?"
    rf"(?P<r>{RESOURCE}|(?<=\? )(?:가중치|weights?|data|데이터))"
    rf"(?:,? (?:most likely|probably|i think|i guess|presumably|obviously|of course|"
    rf"naturally|clearly|every time|mostly))?"
    rf"(?: ?(?:이다|입니다|이에요|예요|이죠|이지|지|죠|야|이야|탓|때문|문제)(?:이다|"
    rf"입니다|이죠|이지|지)?"
    rf"(?: ?(?:뭐|요|그럼|물론))?)?(?=\s*(?:[.!]\s|[.!]?$))"
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


# "It is bandwidth that holds decode back", "it isn't compute that keeps it slow".
_CLEFT = re.compile(
    rf"\bit(?:'s| is|s| was)(?:n't| not)? (?:the |raw |its |really |"
    rf"actually )*(?P<r>{RESOURCE})"
    rf"(?:,? (?:not|rather than) (?:the )?{RESOURCE},?)? (?:that|which) "
)


def extra_statements(low: str, found: list[Statement]) -> list[Statement]:
    """Resources whose predicate stands elsewhere in the sentence."""
    extra = []
    for match in _CLEFT.finditer(low):
        span = match.span("r")
        if not _covered(match.span(), found):
            extra.append(Statement(resource(match["r"]), *span))
    for match in _BACK_TO.finditer(low):
        extra.append(Statement(resource(match["r"]), *match.span()))
    if _BOUND_WORD.search(low):
        for match in _AFTER_NOT.finditer(low):
            if not _covered(match.span("r"), found):
                extra.append(Statement(resource(match["r"]), *match.span("r")))
    for word, span, predicate_before in halves(low):
        shared = any(
            s.start < span[0] if predicate_before else s.start >= span[1] for s in found
        )
        if shared and not _covered(span, found):
            extra.append(Statement(resource(word), *span))
    for word, span in (*labelled(low), *arms(low)):
        if not _covered(span, [*found, *extra]):
            extra.append(Statement(resource(word), *span))
    for match in _BARE.finditer(low):
        free = not found and not extra
        if free or match["no"] or (match["mark"] and not _covered(match.span(), found)):
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
    if re.match(
        r"(?:raw |pure |sheer |more )?(?:comput|arithmetic|math|t?flop|number|matmul|"
        r"tensor|"
        r"matrix|alu|multipl)|연산|코어|계산|컴퓨트|곱셈|플롭스|텐서",
        word,
    ):
        return "compute-bound"
    if re.search(
        r"memory|bandwidth|메모리|대역|밴드위|hbm|dram|vram|ddr|램|byte|바이트|data|"
        r"데이터|읽|"
        r"옮|나르|"
        r"가져|끌|가중치|weight|kv|the bus",
        word,
    ):
        return "memory-bound"
    if re.match(
        r"communication|통신|interconnect|네트워크|nvlink|pcie|all-?reduce", word
    ):
        return "comm-bound"
    return "overhead-bound"
