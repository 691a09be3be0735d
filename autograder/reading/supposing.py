"""Is a statement only supposed: in an if-clause, or contrary to fact?"""

from __future__ import annotations

import re

from .statements import Statement

_SUPPOSED_KO = re.compile(
    r"^[가-힣]{0,3}[인는은]지(?:는|도|가|를|의|에)? |^[가-힣]{0,3} ?(?:구간|상황|영역|"
    r"조건|환경|설정)(?:에서|이라면|에는|에선|이면)|"
    r"^[\"']?(?:이?라고)만? ?(?:쓰|적|하|말하|답하)\S{0,2}면|"
    r"^(?:이|인|일|이라|라|였|했|되|된|될|하|한|할|있|는|가|을|에|의|걸리|걸릴|묶이|"
    r"묶일|묶인|막히|막힐|막힌)*\s?(?:면(?!서)| 때(?!문|가)| ?경우(?:에|엔|는|$)|"
    r" ?구간에서| ?상황에서| ?영역에서| ?구간이라면|는 ?구간|라면|다면)"
)
_SUPPOSED_EN = re.compile(
    r"(?:\bif\b|\bwhen(?:ever)?\b|\bwhere\b|\bwhether\b|\bas long as\b|"
    r"\bin situations where\b|\bin cases where\b|\bwhile (?:it|you) (?:is|"
    r"are)\b|\bassuming\b|\bsuppose\b)[^,;.]{0,60}$"
)
_WOULD = re.compile(  # "if the cache were free, decode would be ..."
    r"(?:\bif\b[^.;]{3,60}\b(?:were|was|had|could)\b|\bwith (?:infinite|unlimited|free|"
    r"endless)\b)[^.;]{1,60}\bwould (?:\w+ )?(?:be|become|turn|get)\b[^.;]{0,12}$"
)
_THEN = re.compile(
    r"(?:small|large|tiny|huge|big|long|short|high|low)(?:er)? (?:the )?"
    r"(?:decod|prefill|generat|it )|expect(?:ed)? (?:when|if)|"
    r"\bso\b|\bthen\b|\bit is\b|\bthat means\b"
)
_WOULD_KO = re.compile(
    r"[가-힣]{0,6} ?(?:일 ?것이다|일 ?텐데|가 ?될 ?것|였을|이었을|겠(?:다|지)|가 ?됐을|"
    r"가 ?되었을|"
    r"일 ?거다)"
)
NONE_WHERE = re.compile(  # "there is no chip on which decode is ..."
    r"(?:\b(?:no|not an?|not one|not any)|n't an?|n't any|n't one|(?:\bnot|\bnever|"
    r"n't) (?:find|"
    r"see|get|meet|name|show)(?: me)? (?:an?|any|one))(?: [\w-]+){1,3}?,? (?:(?:in|on|"
    r"for|"
    r"at|under|with|by) which|where|whose|that|when)\b[^,;.:]*$"
)
_UNREAL_KO = re.compile(r"(?:이?라면|였다면|었다면) ")
_FREE = re.compile(
    r"free|infinite|unlimited|endless|as (?:fast|wide)|공짜|무한|무제한|무료"
)


def is_supposed(low: str, start: int, end: int, left: str, one: Statement) -> bool:
    """Does it stand in an if-clause, or in what would follow from an unreal one?"""
    if one.paraphrase and _FREE.search(low[one.start : one.end]):
        return False  # "if memory were free it would be faster" says that memory limits
    if NONE_WHERE.search(low[start : one.start]):
        return False
    if _SUPPOSED_KO.search(low[one.end : min(end, one.end + 30)]):
        return True
    if _SUPPOSED_EN.search(
        low[max(start, one.start - 70) : one.start]
    ) and not _THEN.search(left):
        return True
    if _WOULD.search(low[max(start, one.start - 150) : one.start]):
        return True
    unreal = _UNREAL_KO.search(low, start, one.start)
    return bool(unreal and _WOULD_KO.match(low[one.end : one.end + 16]))
