"""Evidence: what was run, what was reasoned, what was read."""

from __future__ import annotations

import re

from .result import Quantity

_MEASURED = re.compile(
    r"\b(?:plots?|counters?|graphs?|figures?|dashboards?|numbers?|results?|timeline|"
    r"py-?spy|log|trace) (?:of [^,;.]{2,24} )?(?:show|say|said|showed|put|confirm)s?\b|"
    r"\b(?:our|my) (?:\w+ ){1,3}(?:was|were|did|got|ran|showed|never|put|hit|"
    r"reached|stayed|moved|spent|came|took)\b|\bspen(?:ds|t) (?:about |roughly |some |"
    r"nearly )?\d[\d.]* ?%|\bran out of\b|\b(?:cut|dropped|fell|rose|grew|lowered|"
    r"raised|reduced|improved|shrank|sped)(?: \w+){0,4}? (?:by|to|from|in "
    r"(?:lockstep|step|line|proportion))\b|\bonce we (?:crossed|passed|hit|reached)\b|"
    r"쟀더니|쟀|재어 ?보|[가-힣]어 ?보고 ?하는|돌려 ?보고|써 ?봤|봤다|안 ?(?:변했|늘었|"
    r"줄었|바뀌었|빨라졌)|oom(?:이|으로|도)? ?(?:난다|났|발생|떴|뜬)|넣어 ?보면|"
    r"(?<![0-9])[6-9]\d ?%까지 ?(?:차|찬|찼|올)|실험한|찍히|로그에|"
    r"\bmeasur\w+|\bbenchmark\w*|\bprofil(?:ed|ing|er)\b|\bnsys\b|\bncu\b|\bnsight\b|"
    r"\brocprof\b|\bi (?:get|got|see|saw|observe[d]?|ran|timed|tested|verified|"
    r"checked|found|swept)\b|\bwe (?:get|got|see|saw|observed?|ran|timed|tested|"
    r"verified|measured|found|swept)\b|\bin (?:my|our) (?:test|run|benchmark|"
    r"experiment|setup|measurement)s?\b|\bsweep\b|\bswept\b|\bverified\b|"
    r"\b(?:traces?|profil\w+|logs?) shows?\b|\bwe tried\b|\bi tried\b|\bobserved\b|"
    r"\bempirical\w*|\bcame out\b|\bon my (?:machine|box|card|gpu) (?:it )?(?:gives|"
    r"runs|gets|reaches)"
    r"|\b(?:gives|gave|reached|reaches|went from|goes from|hits?|achieves?|achieved|"
    r"clocked|runs at|ran at|sustains?|delivers?|delivered|costs|took|takes|dropped|"
    r"drops|rose|sped|slowed|became|beats?|loses to|outran|barely moves?|stayed|"
    r"stays) (?:\w+ ){0,5}?(?=[\d~]|half|flat|plain|unchanged|the int|int|fp16|decode|"
    r"up)|\bbarely moves\b|\b(?:doubled|tripled|halved)\b|\bwent (?:up|down)\b|"
    r"\bplateaus?\b|\bflattens?\b|\bis flat\b|"
    r"\bstuck at\b|\bg[ai]ve(?:s)? (?:us|me)\b|\bby (?<![\d.])[\d.]{1,9}x\b|"
    r"\bleft the (?:step )?time unchanged\b|\b(?:is|was) (?:slower|faster) than\b|"
    r"\bjust cannot launch\b"
    r"|측정|실측|재 ?보(?:니|면|았|았더니)|재봤|돌려 ?(?:보(?:니|았|았더니)|봤)|"
    r"찍어 ?보|찍(?:고|혔|히|었|는다)|프로파일|벤치마크|실험(?:해|하|에서|결과)|"
    r"(?<![\d.])[\d.]{1,9}배 ?(?:빠르|느리|빨라|느려)|(?<![\d.])[\d.]{1,9}x (?:faster|"
    r"slower)|times (?:faster|slower)|관측|관찰|확인(?:했|해 ?보|됐)|나왔|나온다|"
    r"나오더|나오는|sweep|돌렸더니|올렸더니|했더니|보았더니|봤더니|빨랐|느렸|느려졌|"
    r"빨라졌|걸렸|떨어졌|올랐|내려갔|올라갔|그대로(?:였|다|이다|더|이었)|변하지 ?않았|"
    r"변화가? ?없었|똑같았|차이가? ?없었|[가-힣]해 ?보니|일정했|"
    r"\bchanged nothing\b|\bmade no difference\b|\bhad no effect\b|"
    r"시간이 ?(?:거의 )?같았|차이가? ?없(?:다|었)|늘었|줄었|같았|"
    r"비례해 ?(?:늘어나는 걸|증가)|로그를 보|테스트해|꽉 찼|거의 공짜|밖에 안 나|"
    r"(?<![a-z])(?:ncu|nsys)(?![a-z])"
)
_BUSY = re.compile(
    r"(?:cores?|sms?|gpu|util\w*|bandwidth|dram|hbm|사용률|활용률|대역폭|텐서 ?코어|"
    r"mfu|mbu)\D{0,14}$"
)
_ADVICE = re.compile(
    r"please measure|(?:should|must|need to|to|you can|try to) (?:measure|benchmark|"
    r"profile)|measure (?:it|them|the two|both|yourself)|측정하세요|측정해 ?(?:보|야)|"
    r"재 ?보세요|재 ?보아야|확인하세요|확인해 ?보"
)
_UNMEASURED = re.compile(  # "nobody measured it", "재 보지는 않았지만"
    r"(?:\bnobody|\bno one|\bnone of us|\bnever|\bnot|n't|\bwithout|\byet to|\bno) "
    r"(?:(?:has|have|had|been|be|ever|really|actually|yet|any|a|it|this|i|we) ){0,4}"
    r"(?:measur\w+|benchmark\w*|profil\w+|test(?:s|ed)?|timed|ran|run|verif\w+|"
    r"check\w*|tried|observed)\b"
    r"|(?:측정|실측|프로파일(?:링)?|벤치마크|실험|테스트|확인|관측|재|돌려)"
    r"(?:은|는|을|를|도|이)? ?(?:아직 |전혀 |따로 |직접 )?(?:안 ?(?:했|해|한|하)|"
    r"못 ?(?:했|해|한|하)|(?:하|되|해 ?보|보)지(?:는|도)? ?(?:않|못)|"
    r"(?:한|해 ?본|된|본) ?(?:적|일|바)(?:은|이|도)? ?없|없)\S*"
)
_CEILING = re.compile(
    r"at best|at most|floor|can'?t (?:beat|exceed)|cannot (?:beat|exceed)|"
    r"no faster than|tops? out|best case|theoretical\w*|ceiling|upper bound|"
    r"\bcap(?:s|ped)?\b|\blimit\b|(?<!m\d )\bmax(?:imum)?\b|no more than|"
    r"roofline (?:says|gives|predicts)|estimate\w*|back of the envelope|expected|"
    r"would be|divided by|이론상?|데만|데에만|만 해도|적어도|하한|최대|한계|상한|"
    r"못 ?넘|이론적|계산(?:상|하면)|나누면|추정|어림|최소|천장|예상|넘지 못"
)
# Connectives whose first half is the reason: they must stand before the verdict.
_THEREFORE = re.compile(
    r"\bso\b(?! (?:far|much|many|fast|that you))|\btherefore\b|\bhence\b|\bthus\b|"
    r"\bwhich (?:means|makes)\b|\bthat is why\b|\bas a result\b|\bimplies\b|"
    r"\bgiven that\b|\bas (?:each|every|all)\b"
    r"|므로|니까|[으이되하지]니[ ,]|[이]라서?[ ,]|어서[ ,]|아서[ ,]|해서[ ,]|여서[ ,]|"
    r"따라서|그래서|이기에|기에[ ,]|때문에|덕분|(?:커져|커서|작아서?|적어서?|많아서?|"
    r"낮아서?|높아서?|길어서?|약해서?|느려서?|부족해서?|모자라서?|없어서?|읽느라|"
    r"쓰느라|같아)[ ,]|못해[ ,]|못 해[ ,]|(?:차|바빠)서[ ,]|느라[ ,]|그러니[ ,]|이유로|"
    r"뿐이라|뜻|는 걸 보면|방증"
)
# Connectives that may stand on either side of the verdict, in its own clause.
_BECAUSE = re.compile(
    r"\bbecause\b|\bsince\b|\bdue to\b|왜냐하면|니까[.]?$|때문이(?! ?아니)|때문[.이]?$|"
    r"덕분|탓이|근거|"
    r"\binferred\b"
)
_LAST_REASON = re.compile(r"(?:니까|기 때문(?:이다|입니다|이에요))[.]?\s*$")
_ARITHMETIC = re.compile(
    r"계산(?:해 ?보면|하면|상)|works? out (?:to|at)|on paper|\d ?(?:[gmt]i?b(?!/s|ps|"
    r"it)|[gt]b/s|tflops|flops?)[^.;]{0,24}?(?:/|÷|over|"
    r"divided|나누|나눈)[^.;]{0,40}?\d|= ?~?[\d.]{1,12} ?(?:tok|ms|flop|t/s|토큰)|"
    r"\d ?[gmt]?b/\d"
)
_MECHANISM = re.compile(
    r"arithmetic intensity|ops:byte|flops?(?:/| per )byte|gemv|read once|(?:reading|"
    r"loading|fetching) (?:all|the) |reads? (?:all|every|each)|each weight|"
    r"every weight|weight reads?|streaming weights|stream in|waits? for|waiting for|"
    r"sit idle|idle|in flight|intensity|divided by|reads that|clock (?:hardly|barely|"
    r"has)|hardly helps|bytes per|grows linearly|does not fit|doesn't fit|cancels|"
    r"roughly \d+ tokens per request|at (?:memory )?speed of|at the ridge|"
    r"ridge (?:of )?~?\d|vs\.? (?:the |a )?ridge"
    r"|시간(?:이|은|도)? ?(?:거의 |별로 )?(?:안 ?늘|늘지 ?않|그대로|변하지)|연산 ?강도|"
    r"산술 ?강도|gemv|가중치를 (?:\S+ ){0,3}?읽|읽어야|기다리|기다린|놀고|"
    r"놀며|채우지 못|읽기가 대부분|강도|공유하|재사용|당 mac|그대로 깎|부족해|나누"
)
_SOURCE = re.compile(
    r"according to|\b(?:paper|blog|docs|documentation|report|arxiv|et al|whitepaper|"
    r"datasheet|benchmark by|github|magicdec|vllm blog|nvidia (?:says|blog|docs))\b|"
    r"\bpoints out\b|논문|블로그|문서에|보고서|발표 ?자료|데이터시트|저자|에 따르면|"
    r"깃허브|\[\d+\]|https?://"
)


