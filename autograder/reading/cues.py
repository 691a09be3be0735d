"""Quantifiers and hedges: the tone of a claim."""

from __future__ import annotations

import re
from functools import cache

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
    r"\bon anything\b|\bat all times\b|\binevitabl[ey]\b|\bnothing else\b|"
    r"\bindependent(?:ly)? of (?:the )?(?:batch|model|gpu|hardware|context|precision)"
    r"|\bnothing (?:but|other than|except)\b[^.;]{0,40}\bever\b|\bnothing (?:but|"
    r"other than|except) \w+(?: \w+)? (?:limits|caps|can limit)|\b(?:can(?:not|'t)|"
    r"could not) (?:ever|possibly)\b|\bthere (?:is|are) no (?:gpus?|models?|cases?|"
    r"batch|way|hardware|chips?|situations?|exceptions?)\b|\bno (?:gpu|model|"
    r"batch size|hardware|chip|card|llm) (?:can|will|is|escapes|ever|on)\b|"
    r"\bhowever (?:large|big|small|long|many|much|fast)\b|\bcompletely (?:gone|"
    r"disappears|eliminates?|removes?)|\b100 ?% of the time\b|"
    r"\bby (?:definition|law)\b|\blaw of nature\b|\bonce and for all\b|"
    r"\beach and every\b|\bat no (?:batch|point|time|context|load|size)|\bin no "
    r"(?:case|setting|situation)|\bunder no circumstances|\bcome what may\b|"
    r"\bacross the board\b|\bany and all\b|\bshow me (?:a|one|any|the) "
    r"[^.;]{3,60}(?:n't|not|never)\b[^.;]*[.;] *(?:you|no ?one|nobody)\b[^.;]*(?:n't|"
    r"not)\b|"
    r"\bwithout fail\b|\bin principle never\b"
    r"|\bevery (?:decode |decoding |single |generation |prefill )*(?:step|token|pass|"
    r"iteration) (?:is|was|stays|waits|remains|runs|spends)"
    rf"|\b(?:limits?|caps?|dominates?|eats?(?: up)?|gates?|bounds?|throttles?|governs?|"
    rf"holds back|stalls?) (?:every|all)(?: single| the)?(?: \w+)? {_STEPS_EN}"
)
_ABSOLUTE_KO = (
    r"(?:언제|어디서|무엇을|무얼|뭘|누가|어떻게)(?: \S{1,8})? ?\S*[가-힣]도(?=[ ,.])|"
    r"(?:어느|어떤|무슨|몇) (?:[가-힣a-z0-9]+ ?){1,3}(?:을|를|이|가|에서|"
    r"에) \S{1,8}도(?=[ ,.])|"
    r"(?:어느|어떤|어떠한|무슨) ?\S+(?:에서|에게|에)나(?=[ ,.]|$)|빠짐 ?없이|"
    r"매 ?(?:스텝|토큰|순간)(?:이|마다|에서|은|는|의)?|"
    r"않는 ?(?:\S+ )?\S{1,6}(?:란|은|는|이|가|도) ?(?:없|있을 수 ?없|본 ?(?:적|일))|"
    r"아무리 \S+(?:도|더라도|든)|항상|언제나|무조건|(?<![가-힣])늘(?= )|반드시|"
    r"절대(?:로|적으로|적인|적)?(?= |다|이)|결코|예외 ?(?:없|는 ?없|가 ?없|란 ?없|"
    r"도 ?없)|상관 ?없(?:이|다|고)|관계 ?없(?:이|다|고)|불문|무관(?:하게|히)|매번|"
    r"몇(?: ?(?:이|명|건|개|토큰|장))?(?: ?되)?(?:든지|든|라도)(?=[ ,.]|$)|"
    r"모든 ?(?:\S+ )?"
    r"(?:스텝|순간|시점)(?:에서|을|이|은)|모든 ?토큰(?:이|에서)|"
    r"백이면 백|열이면 열|어떠한|완전히 ?(?:사라|없어|해소|제거)|영원히|어김 ?없|"
    r"백 ?퍼센트|언제 ?어디서"
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
    r"보통|대체로|대개|일반적으로|주로|흔히|(?:[은는인]|ㄴ) ?편(?!이 ?(?:낫|좋|유리|"
    r"이득))|경향|것 ?같|듯(?:하|"
    r"싶|$|[ .])|지도 ?모|아마|(?<!할 )(?<!볼 )(?:[을일될할릴힐날질칠])? ?수(?:도|"
    r"는)? 있(?!는 (?:gpu|모델))|쉽다|기 ?쉬|대부분(?= |의 경우|은)|거의 (?:항상|"
    r"언제나|늘|모든|매번|무조건)|[일을릴될할힐] ?것이|[일을릴될할힐] ?거(?:다|예요|"
    r"라)|겠(?:다|지|네|습)|추정|가능성|(?<!보)(?<!부르)(?<!하)기 어렵|단정하기 어렵|"
    r"아닐까|싶다|로 ?보인|(?<![을를임음] )(?<!을)(?<!를)보인다|대게|"
    r"(?:경우|때)가 ?(?:대부분|많|흔|있)|(?:병목|바운드|문제|탓) ?같|통상|웬만하면|"
    r"웬만한|다소|"
    r"꼭 ?.{0,20}(?:아니|않)|(?:항상|늘|언제나|무조건|반드시).{0,30}(?:것은|건|게|"
    r"지는|진) (?:아니|않)|어느 정도|추측|짐작|감으로는|느낌|일지도|기울기 ?쉬|하기도"
)


@cache
def _absolute() -> re.Pattern[str]:
    return re.compile(f"{_ABSOLUTE_EN}|{_ABSOLUTE_KO}", re.ASCII)


@cache
def _hedge() -> re.Pattern[str]:
    return re.compile(f"{_HEDGE_EN}|{_HEDGE_KO}", re.ASCII)


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
