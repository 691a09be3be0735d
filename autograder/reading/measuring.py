"""Does a text say that something was run and observed, by whomever?

Acts and instruments of measuring count wherever they stand; mere changes ("it sped
up", "빨라졌더라") and bare results count only outside of what is supposed or advised.
"""

from __future__ import annotations

import re
from functools import cache

from .hangul import ending_in
from .result import Quantity
from .results import by_arithmetic, is_ceiling, is_threshold

_PAST = ending_in("ㅆ")
_ACTS_EN = (
    r"\bmeasur(?:ed?|es|ing|ements?)\b|\bbench(?:mark\w*|es|ed|ing)?\b|\bprofil(?:ed|"
    r"ing|"
    r"ers?|es)\b|\b(?:a|the|our|my|this|that|in|from|per|by|each|every|torch|pytorch|"
    r"quick|full) profile\b|\bnsys\b|\bncu\b|\bnsight\b|\brocprof\w*|\b(?:nvidia|rocm)"
    r"-smi\b|\bpy-?spy\b|\bflame ?graphs?\b|\btelemetry\b|\bdashboards?\b|"
    r"\btimelines?\b|"
    r"\btraces?\b(?! (?:back|to|out))|\b(?:hardware |perf |performance |profiler |"
    r"hw )?counters?\b|\bstopwatch\b|\bexperiment(?:s|ed|al|ally)?\b|\bempirical\w*|"
    r"\bsweeps?\b|\bswept\b|\bablations?\b|\btest(?:ed| runs?| bench)\b|\bobserv(?:ed?|"
    r"es|"
    r"ing|ations?)\b|\bverified\b|\bconfirmed\b|\btimed\b|\b(?:our|my) (?:runs?|tests?|"
    r"logs?|numbers|results|"
    r"data|readings|figures)\b|\bthe (?:runs?|tests?|logs?|numbers|results|data|"
    r"readings|"
    r"figures) (?:show|say|suggest|confirm|indicate|put|bear)\w*|\bin (?:my|our|a|"
    r"one) (?:own |"
    r"quick )?(?:test|run|setup)s?\b|"
    r"\b(?:i|we|he|she|they|someone|somebody|nvidia|the authors) (?:\w+ly |also |just |"
    r"then |then just |once |actually |both )?(?:get|gets|got|see|saw|seen|ran|run|"
    r"found|"
    r"tried|checked|logged|recorded|clocked|watched|noted|sampled|hit|reached|pulled|"
    r"collected|captured|plotted|compared|turned|dropped|lowered|raised|capped|locked|"
    r"underclocked|overclocked|throttled|switched|swapped|doubled|halved|launched|"
    r"loaded|served|fired up|crossed|passed)\b(?! (?:that |as )?(?:decode |prefill )?"
    r"(?:as|called))|\bonce we (?:crossed|passed|hit|reached)\b|"
    r"\bdid (?:our|my)\b|\b(?:our|my) (?:[\w-]+ ){1,4}(?:was|were|did|got|ran|showed|"
    r"put|"
    r"hit|reached|stayed|moved|spent|came|took|sat|used|managed|peaked|gave|never)\b|"
    r"\b(?:plots?|graphs?|figures?|tables?) (?:of [^,;.]{2,24} )?(?:show|put|confirm|"
    r"say)\w*"
)
_ACTS_KO = (
    r"모니터링|그래프(?:를|에서|상)|지표(?:를|상|로)|"
    r"결과(?:를|에|상|로는)? ?(?:보면|따르면|나타|나왔)|"
    r"측정|실측|계측|프로파일|트레이스|타임라인|(?:성능 ?)?카운터|벤치(?!마킹해 ?보라)|"
    r"실험(?!적으로 "
    r"?보면)|관측|관찰|대시보드|스톱워치|테스트(?:해|한|에서|를|로|했|상)|시험해|"
    r"(?<!블)로그(?:를|에|상|"
    r"파일|로)|(?<![가-힣])(?:재어|쟀|재던|잰 |재면|재니|재서)|돌렸|돌려 ?(?:본|"
    r"서 )|"
    r"확인(?:했|해 ?보|됐|한 ?결과|된다)|(?<!루프라인에 )(?<!루프라인 위에 )찍(?:고|혔|"
    r"히|힌|었|는다|어)|비교해 ?보니|"
    r"(?<![a-z])"
    r"(?:ncu|nsys|nsight|nvidia-smi|profiler|profiling)(?![a-z])|sweep|measured|달성 "
    r"?대역폭|실효 ?대역폭|실제로 ?(?:써|돌려|재|켜)|직접 ?(?:써|돌려|재|켜|해)"
)
_CHANGES_EN = (
    r"\b(?:cut|reduced|dropped|slashed)\b[^,;.]{0,40}\b(?:in|by|to) half\b|"
    r"\bachieved (?:bandwidth|flop\S*|throughput|occupancy|utili[sz]ation)\b|"
    r"\b(?:gave|reached|reaches|went from|goes from|hits?|achieves?|achieved|"
    r"clocked|clocks in|runs at|ran at|sustains?|delivers?|delivered|costs|took|takes|"
    r"dropped|drops|rose|sped|slowed|became|beats?|loses to|outran|barely moves?|"
    r"stayed|"
    r"yields?|yielded|topped out|peaks|peaked|averages?|averaged|shows?|"
    r"showed|landed|comes in|came in) (?:[\w-]+ ){0,5}?(?=[\d~]|half|"
    r"flat|"
    r"plain|unchanged|the int|int|fp16|decode|up)|\b(?:came|comes) out (?:at|to) [\d~]|"
    r"\bbarely (?:moves|moved|changed|budged)\b|\b(?:doubled|tripled|halved|"
    r"quadrupled)\b|"
    r"\bwent (?:up|down)\b|\bplateau(?:s|ed)?\b|\bflattens?\b|\bis flat\b|\bstuck at\b|"
    r"\bg[ai]ve(?:s)? (?:us|me) (?=[\d~])|\bgave (?:us|me)\b|"
    r"\bby (?<![\d.])[\d.]{1,9}x\b|\b(?:left|leaves) the "
    r"(?:\w+ )?time unchanged\b|\b(?:is|was) (?:slower|faster) than\b|(?:\btimes|"
    r"(?<=\d)x) (?:faster|slower)\b|\b(?:sped|slowed) up\b|\b(?:cut|dropped|fell|rose|"
    r"grew|"
    r"lowered|raised|reduced|improved|shrank|sped)(?: \w+){0,4}? (?:by|to|from|up|in "
    r"(?:lockstep|step|line|proportion))\b|\b(?:did|changed|made|had) (?:almost |"
    r"absolutely |next to )?(?:nothing|no (?:difference|effect|change|impact))\b|"
    r"\bdid(?: not|n't) (?:change|move|budge|matter|help|improve|drop|slow|hurt|"
    r"touch)\b|"
    r"\bhurt (?:immediately|at once|badly)\b|\bspen(?:ds|t) (?:about |roughly |some |"
    r"nearly )?\d[\d.]* ?%|\bran out of\b|\bjust cannot launch\b"
)
_CHANGES_KO = (
    rf"{_PAST}더니|(?<!고 하)(?<!다)(?<!라)더(?:라(?!도|면)|군|라고|라구)(?=[ .,!요고]|"
    rf"$)|"
    rf"(?:빨라|느려|빠르|느리|달라|나아|무거워|가벼워)(?:지지 ?않{_PAST}|"
    rf"지질 ?않{_PAST})|(?:빨라졌|"
    r"느려졌|빨랐|느렸|줄었|줄어들었|줄어드는 ?걸 ?(?:봤|보)|늘었|늘어났|떨어졌|올랐|"
    r"올라갔|내려갔|변했|"
    r"바뀌었|달라졌|꺾였|그대로였|똑같았|비슷했|같았|나왔|걸렸|찼|꽉 ?찼|높았|낮았|"
    r"잡혔|일정했|포화됐|"
    r"포화되었|절반이었|절반이 ?됐|놀고 ?있었|비어 ?있었|쉬고 ?있었|봤다|기록했|"
    r"멈췄|닿았|나았)|"
    rf"(?:변하|바뀌|늘|줄|오르|떨어지|달라지|줄어들|늘어나)(?:지 ?않|지 ?못했|"
    rf"지는 ?않){_PAST}|"
    rf"안 ?(?:변했|늘었|줄었|바뀌었|빨라졌|올랐|떨어졌)|(?:변화|차이|효과|영향)(?:가|"
    rf"도|는|이)? "
    r"?(?:거의 )?없(?:었|더)|시간이 ?(?:거의 )?같았|나온다|나오는|나옴|나오더|찍힘|"
    r"그대로(?:더|이었)|"
    r"(?<![\d.])[\d.]{1,9}배 ?(?:빠르|느리|빨라|느려)|밖에 ?안 ?나|"
    r"비례해 ?(?:늘어나는 ?걸|"
    r"증가)|oom(?:이|으로|도)? ?(?:난다(?!는)|났|발생|떴|뜬)|"
    r"(?<![0-9])[6-9]\d ?%까지 ?(?:차|찬|찼|"
    r"올)|"
    r"넣어 ?보면|그대로(?:였|다|이다)"
)
_TRYING = re.compile(  # "켜 보니": the verb before 보- is what was tried
    r"(?P<verb>[가-힣]{0,8}[아어여해려져켜춰꿔워와봐서쳐놔둬써떠꺼재돼려내]) ?(?:보"
    r"(?:니|"
    r"면|았|고 "
    r"?(?:나|하)|자)|봤)"
)
_THINKING = re.compile(
    r"(?:계산|생각|추정|어림|대입|비교|가정|상상|견주어|따져|미루어|나눠|나누어|곱해|"
    r"더해|빼|알아|"
    r"물어|그려|적어|요약|정리|돌아|말|예상|짐작)(?:해)?$"
)
_ADVICE = re.compile(
    r"\b(?:profil\w+|measur\w+|benchmark\w*|tests?|testing|experiments?) (?:would|will|"
    r"could|should|"
    r"might|(?:is|are) needed)\b|please (?:measure|benchmark|profile)|(?:should|must|"
    r"need to|to|you can|try to|"
    r"let's|we'll|will|going to) (?:measure|benchmark|profile|time|test|verify)|(?:^|"
    r"[.;:"
    r"] )(?:measure|benchmark|profile|time|test) (?:it|them|the|both|your)|"
    r"measure (?:it|them|the two|both|yourself)|측정하(?:세요|자|라|면)|측정해 ?(?:보|"
    r"야)|재 "
    r"?보(?:세요|아야|자|라)|확인하세요|확인해 ?보(?:세요|아|자)|(?:측정|실험|"
    r"프로파일링|벤치마크|테스트"
    r"|확인)(?:이|을|해야|할 ?(?:예정|계획|것)|하는 ?(?:게|것|편)|하려면|하기)\S*"
)
_UNMEASURED = re.compile(  # "nobody measured it", "재 보지는 않았지만"
    r"(?:\bnobody|\bno one|\bnone of us|\bnever|\bnot|n't|\bwithout|\byet to|\bno|"
    r"\bhave "
    r"yet to) "
    r"(?:(?:has|have|had|been|be|ever|really|actually|yet|any|a|an|it|this|i|we|did|"
    r"got|to) ){0,4}"
    r"(?:measur\w+|benchmark\w*|profil\w+|test(?:s|ed)?|timed|ran|run|verif\w+|"
    r"check\w*|tried|observed|experiment\w*|traces?|counters?|logs?)\b"
    r"|(?:측정|실측|프로파일(?:링)?|벤치마크|벤치|실험|테스트|확인|관측|재|돌려|찍어)"
    r"(?:은|는|을|를|도|이|해|값|치|결과)? ?(?:아직 |전혀 |따로 |직접 |"
    r"한 ?번도 )?(?:안 ?(?:했|"
    r"해|한|하|봤)|못 ?(?:했|해|한|하|봤)|(?:하|되|해 ?보|보)지(?:는|도)? ?(?:않|못)|"
    r"(?:한|해 ?본|"
    r"된|본) ?(?:적|일|바)(?:은|이|도)? ?없|없)\S*"
)
_BEYOND = re.compile(
    r"(?:beyond|above|past|over) (?:that|it|this|\d+)|(?:그|이|\d) ?(?:위|이상|밖|너머|"
    r"넘)"
)
_SUPPOSED = re.compile(
    r"\bwould\b|\bcould\b|\bif\b[^.;]*\b(?:were|was|had)\b|\bif achieved\b|\bsuppose\b|"
    r"\bimagine\b|\bassum(?:e|ing)\b|\bdiagnos\w+|\bif\b[^.;]*\bcall\b|(?:다면|라면|"
    r"더라도)"
    r"[^.;]*(?:것이|텐데|겠|거다|거예요)|[을릴될할날질갈올울](?: ?것이다|텐데)|가정하|"
    r"진단"
)
_BUSY = re.compile(
    r"(?:cores?|sms?|gpu|util\w*|bandwidth|dram|hbm|사용률|활용률|대역폭|텐서 ?코어|"
    r"mfu|mbu|throughput|occupancy|점유율|이용률|가동률)\D{0,14}$"
)
_SHARE = re.compile(
    r" ?(?:%|퍼센트)? ?(?:of (?:the |its |our )?(?:peak|step|time|spec|theoretical|"
    r"bandwidth|roof|ceiling|max|token)|mfu|mbu|(?:를|을|만|까지) ?(?:쓰|썼|쓴|차지|먹|"
    r"찍))"
)