def without_denials(low: str) -> str:
    """The text less what says that nothing was run."""
    return _UNMEASURED.sub("", low)


def measured(low: str, found: list[Quantity]) -> bool:
    """Does the text say that something was run and observed?"""
    if _MEASURED.search(without_denials(_ADVICE.sub("", low))):
        return True
    results = [q for q in found if q.unit in ("tok/s", "s") and not _is_ceiling(low, q)]
    if results and not _ARITHMETIC.search(low):
        return True
    return any(q.unit == "fraction" and _is_utilisation(low, q) for q in found)


def _is_utilisation(low: str, q: Quantity) -> bool:
    """ "SMs at 60 %", "대역폭 사용률 85%": seen on a running machine."""
    before = low[max(0, q.span[0] - 24) : q.span[0]]
    return not _is_threshold(low, q) and bool(_BUSY.search(before))


def inferred(
    low: str, at: int, sentence: tuple[int, int], found: list[Quantity]
) -> bool:
    """Is a reason, from structure or arithmetic, given for what stands at `at`?"""
    if _MECHANISM.search(low) or _ARITHMETIC.search(low):
        return True
    if re.search(r"(?:라는|다는) ?(?:뜻|증거|방증|신호|얘기)", low[at : at + 40]):
        return True
    before = low[max(0, sentence[0] - 200) : at]
    if _THEREFORE.search(before):
        return True
    if _LAST_REASON.search(low):
        return True
    for match in _BECAUSE.finditer(low):
        first, last = min(match.start(), at), max(match.start(), at)
        if last - first < 90 and not re.search(
            r", and |;|\. |까닭|목적", low[first:last]
        ):
            return True
    return any(q.unit in ("tok/s", "s") and _is_ceiling(low, q) for q in found)


