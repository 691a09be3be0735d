"""Is a reason given for the verdict: structure, arithmetic, a mechanism, a symptom?

What follows from the verdict ("compute-bound라 클럭에 민감") is no reason for it.
"""

from __future__ import annotations

import re

from .clauses import Clauses
from .main import Main
from .mechanism import gives_symptom
from .result import Quantity
from .results import by_arithmetic, is_ceiling

# Connectives whose first half is the reason: they must stand before the verdict.
_THEREFORE = re.compile(
    r"\bso\b(?! (?:far|much|many|fast|long|that you))|\bergo\b|\btherefore\b|\bhence\b|"
    r"\bthus\b|"
    r"\bwhich (?:means|makes|tells|leaves)\b|\bthat (?:is why|makes|means|leaves)\b|"
    r"\bas a (?:result|consequence)\b|\bimpl(?:y|ies|ying)\b|\bit follows\b|\bfollows "
    r"from\b|\bconsequently\b|\bgiven (?:that|the|how)\b|\bas (?:each|every|all)\b|"
    r"\bwith (?:so (?:few|little|many|much)|only one)\b|"
    r"(?<!ever )(?<!'ve )(?<!has )(?<!have )\bsince\b(?! then)|(?<!just )\bbecause\b|"
    r"\b(?:which|that) tells (?:you|us|me)\b|\btelling (?:you|us)\b|\bproves?\b|"
    r"\bgoes to show\b|\bpoints? to\b"
    r"|므로|니까|(?:[으이되지]|(?<!멍)(?<!아)하)니[ ,]|[이]라서?[ ,]|"
    r"(?<!고 )[아어해여려]서(?:야|"
    r"요)?[ ,]|"
    r"따라서|그래서|그러므로|고로|이기에|기에[ ,]|때문에|덕분|(?:커져|커서|작아서?|"
    r"적어서?|많아서?|"
    r"낮아서?|높아서?|길어서?|약해서?|느려서?|부족해서?|모자라서?|없어서?|읽느라|"
    r"쓰느라|같아)[ ,]|못해[ ,]|못 해[ ,]|(?:차|바빠)서[ ,]|느라[ ,]|그러니[ ,]|이유로|"
    r"뿐이라|뜻|는 걸 보면|방증|바람에[ ,]|길래[ ,]|탓에|만큼[ ,]|결과[ ,]|즉[ ,]|"
    r"다 보니"
)
# Connectives that may stand on either side of the verdict, in its own clause.
_BECAUSE = re.compile(
    r"(?<!the )(?<!a )\bcause\b(?! of)|\bcuz\b|(?<!just )\bbecause\b|\bsince\b|"
    r"\b(?:due|owing|thanks) to\b|\bon account of\b|"
    r"\bfor the "
    r"(?:simple )?reason\b|\bthe reason (?:is|being)\b|"
    r"(?<!long )(?<!soon )(?<!far )(?<!well )(?<!much )\bas (?:each|every|all|it|the|"
    r"there"
    r"|one)\b|\bfor (?:each|every|all)\b(?= \w+ (?:has|is|must|needs|gets))|\bstem(?:s|"
    r"ming) from\b|왜냐하면|왜냐면|니까[.]?$|때문이(?! ?아니)|때문[.이]?$|덕분|탓이|"
    r"근거|그도 "
    r"?그럴|이유는|까닭은|거든|잖아|\binferred\b"
)
_LAST_REASON = re.compile(
    r"(?:니까|기 때문(?:이다|입니다|이에요|임)|거든요?|잖아요?|[아어해여려라]서(?:다|"
    r"이다|입니다|예요|"
    r"죠|임))[.]?\s*$"
)
_VERDICT_IS_REASON = re.compile(r"^[^.,;]{0,16}(?:때문|니까|거든|잖아)")
_MECHANISM = re.compile(
    r"\bin theory\b|\btheoretical(?:ly)?\b|\bby calculation\b|이론상|이론적|스펙상|"
    r"사양상|따져 ?보|"
    r"산술적|slant\w*|slop(?:e|ing)|빗면|경사|비탈|arithmetic intensity|ops:byte|"
    r"flops?(?:/|"
    r" per )byte|gem[vm]v?\b|read once|"
    r"(?:reading|loading|fetching) (?:all|the) |reads? (?:all|every|each)|each weight|"
    r"every weight|weight reads?|streaming weights|stream in|sit idle|idle|in flight|"
    r"intensity|divided by|reads that|clock (?:hardly|barely|has)|hardly helps|"
    r"bytes per|"
    r"grows linearly|does not fit|doesn't fit|cancels|roughly \d+ tokens per request|"
    r"at "
    r"(?:memory )?speed of|at the ridge|ridge (?:of )?~?\d|vs\.? (?:the |a )?ridge|"
    r"matrix[- ](?:vector|matrix)|one (?:flop|multiply|token at a time)|re-?used?\b|"
    r"amorti[sz]\w+|back[- ]of[- ](?:the[- ])?envelope|napkin|by construction|"
    r"(?:my|a quick|quick|simple) (?:calculation|arithmetic|estimate|math|maths)\b"
    r"|시간(?:이|은|도)? ?(?:거의 |별로 )?(?:안 ?늘|늘지 ?않|그대로|변하지|같|똑같|"
    r"비슷)|연산 ?강도|"
    r"산술 ?강도|gemv|가중치를 (?:\S+ ){0,3}?읽|읽어야|놀고|놀며|채우지 못|"
    r"읽기가 대부분|강도|"
    r"공유하|나눠 ?쓰|재사용|당 mac|그대로 깎|나누|행렬-?벡터|행렬 ?곱|한 ?번 ?쓰고|"
    r"점유율이 ?낮|"
    r"블록이 ?(?:적|몇)|능선|릿지|얹혀|읽을 (?:게|것|양|바이트)|읽느라|옮기느라|어림|"
    r"암산"
)
_MEANS = re.compile(r"(?:라는|다는) ?(?:뜻|증거|방증|신호)")


def gives_reason(low: str, clauses: Clauses, main: Main, found: list[Quantity]) -> bool:
    """Is a reason, from structure or arithmetic, given for the main claim?"""
    at = main.at
    end = main.spans.get("verdict", (at, at))[1]
    if by_arithmetic(low):
        return True
    if main.detail != "balanced" and _MECHANISM.search(low):
        return True
    if _MEANS.search(low[at : at + 40]):
        return True
    start = clauses.sentence(at)[0]
    if _THEREFORE.search(low[max(0, start - 200) : at]):
        return True
    if _LAST_REASON.search(low) and not _VERDICT_IS_REASON.match(low[end : end + 40]):
        return True
    for match in _BECAUSE.finditer(low):
        first, last = min(match.start(), at), max(match.start(), at)
        if last - first < 90 and not re.search(r", and |;|\. |목적", low[first:last]):
            if match.start() > end and _VERDICT_IS_REASON.match(low[end : end + 40]):
                continue
            return True
    if any(q.unit in ("tok/s", "s") and is_ceiling(low, q) for q in found):
        return True
    return (
        main.detail != "balanced"
        and main.act in ("assert", "refute")
        and gives_symptom(low, clauses)
    )
