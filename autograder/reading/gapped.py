"""Two phases side by side that share one predicate, or have none.

"프리필은 연산에, 디코드는 대역폭에 묶인다", "prefill is limited by math, decode by
memory traffic", "TTFT is a compute story, TPOT a bandwidth story": the words for the
resource stand where the predicate is not; they are found by their place by a phase.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .result import Span

_COMPUTE = (
    r"(?:(?:raw |pure |sheer |more )?(?:compute|computation|t?flops?|arithmetic|maths?|"
    r"number[- ]crunching|matmuls?|(?:tensor|matrix) cores?|alus?|multiplication)|"
    r"연산(?: ?(?:"
    r"기|량|력|능력|성능|장치|유닛|속도|자원))?|계산(?: ?(?:량|력|능력|속도|성능))?|"
    r"곱셈|플롭스|텐서 "
    r"?코어|컴퓨트|코어 ?(?:수|연산|성능))"
)
_MEMORY = (
    r"(?:(?:memory|hbm|dram|vram|weight|kv|ddr\d|lpddr\w*|램|"
    r"메모리)(?:[- ](?:bandwidth|bw|"
    r"traffic|reads?|loads?|access(?:es)?|movement|transfers?|system|speed|latency)|"
    r" ?(?:"
    r"대역폭|접근|읽기|속도|트래픽|전송|대역))?|bandwidth|bytes(?: moved| read|"
    r" per second)?|data "
    r"(?:movement|traffic)|the bus|대역폭|밴드위[스드쓰]|대역|(?:읽는|읽을|읽어 ?(?:올|"
    r"오는|들일)|"
    r"옮기는|옮길|나르는|"
    r"가져올|끌어올) ?(?:양|바이트(?: ?수)?|데이터|속도|가중치|게|것)|바이트(?: ?수)?|"
    r"데이터 ?(?:이동|전송)"
    r"\S{0,1}|가중치 ?(?:읽기|로드|전송|양)|hbm)"
)
RESOURCE = rf"(?:{_COMPUTE}|{_MEMORY})"
PREFILL = (
    r"(?:ttft|프리필|pre-?fill(?:ing)?|프롬프트 ?처리|prompt (?:processing|ingestion)|"
    r"pp(?![a-z])|첫 ?(?:번째 ?)?토큰|first tokens?)"
)
DECODE = (
    r"(?:tpot|itl|디코드|디코딩|decod(?:e|ing)|토큰 ?생성|(?:token )?generation|"
    r"tg(?![a-z])|"
    r"(?:그 ?)?(?:다음|이후|나머지) ?토큰|(?:later|subsequent) tokens)"
)
_NEAR = (  # the former, the latter
    r"(?:앞 ?(?:단계|쪽|의 ?것)|뒤 ?(?:단계|쪽|의 ?것)|뒷 ?(?:단계|쪽)|전자|후자|"
    r"the former|the "
    r"latter|the (?:first|second)(?: phase| stage| one)?)"
)
PHASE = rf"(?:{PREFILL}|{DECODE}|{_NEAR})"
_LINK = (
    r"(?: ?(?:단계|구간|쪽|시간|속도))?(?:에서는|에서|은|는|이|가|:|→|=|->| is| by|"
    r"의 경우|"
    r" phase| wants| needs| eats)? ?(?:결국 |주로 |대체로 |보통 |a |an |the |more |"
    r"all |mostly |"
    r"about |by |on |\d?[a-z]{0,3} )*"
)
_TAIL = (
    r"(?: ?(?:story|game|problem|issue|affair|matter|job|business|question|쪽|싸움|"
    r"문제|장사|놀음|"
    r"게임))?(?:이|가|에|을|를|으로|로|에게)?"
)
_AND = (
    r"(?: ?(?:,|;|/|이고|이며|이요|고|and|그리고|while|whereas|but|반면))+ ?(?:the )?"
)
# Subject and resource twice; the second predicate is shared or absent.
_ARMS = re.compile(
    rf"{PHASE}{_LINK}(?P<r1>{RESOURCE}){_TAIL}{_AND}{PHASE}{_LINK}(?P<r2>{RESOURCE})"
    rf"(?![-a-z]){_TAIL}"
    rf"|(?P<r8>{RESOURCE})(?:이|가) ?{PHASE}(?:을|를),? ?(?P<r9>{RESOURCE})(?:이|가) ?"
    rf"{PHASE}(?:을|를)"
    rf"|{PHASE}(?:과|와|, ?) ?{PHASE}[^.\n]{{0,10}}각각 ?(?P<ra>{RESOURCE})(?:과|와|"
    rf"이고|,) ?"
    rf"(?P<rb>{RESOURCE})"
    rf"|(?P<r3>{RESOURCE}) (?:for|in|during) (?:the )?{PHASE}{_AND}(?P<r4>{RESOURCE}) "
    rf"(?:for|in|during) (?:the )?{PHASE}"
    rf"|(?:and|while) (?P<r5>{RESOURCE}) (?:that|those) of (?:the )?{PHASE}"
    rf"|{PHASE} ?[/&,] ?{PHASE}(?: ?(?:=|:|→|은|는|are|is|각각))+ ?(?P<r6>{RESOURCE}) ?"
    rf"[/&,] ?(?P<r7>{RESOURCE})"
)
# "Prefill is limited by math, decode by memory traffic": the second half alone.
_BY = re.compile(
    rf"(?:and|,|;|while|whereas|but) (?:the )?(?:{PREFILL}|{DECODE}|{_NEAR})(?: phase| "
    rf"stage)?,? (?:is )?(?:by|on|to|for|with) (?:the |its )?(?P<r>{RESOURCE})"
)
# "TTFT는 연산이, TPOT는 대역폭이 좌우한다": the first half alone.
_FIRST = re.compile(
    rf"{PHASE}\S{{0,3}}(?: \S+의)? (?P<r>{RESOURCE})(?:이|가|에|에서|을|를|으로|"
    rf"에 의해)?,? ?"
    rf"(?={PHASE}|(?:그 ?)?다음|이후|(?:그리고 |and ))|"
    r"(?:까지|이하|미만|이하면|이면|에서|[작짧적크길많]으?면)(?:는|은)? (?P<r2>연산|"
    r"메모리(?: ?대역폭)?|"
    r"대역폭)(?:이|가)?, "
    r"?(?=[작짧적크길많]으?면|그 ?이상|그 ?이후|넘|이상|초과|\d+(?:은|부터|에서)|"
    r"\S*(?:배치|부터))"
)
_LABELLED = re.compile(
    rf"(?:{PREFILL}|{DECODE}) ?(?:[:=→]|->) ?(?P<r>{RESOURCE})(?=[.,;/)]|\s*$|\n| and)|"
    rf"(?:{PREFILL}|{DECODE})(?:은|는) (?P<of>{RESOURCE})(?=[.!]|\s*$|, ?(?:이게|그게|"
    rf"이것이|그것이))"
)


def arms(low: str) -> Iterator[tuple[str, Span]]:
    """Resource words beside two phases, each with its place.

    >>> [word for word, _ in arms("프리필은 연산에, 디코드는 대역폭에 묶인다")]
    ['연산', '대역폭']
    """
    for match in _ARMS.finditer(low):
        for group, word in match.groupdict().items():
            if word:
                yield word, match.span(group)


def halves(low: str) -> Iterator[tuple[str, Span, bool]]:
    """One half whose predicate the other has; True if the predicate stood before."""
    for match in _FIRST.finditer(low):
        group = "r" if match["r"] else "r2"
        yield match[group], match.span(group), False
    for match in _BY.finditer(low):
        yield match["r"], match.span("r"), True


def labelled(low: str) -> Iterator[tuple[str, Span]]:
    """ "prefill: compute; decode: memory"."""
    for match in _LABELLED.finditer(low):
        group = "r" if match["r"] else "of"
        yield match[group], match.span(group)