@cache
def _acts() -> re.Pattern[str]:
    return re.compile(f"{_ACTS_EN}|{_ACTS_KO}")


@cache
def _changes() -> re.Pattern[str]:
    return re.compile(f"{_CHANGES_EN}|{_CHANGES_KO}")


def without_denials(low: str) -> str:
    """The text less what says that nothing was run, or that it should be."""
    return _UNMEASURED.sub("", _ADVICE.sub("", low))


def measured(low: str, sentences: list[tuple[int, int]], found: list[Quantity]) -> bool:
    """Does the text say that something was run and observed?

    >>> measured("nsys shows gaps", [(0, 15)], [])
    True
    >>> measured("nobody measured it", [(0, 18)], [])
    False
    """
    kept = without_denials(low)
    denial = _UNMEASURED.search(low)
    if denial and _BEYOND.search(low[max(0, denial.start() - 16) : denial.start()]):
        return True  # what lies below was run
    if _acts().search(kept) or _tried(kept):
        return True
    if by_arithmetic(low):
        return False
    real = [s for s in sentences if not _SUPPOSED.search(low[slice(*s)])]
    if any(_changes().search(without_denials(low[start:end])) for start, end in real):
        return True
    return any(
        (q.unit in ("tok/s", "s") and not is_ceiling(low, q))
        or (q.unit == "fraction" and _is_utilisation(low, q))
        for q in found
        if any(start <= q.span[0] < end for start, end in real)
    )


def _tried(low: str) -> bool:
    return any(
        not _THINKING.search(match["verb"])
        for match in _TRYING.finditer(low)
        if not match[0].endswith("면") or match["verb"][-1] in "어재려해"
    )


def _is_utilisation(low: str, q: Quantity) -> bool:
    """ "SMs at 60 %", "대역폭 사용률 85%": seen on a running machine."""
    if is_threshold(low, q):
        return False
    before = low[max(0, q.span[0] - 24) : q.span[0]]
    return bool(_BUSY.search(before) or _SHARE.match(low, q.span[1]))
