"""Quantifiers, hedges, evidence and result numbers: the tone of a claim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from .result import Quantity

_THINGS_EN = (
    r"(?:gpus?|models?|llms?|batch(?:es| sizes?)?|hardware|chips?|cards?|"
    r"contexts?(?: lengths?)?|cases?|settings?|machines?|workloads?|accelerators?|"
    r"devices?|sizes?|loads?|precisions?|situations?|configurations?|systems?|"
    r"circumstances|conditions|scenarios?|setups?|times?|prompts?(?: lengths?)?|"
    r"lengths?|deployments?|transformers?|platforms?|regimes?|generations?|"
    r"architectures?|formats?|requests?|inference)(?! (?:blocks?|layers?|weights?)\b)"
)
_KINDS_EN = (  # what may stand between "all" and a thing without making it a part
    r"(?:the|consumer|data-?cent(?:er|re)|data cent(?:er|re)|server|gaming|nvidia|amd|"
    r"modern|current|today's|recent|known|other|possible|real|practical|dense|such|"
    r"decoder-only|autoregressive|llm|transformer|language|big|large|small|open|"
    r"commercial|cloud|edge|mobile|desktop|hopper|ampere|blackwell|production|future)"
)
_STEPS_EN = r"(?:step|token|pass|iteration)s?\b"
_ABSOLUTE_EN = (
    rf"\balways\b|\bnever\b|\bevery(?: single)?(?: \w+){{0,2}}? {_THINGS_EN}\b|"
    rf"\bin (?:all|any|every)(?: \w+)? {_THINGS_EN}\b|\ball(?: {_KINDS_EN}){{0,3}}"
    rf" {_THINGS_EN}\b|\bany(?: [\w-]+){{0,2}} {_THINGS_EN}\b|"
    rf"\ball (?:the )?(?:decod\w+|prefill\w*|generation)\b"
    r"|\bno matter\b|\bregardless\b|\birrespective\b|\bwhatever (?:the|your|gpu|model|"
    r"batch|chip|hardware|card|size|you)|\bwhichever\b|\bwithout exceptions?\b|"
    r"\bno exceptions?\b|\binvariably\b|\buniversally\b|\beverywhere\b|"
    r"\beverything in\b|"
    r"\bat all times\b|\binevitabl[ey]\b|\bnothing else\b|"
    r"\bindependent(?:ly)? of (?:the )?(?:batch|model|gpu|hardware|context|precision)"
    r"|\bnothing (?:but|other than|except)\b[^.;]{0,40}\bever\b|\bnothing (?:but|"
    r"other than|except) \w+(?: \w+)? (?:limits|caps|can limit)|\b(?:can(?:not|'t)|"
    r"could not) (?:ever|possibly)\b|\bthere (?:is|are) no (?:gpus?|models?|cases?|"
    r"batch|way|hardware|chips?|situations?|exceptions?)\b|\bno (?:gpu|model|"
    r"batch size|hardware|chip|card|llm) (?:can|will|is|escapes|ever|on)\b|"
    r"\bhowever (?:large|big|small|long|many|much|fast)\b|\bcompletely (?:gone|"
    r"disappears|eliminates?|removes?)|\b100 ?% of the time\b|"
    r"\bby (?:definition|law)\b|\blaw of nature\b|\bonce and for all\b|"
    r"\beach and every\b|\bwithout fail\b|\bin principle never\b"
    r"|\bevery (?:decode |decoding |single |generation |prefill )*(?:step|token|pass|"
    r"iteration) (?:is|was|stays|waits|remains|runs|spends)"
    rf"|\b(?:limits?|caps?|dominates?|eats?(?: up)?|gates?|bounds?|throttles?|governs?|"
    rf"holds back|stalls?) (?:every|all)(?: single| the)?(?: \w+)? {_STEPS_EN}"
)
_ABSOLUTE_KO = (
    r"아무리 \S+(?:도|더라도|든)|항상|언제나|무조건|(?<![가-힣])늘(?= )|반드시|"
    r"절대(?:로|적으로|적인|적)?(?= |다|이)|결코|예외 ?(?:없|는 ?없|가 ?없|란 ?없|"
    r"도 ?없)|상관 ?없(?:이|다|고)|관계 ?없(?:이|다|고)|불문|무관(?:하게|히)|매번|"
    r"몇(?: ?(?:이|명|건|개|토큰|장))?(?: ?되)?(?:든지|든|라도)(?=[ ,.]|$)|"
    r"모든 ?(?:\S+ )?"
    r"(?:스텝|순간|시점)(?:에서|을|이|은)|모든 ?토큰(?:이|에서)|"
    r"어떠한|완전히 ?(?:사라|없어|해소|제거)|영원히|어김 ?없|백 ?퍼센트|언제 ?어디서"
    r"|(?:어떤|어느) ?(?:[가-힣a-z0-9]+ ?){0,3}?(?:이든|든지|든|에서든|에서도|이라도|"
    r"이건|건|을 쓰더라도|를 쓰더라도|을 써도|를 써도|라도|도)(?=[ ,.]|$)|(?:얼마|"
    r"무엇|뭐|뭘|어디|누구|어떻게)\S{0,4}(?:든|든지|이든|건|더라도|아도|해도|써도|"
    r"써봐도)(?=[ ,.]|$)"
    r"|(?:모든|온갖|각종) ?(?:[가-힣a-z]+ ){0,1}?(?:gpu|지피유|모델|하드웨어|배치|"
    r"경우|상황|칩|카드|llm|조건|환경|디코|프리필|길이|컨텍스트|문맥|크기|설정|가속기|"
    r"장비|시스템|작업|구성|트랜스포머|요청|프롬프트|정밀도|기기|장치|세대|추론|생성|"
    r"워크로드)|100 ?% (?=메모리|연산|대역폭|compute|memory)|하나도 없|(?:일|경우|법|"
    r"때)(?:은|는|이|도)? ?(?:절대 |결코 )?(?:있을 수 ?없|없다|없음|없고)|(?:모델|gpu|"
    r"하드웨어|배치|칩|경우)(?:은|는|이|가)? ?(?:없다|있을 수 없)|크든 ?작든|"
    r"작든 ?크든|길든 ?짧든|뭐가 ?됐든|전부 (?:다 )?(?:메모리|연산|대역폭)|"
    r"다른 (?:병목|가능성|한계|원인)(?:은|이) ?(?:없|있을 수 없)|불변|철칙"
)
_HEDGE_EN = (
    r"\b(?:almost|nearly|practically|virtually) (?:always|every|all|never|any)\b|"
    r"\btend(?:s|ed)?\b|\btendency\b|\busually\b|\boften\b|\btypical(?:ly)?\b|"
    r"\bgenerally\b|\bmostly\b|\bmay\b|\bmight\b|\bcould\b|\bprobably\b|"
    r"\b(?:un)?likely\b|\bperhaps\b|\bmaybe\b|\bi guess\b|\bi think\b|\bi suspect\b|"
    r"\bseems?\b|\bappears?\b|\bas a rule\b|\bnormally\b|\bin general\b|\bin most\b|"
    r"\brarely\b|\bseldom\b|\bmost of the time\b|\bmore or less\b|\blargely\b|"
    r"\bsometimes\b|\bpresumably\b|"
    r"\bcommonly\b|\bby and large\b|\bin practice often\b|\bi believe\b|"
    r"\bfrequently\b|\bnot (?:always|necessarily)\b|\bcan (?:still )?be\b(?! (?:read|"
    r"streamed|loaded|fetched|moved|fed))|"
    r"\bif i remember\b|\bfor the most part\b|\bsuggests?\b|\b(?:roughly|"
    r"broadly) speaking\b|\bi would expect\b|"
    r"\bi'd expect\b|\bi expect\b|\bhard to say\b|\bprone to\b|\bas far as i\b|"
    r"\bmy (?:understanding|impression|guess)\b|\ba rule of thumb\b|\brule of thumb\b|"
    r"\bin all likelihood\b|\bmost (?:gpus|models|cases|hardware|workloads|settings|"
    r"llms)\b|\bshould be\b"
)
_HEDGE_KO = (
    r"보통|대체로|대개|일반적으로|주로|흔히|(?:[은는인]|ㄴ) ?편|경향|것 ?같|듯(?:하|"
    r"싶|$|[ .])|지도 ?모|아마|(?<!할 )(?<!볼 )(?:[을일될할릴힐날질칠])? ?수(?:도|"
    r"는)? 있(?!는 (?:gpu|모델))|쉽다|기 ?쉬|대부분(?= |의 경우|은)|거의 (?:항상|"
    r"언제나|늘|모든|매번|무조건)|[일을릴될할힐] ?것이|[일을릴될할힐] ?거(?:다|예요|"
    r"라)|겠(?:다|지|네|습)|추정|가능성|기 어렵|아닐까|싶다|로 ?보인|보인다|"
    r"(?:경우|때)가 ?(?:대부분|많|흔|있)|(?:병목|바운드|문제|탓) ?같|통상|웬만하면|"
    r"웬만한|다소|"
    r"꼭 ?.{0,20}(?:아니|않)|(?:항상|늘|언제나|무조건|반드시).{0,30}(?:것은|건|게|"
    r"지는|진) (?:아니|않)|어느 정도|추측|짐작|감으로는|느낌|일지도|기울기 ?쉬|하기도"
)


@cache
def _absolute() -> re.Pattern[str]:
    return re.compile(f"{_ABSOLUTE_EN}|{_ABSOLUTE_KO}")


@cache
def _hedge() -> re.Pattern[str]:
    return re.compile(f"{_HEDGE_EN}|{_HEDGE_KO}")


_DENIED_ABSOLUTE = re.compile(
    r"(?:not|n't) (?:\w+ )?$|rarely $|(?:almost|nearly|practically|virtually) $|거의 $"
)
_DENIED_AFTER = re.compile(
    r" (?:we|i|they) (?:tried|tested|measured|ran|swept|have (?:tried|tested|"
    r"measured))|"
    r"(?: ?\S+){0,3}? ?\S*(?:것은|것만은|건|게|지는|진|지만은) ?(?:아니|않)"
)


def absolutes(low: str) -> list[tuple[int, int]]:
    """Spans of universal quantifiers over cases (not over parts of the machine)."""
    found = []
    for match in _absolute().finditer(low):
        if _DENIED_ABSOLUTE.search(low[max(0, match.start() - 24) : match.start()]):
            continue
        if _DENIED_AFTER.match(low[match.end() : match.end() + 40]):
            continue
        if match[0].startswith("늘") and re.match(
            r"늘 ?(?:리|어)", low[match.start() :]
        ):
            continue
        if re.match(
            (r"모든 ?gpu(?:에|를|로)? ?(?:나눠|나누|걸쳐|분산)"), low[match.start() :]
        ):
            continue
        if (
            re.search(
                (r"across $|over $|split $|spread $"),
                low[max(0, match.start() - 8) : match.start()],
            )
            and "gpu" in match[0]
        ):
            continue
        found.append(match.span())
    return found


def hedges(low: str) -> list[tuple[int, int]]:
    """Spans of words that weaken a statement."""
    return [match.span() for match in _hedge().finditer(low)]


_N = r"(?<![\w.])(?:~|약 |about )?(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
_SCALE = {"k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12, "p": 1e15, "": 1.0}


@cache
def _units() -> re.Pattern[str]:
    return re.compile(
        rf"{_N}(?: ?(?:-|~|vs\.?|에서|to) ?\d[\d.,]{0, 12})? ?(?:(?P<rate>(?:tok(?:en)"
        rf"?s?|tk)(?:/| per | a )s(?:ec(?:ond)?)?|t/s|tps|토큰/(?:초|s)|"
        rf"토큰(?= ?(?:을|씩|이|의|밖에)? ?(?:매초|/초)))"
        r"|(?P<ms>(?:ms|msec|밀리초)(?:/tok(?:en)?| per token|/토큰)?)|(?P<us>us|μs|"
        r"마이크로초)"
        r"|(?P<bw>[kmgtp]i?b(?:ytes?)?(?:/s(?:ec)?|ps| per second|/초))|"
        r"(?P<flops>[mgtp]flops?(?:/s)?|테라플롭스?|페타플롭스?)"
        r"|(?P<intensity>(?:flops?|ops)(?:/| per |:)b(?:yte)?s?)|(?P<percent>%|퍼센트|"
        r"percent)|(?P<times>배(?!치)|x (?=faster|slower|the|more|speed|higher|lower)|"
        r"times(?= (?:faster|slower|the|more|as)))"
        r"|(?P<gb>[mgt]i?b(?![a-z/])))"
        r"|초당 ?(?:약 |최대 )?(?P<perk>\d[\d,]*(?:\.\d+)?) ?(?P<perunit>토큰|tok\w*|"
        r"[gt]b)"
    )


def quantities(low: str) -> Iterator[Quantity]:
    """Result numbers with their units, in SI.

    >>> [(q.value, q.unit) for q in quantities("105 tok/s, 1388 gb/s, 71%")]
    [(105.0, 'tok/s'), (1388000000000.0, 'byte/s'), (0.71, 'fraction')]
    """
    for match in _units().finditer(low):
        if match["perk"]:
            value = float(match["perk"].replace(",", ""))
            if match["perunit"] in ("gb", "tb"):
                yield Quantity(
                    value * _SCALE[match["perunit"][0]], "byte/s", match.span()
                )
            else:
                yield Quantity(value, "tok/s", match.span())
            continue
        value = float(match["n"].replace(",", ""))
        if match["rate"]:
            yield Quantity(value, "tok/s", match.span())
        elif match["ms"]:
            yield Quantity(value / 1e3, "s", match.span())
        elif match["us"]:
            yield Quantity(value / 1e6, "s", match.span())
        elif match["bw"]:
            yield Quantity(value * _SCALE[match["bw"][0]], "byte/s", match.span())
        elif match["flops"]:
            scale = {"테": 1e12, "페": 1e15}.get(match["flops"][0]) or _SCALE[
                match["flops"][0]
            ]
            yield Quantity(value * scale, "flop/s", match.span())
        elif match["intensity"]:
            yield Quantity(value, "flop/byte", match.span())
        elif match["percent"]:
            yield Quantity(value / 100, "fraction", match.span())
        elif match["times"]:
            yield Quantity(value, "ratio", match.span())
        elif match["gb"]:
            yield Quantity(value * _SCALE[match["gb"][0]], "byte", match.span())


_MEASURED = re.compile(
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
    r"시간이 ?(?:거의 )?같|차이가? ?없(?:다|었)|늘었|줄었|같았|"
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
    r"\bbecause\b|\bsince\b|\bdue to\b|왜냐하면|니까[.]?$|때문이|때문[.이]?$|"
    r"덕분|탓이|근거|"
    r"\binferred\b"
)
_LAST_REASON = re.compile(r"(?:니까|기 때문(?:이다|입니다|이에요))[.]?\s*$")
_ARITHMETIC = re.compile(
    r"\d ?(?:[gmt]i?b(?!/s|ps|it)|[gt]b/s|tflops|flops?)[^.;]{0,24}?(?:/|÷|over|"
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