def _is_ceiling(low: str, q: Quantity) -> bool:
    """Is this number worded as a bound and not as an observation?"""
    before = re.split(r"[,;]", low[max(0, q.span[0] - 40) : q.span[0]])[-1]
    after = re.split(r"[,;.(]", low[q.span[1] : q.span[1] + 16])[0]
    return bool(_CEILING.search(before) or _CEILING.search(after))


def sourced(low: str, found: list[Quantity]) -> bool:
    """Is there a result number or a named source?"""
    if _SOURCE.search(low):
        return True
    if any(
        q.unit != "byte" and not (q.unit == "fraction" and _is_threshold(low, q))
        for q in found
    ):
        return True
    return bool(
        re.search(
            (
                r"half the (?:speed|bandwidth|time)|twice the|doubl\w+ the (?:speed|"
                r"throughput)|(?:ops:byte|intensity|ridge|강도|릿지|리지|임계값?|"
                r"경계)[^\d.;,]{0,14}\d|절반의? ?(?:속도|대역폭)|(?<!모)두 ?배(?!치)"
            ),
            low,
        )
    )


_KNOB = re.compile(  # what was turned, not what came of it
    r"(?:clocks?(?: speed| rate)?|frequency|power limit|클럭|주파수|"
    r"전력 ?제한)\D{0,12}$"
)


def _is_threshold(low: str, q: Quantity) -> bool:
    """Rule 22: a diagnostic threshold is a condition, not a supporting number."""
    return bool(
        re.search(r"\bif\b[^,.]*$", low[max(0, q.span[0] - 60) : q.span[0]])
        or re.match((r"\S{0,4} ?(?:이상|이하|미만|넘)\S{0,3}면"), low[q.span[1] :])
        or _KNOB.search(low[max(0, q.span[0] - 40) : q.span[0]])
    )
