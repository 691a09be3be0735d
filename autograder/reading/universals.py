"""Words for "in every case": what makes a claim admit no exception.

Two sorts, because they reach differently.  A *case* word ("whatever the GPU", "어떤
모델이든", "no exceptions") ranges over models, devices, batches and holds for its
whole sentence.  A *time* word ("always", "항상") belongs to the verb it stands by.
Words over parts of a machine or a model ("every weight") are neither.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from .hangul import ending_in

THING_EN = (
    r"(?:gpus?|models?|llms?|batch(?:es| sizes?)?|hardware|chips?|cards?|silicon|"
    r"contexts?(?: lengths?)?|cases?|settings?|machines?|workloads?|accelerators?|"
    r"devices?|sizes?|loads?|precisions?|situations?|config(?:uration)?s?|systems?|"
    r"circumstances?|conditions?|scenarios?|set-?ups?|times?|prompts?(?: lengths?)?|"
    r"lengths?|deployments?|transformers?|platforms?|regimes?|generations?|"
    r"architectures?|formats?|requests?|inference|exceptions?|processors?|vendors?|"
    r"quanti[sz]ations?|frameworks?|runtimes?|servers?|boards?|laptops?|phones?|"
    r"occasions?|instances?|examples?|counter-?examples?|data types?|dtypes?|engines?)"
    r"(?! (?:blocks?|layers?|weights?)\b)"
)
_KIND_EN = (  # what may stand between "all" and a thing without making it a part
    r"(?:the|of|consumer|data-?cent(?:er|re)|data cent(?:er|re)|server|gaming|nvidia|"
    r"amd|intel|modern|current|today's|recent|known|other|possible|real|practical|"
    r"dense|such|decoder-only|autoregressive|llm|transformer|language|big|large|small|"
    r"open|commercial|cloud|edge|mobile|desktop|hopper|ampere|blackwell|production|"
    r"future|existing|imaginable|conceivable|realistic|existing|serving|sane)"
)
_STEP_EN = r"(?:step|token|pass|iteration)s?\b"
_CASE_EN = (
    rf"\bevery(?: single)?(?: [\w-]+){{0,2}}? {THING_EN}\b|"
    rf"\b(?:in|on|for|at|across|under|with|over) (?:all|any|every|each)(?: and every)?"
    rf"(?: [\w-]+){{0,2}}? (?!requests?|prompts?|times?){THING_EN}\b|"
    rf"\ball(?: {_KIND_EN}){{0,3}} {THING_EN}\b|\bany(?: [\w-]+){{0,2}} {THING_EN}\b|"
    r"\bany (?:chip|gpu|model)s? (?:you|one|anybody)\b|"
    r"\b(?:all (?:the )?|any (?:and every )?)(?:decod\w+|prefill\w*|generation)\b|"
    r"\banywhere\b(?! near)|"
    r"\b(?:no|never|not) matter\b|\b(?:does not|doesn't|did not|didn't|will not|won't) "
    r"matter (?:which|what|how|whether|if|who)\b|\bmakes? no (?:difference|odds)"
    r"(?: (?:which|what|how|whether|if)|:|;|,)|"
    r"\bregardless\b|\birrespective\b|\bwithout regard\b|\bwhichever\b|"
    r"\bwhatever (?:the|your|gpu|model|batch|chip|hardware|card|size|you|we|kind|sort|"
    r"accelerator|device|happens)|\bwhatever\b(?=,)|\bwherever\b|\bwhat(?:ever)? have "
    r"you\b|\bindependent(?:ly)? of (?:the |your )?(?:batch|model|gpu|hardware|context|"
    r"precision|chip|card|prompt|size|load)|\bhowever (?:large|big|small|long|short|"
    r"many|much|fast|few|wide|hard|cleverly|you)\b|\bwhether (?:or not )?(?:it'?s|"
    r"it is|"
    r"you|we|the|your|a|an|at|on|with|in|that'?s)\b(?:(?!bound|limited)[^,;.])* or "
    r"(?:(?!bound|limited)[^,;.]){1,30},|\b(?:large|big|small|old|new|short|long|cheap|"
    r"slow|fast|rich|tiny|one|single)(?: \w+)? or (?:large|big|small|old|new|short|"
    r"long|"
    r"expensive|fast|slow|huge|many|a thousand|a million|poor)\b(?=,)|"
    r"\bwithout (?:[\w']+ ){0,3}?exceptions?\b|\b(?:no|zero|not (?:one|"
    r"a single)|"
    r"never an?) exceptions?\b|\bno ifs\b|\bfull stop\b|, period\b|\bend of (?:story|"
    r"discussion|debate)\b|\bno escap(?:e|ing)\b|"
    rf"\bthere (?:is|are|'s|exists?|was) (?:simply |just |absolutely )?(?:no|not an?|"
    rf"not one|not a single|never an?)(?: [\w-]+){{0,2}} (?:{THING_EN}|way|scenario|"
    rf"point|world|universe)\b|\bthere (?:is|are)(?: not|n't) (?:an?|any|one)"
    rf"(?: [\w-]+){{0,2}} {THING_EN}\b|"
    rf"\bno(?: [\w-]+){{0,2}} {THING_EN} (?:can|will|is|has|escapes?|ever|on|in|where|"
    rf"makes?|changes?|breaks?|alters?|exists?|turns?|could|would|under|at which)\b|"
    rf"\b(?:will|can|could|would|do|does)(?: not|n't|not| never) (?:find|name|show|see|"
    rf"get|"
    rf"meet)(?: me)? (?:an?|any|one)(?: [\w-]+){{0,2}} {THING_EN}\b|"
    rf"\b(?:not (?:one|a single)|none of (?:the|these|our|your))(?: [\w-]+)? "
    rf"{THING_EN}\b|"
    rf"\b(?:at|in|on|under|for|by|with) no(?: [\w-]+)? {THING_EN}\b|"
    rf"\bnowhere\b(?! near)|"
    r"\bat no (?:point|stage)\b|\bunder no circumstances\b|"
    r"\bnothing (?:but|other than|except)\b[^,;.]{0,40}(?:\bever\b|\blimits?\b|"
    r"\bcaps?\b"
    r"|\bcan\b)|\bnothing else\b|\bnothing (?:(?:you|we|anyone) (?:do|try|change|can)|"
    r"can|will|could|changes)\b|\bbe it\b[^,;.]{2,40}\bor\b|"
    r"\b(?:can(?:not|'t)|could not|couldn't|impossible|never|unable|no way)\b"
    r"[^,;.]{0,40}\banything (?:but|other than|except|else)\b|\bimpossible (?:for|to|"
    r"that)\b|\bno way (?:to|that|for|around)\b|\b(?:one and )?only (?:thing|resource|"
    r"factor|limit) that (?:ever|can|will|could)\b|\bcan only ever\b|\b(?:can|could|"
    r"will) (?:ever|possibly) be\b(?! (?:hard|difficult))|\b(?:can(?:not|'t)|could not|"
    r"couldn't|won't|will not) (?:ever|possibly)\b|\bcompletely (?:gone|disappears|"
    r"eliminates?|removes?)|\blaws? of (?:nature|physics)\b|\biron law\b|"
    r"\bby (?:definition|law)\b|\bacross the board\b|\bany and all\b|"
    r"\bin (?:all|every|each|any) (?:and every )?(?:case|circumstance|instance|"
    r"situation|event)s?\b(?<!in any case)(?<!in any event)|\bunconditional(?:ly)?\b|"
    r"\beverything in\b|\bon anything\b|\beverywhere\b|\buniversal(?:ly)?\b|"
    rf"\b(?:an?|any|the|one) (?:[\w-]+ )?{THING_EN} (?:on|in|for|at|where|with|whose|"
    rf"that)\b[^,;.]*\b(?:does not|doesn't|do not|don't|cannot|can't) exist\b|"
    r"\bcome what may\b|\bas (?:high|low|far|much|big|large|long|hard|fast|"
    r"many) as you (?:like|want|please|care|can)\b|\b(?:whatever|whichever|any|"
    r"what)(?: \w+){0,2} you (?:like|want|please|care|choose|pick)\b|"
    r"\bor anything else\b"
)
_TIME_EN = (
    r"\balways\b|\bnever\b(?! ?mind)|\bnever ever\b|\binvariably\b|\bunfailingly\b|"
    r"(?<!takes )(?<!took )(?<!take )(?<!taking )\bforever\b|\beternally\b|"
    r"\bperpetually\b|\bpermanently\b|\bcategorically\b|"
    r"\bwithout fail\b|\bat all times\b|\binevitabl[ey]\b|\bonce and for all\b|"
    r"\b(?:each|every)(?: and every)?(?: single)? time\b|\beach and every\b|\b24/7\b|"
    r"\bevery (?:last|single) (?:one|time)\b|\b100 ?% (?=of the time|memory|compute|"
    r"bandwidth)|\b(?:a hundred|one hundred|100) percent (?:of the time|memory|compute|"
    r"bandwidth)|\b(?P<n>\w+(?: hundred| thousand)?) times out of (?:a )?(?P=n)\b|"
    r"\b(?:10|ten|100) out of (?:10|ten|100)\b|\b(?:until|till) (?:the (?:heat death|"
    r"end "
    r"of (?:time|the world|days))|hell freezes|the cows come home|kingdom come)\w*"
    r"[^,;.]*|\bfor all (?:time|eternity)\b|\bto the end of time\b|\ball the way,? "
    r"always\b|\ball of the time\b|\bday in,? day out\b|"
    r"\bevery (?:decode |decoding |single |generation |prefill )*(?:step|token|pass|"
    r"iteration) (?:is|was|stays|waits|remains|runs|spends)|"
    rf"\b(?:limits?|caps?|dominates?|eats?(?: up)?|gates?|bounds?|throttles?|governs?|"
    rf"holds back|stalls?) (?:every|all)(?: single| the)?(?: \w+)? {_STEP_EN}"
)
_THING_KO = (
    r"(?:gpu|지피유|모델|하드웨어|배치|경우|상황|칩|카드|llm|조건|환경|디코|프리필|"
    r"길이|"
    r"컨텍스트|문맥|크기|설정|가속기|장비|시스템|작업|구성|트랜스포머|요청|프롬프트|"
    r"정밀도|기기|장치|세대|추론|생성|워크로드|서버|기종|제품|회사|환경|시나리오|부하|"
    r"프레임워크|엔진|케이스|세팅|셋업|노트북|컴퓨터|언어 ?모델|아키텍처|하드|장면|"
    r"순간)"
)
_ANY_KO = (  # what closes "whichever ...": 든, 도, 나, 건
    r"(?:이든지?|든지?|이든 ?간에|든 ?간에|에서든지?|에서도|에서나|에게나|에나|이라도|"
    r"라도|이건|이 ?됐든|가 ?됐든|이 ?되었든|가 ?되었든|을 ?쓰더라도|를 ?쓰더라도|을 "
    r"?써도|를 ?써도|도|(?:을|를) ?(?:\S{1,6} )?\S{1,5}(?:든지?|더라도|아도|어도|봐도|"
    r"와도|놔도|려도|해도|대도|건)(?: ?간에)?|(?:이|가) ?\S{1,5}(?:든지?|더라도|아도|"
    r"어도|와도|해도)(?: ?간에)?)(?=[ ,.]|$)"
)
_ADNOMINAL_KO = f"(?:던|{ending_in('ㄴㄹ')})"
_CASE_KO = (
    rf"(?:그 ?)?(?:어느|어떤|어떠한|무슨|아무(?!래)(?! ?(?:일|변화|효과|차이|도움|소용|"
    rf"의미|"
    rf"문제|이득|영향))) ?(?:[가-힣a-z0-9]+ ?){{1,3}}?{_ANY_KO}|"
    r"아무 ?(?:데|때|거|것)(?:서)?나|(?:무엇|뭐|뭘|뭣|무얼|어디|누구|누가|어떻게|얼마|"
    r"언제)\S{0,3}(?: \S{1,8}){0,2}? ?\S{0,4}(?:든지?|이든지?|건|더라도|"
    r"[아어해써봐와놔재"
    r"려]도)(?: ?간에)?(?=[ ,.]|$)|"
    r"(?:어디|언제|누구|무엇)\S{0,2}나(?=[ ,.])|아무리 \S+(?: \S+)?(?:도|더라도|든|들|"
    r"야)(?=[ ,.]|$)|"
    r"(?:(?<!성능은 )(?<!성능과 )(?<!속도는 )(?<!속도와 )(?<!클럭은 )(?<!클럭과 "
    r")(?<!연산은 )"
    r"(?<!능력은 ))(?:상관|관계) ?없(?:이|다|고|음)|불문|막론|무관(?:하게|히)|"
    r"구애 ?(?:받지 "
    r"?않|없)|가리지 ?않고|가릴 ?것 ?없이|따지지 ?않|따질 ?것 ?없이|아랑곳|"
    r"(?<!말)할 ?것 ?없이|"
    r"예외(?:라고는|라곤|란|는|가|를|도|조차|적인|적으로)? ?(?:\S+ ){0,3}?(?:단 하나도 "
    r"|전혀 |절대 |하나도 )?(?:없|못 ?(?:찾|봤|보았)|본 ?적)|빠짐 ?없이|하나같이|"
    r"모조리|"
    r"몇(?: ?(?:이|명|건|개|토큰|장|배))?(?:이?)(?: ?되)?(?:든지|든|라도|건)(?=[ ,.]|"
    r"$)|"
    r"(?<![가-힣])[가-힣a-z0-9]{1,9}?(?:든지?|거나),? ?(?:\S{1,8} )?\S{1,8}?(?:든지?|"
    r"거나)"
    r"(?: ?간에)?(?=[ ,.])|(?:크|작|많|적|길|짧|이)건 ?(?:\S{1,6} )?\S{1,3}건(?=[ ,.])|"
    rf"(?:세상|지구|현존하는|존재하는)?(?:의 )?(?:모든|온갖|각종|그 모든|"
    rf"온) ?(?:[가-힣a-z]+"
    rf" ){{0,2}}?{_THING_KO}|(?<![가-힣])전 ?(?:구간|기종|모델|제품|세대|"
    rf"영역)(?=[ 에을의])|"
    r"모든 ?(?:\S+ )?(?:스텝|순간|시점)(?:에서|을|이|은)|모든 ?토큰(?:이|에서)|"
    r"완전히 ?(?:사라|없어|해소|제거)|하나도 없|(?<![가-힣])전부 (?:다 )?(?:메모리|"
    r"연산|"
    r"대역폭)|다른 (?:병목|가능성|한계|원인|답|여지|경우)(?:은|는|이|"
    r"가)? ?(?:절대 )?(?:없|"
    r"있을 수 ?없)|불변|철칙|만고|진리|(?:말고|"
    r"외에)는? ?(?:[^\s.]+ ){0,2}?(?:있을 수가? ?없|없다|없음|아무것도)|한 ?순간도|"
    r"깨어나도|무너져도|두 ?쪽이? ?나도|천지가 ?개벽|"
    r"칼이 ?들어와도|해가 ?서쪽|"
    rf"{_ADNOMINAL_KO} ?(?:일|경우|법|때|적|상황|모델|gpu|"
    r"칩|배치|하드웨어|카드|조건|설정|예|사례|순간)(?:은|는|이|가|도|란|이란|따위는|"
    r"조차)? "
    r"?(?:절대로? |결코 |단 ?한 ?번도 |전혀 |아예 |하나도 |세상에 |어디에도 |"
    r"이 세상에 )*"
    r"(?:있을 수 ?없|없다|없음|없고|없습|없어|없지|없을|없는|존재하지 ?않|본 ?(?:적|"
    r"일)|"
    r"못 ?봤)|"
    r"(?:일|할|될|릴) ?리(?:가|는)? ?(?:절대 )?없"
)
_TIME_KO = (
    r"항상|언제나|언제고|무조건|(?<![가-힣])늘(?= )|반드시|절대(?:로|적으로|적인|"
    r"적)?(?= |"
    r"다|이)|결코|매번|번번이|어김 ?없|영원히|영영|시종일관|한결같|변함 ?없이|줄곧|"
    r"(?<=[ ,])"
    r"내내|단 ?한 ?번도|한 ?번도(?= (?:없|못|안|\S+지))|백이면 ?백|예나 ?지금이나|"
    r"열이면 ?열|"
    r"100 ?% (?=메모리|연산|대역폭|compute|memory|디코|프리필)|(?:백|100) ?(?:퍼센트|"
    r"프로|퍼)"
    r"(?=[ .,])|날이면 ?날마다|날마다|매일같이|자나 ?깨나|밤낮|365일|언제 ?어디서|"
    r"죽으나 "
    r"?사나|끝까지 ?(?=메모리|연산|대역폭)|매 ?(?:스텝|토큰|순간)(?:이|마다|에서|은|는|"
    r"의)?|"
    r"시시각각"
)
_NOT_EN = re.compile(
    r"(?:\bnot|n't|\bhardly|\brarely|\bseldom) (?:\w+ )?$|\b(?:almost|nearly|"
    r"practically|virtually|mostly|not quite) $"
)
_NOT_KO = re.compile(r"거의 $|(?:실험|측정|시험|테스트)한 $|(?:잰|써 ?본|돌려 ?본) $")
_AFTER = re.compile(
    r" (?:that )?(?:we|i|they) (?:have |had )?(?:tried|tested|measured|ran|swept|"
    r"looked)"
    r"|(?: ?\S+){0,3}? ?\S*(?:것은|것만은|건|게|지는|진|지만은) ?(?:아니|않)"
)
_PART = re.compile(
    r"(?:절대|결코)(?:로)? ?(?:못 ?넘|넘지|넘을)|never (?:exceed|beat|reach|go past)|"
    r"all (?:the |required )?conditions\b|(?:매번|항상|늘|언제나) ?(?:\S+ ){0,3}?(?:읽|"
    r"옮|나르|나른|가져|퍼 ?|불러|끌어|"
    r"훑)|모든 ?(?:gpu|카드|칩)(?:에|를|로)? ?(?:나눠|나누|걸쳐|분산)|매 ?(?:스텝|토큰|"
    r"순간)\S? "
    r"?(?:\S+ ){0,2}(?:가중치|파라미터)|늘 ?(?:리|어)|모든 ?(?:조건|요청)(?:을|를|이)|"
    r"[^.]{0,8}(?:프리필|디코드?)이?든|all (?:\w+ )?(?:conditions|requests|prompts|"
    r"gpus|cards) (?:are|were|must|share)|"
    r"all other (?:things|conditions)"
)
_NOT_TRIED = re.compile(
    r"(?:본|측정한|실측한|확인한|실험한|시험한|돌린|쓴|한) 적\S? ?\S*$"
)
_READS = re.compile(
    r"\b(?:read|load|fetch|stream|mov|haul|drag|pull)\w*(?: \w+){0,4} $"
)
_OVER = re.compile(r"\b(?:across|over|split|spread|between|onto) $")
_SPEED = re.compile(  # "however quick the ALUs are": a part, and no case
    r"(?:연산|코어|alu|flops|계산|클럭|대역폭|메모리)\S{0,4} 아무리|however (?:quick|"
    r"fast|wide|many|"
    r"slow)\w* (?:the|its|your) (?:alus?|cores?|tensor|math|memory|compute|arithmetic|"
    r"hbm)"
)
_OCCASION = re.compile(r"(?:each|every)(?: single)? time,? (?:we|i|you|the profiler)\b")


class Universal(NamedTuple):
    """A universal at [start, end); `case` or, if not, time."""

    start: int
    end: int
    case: bool


@cache
def _pattern() -> re.Pattern[str]:
    time, case = f"{_TIME_EN}|{_TIME_KO}", f"{_CASE_EN}|{_CASE_KO}"
    return re.compile(f"{time}|(?P<case>{case})", re.ASCII)


def universals(low: str) -> list[Universal]:
    """Every universal over cases or times that is not itself denied.

    >>> text = "whatever the gpu, decode is always memory-bound"
    >>> [text[u.start : u.end] for u in universals(text)]
    ['whatever the', 'always']
    >>> universals("decode is not always memory-bound")
    []
    """
    found = []
    for match in _pattern().finditer(low):
        start, end = match.span()
        before = low[max(0, start - 24) : start]
        if _NOT_EN.search(before) or _NOT_KO.search(before):
            continue
        if _AFTER.match(low[end : end + 44]) or _PART.match(low[start : end + 24]):
            continue
        if _SPEED.search(low[max(0, start - 12) : end + 24]):
            continue
        if _NOT_TRIED.search(low[start - 12 : end] if start > 12 else low[:end]):
            continue
        if _OVER.search(before) and re.search("gpu|card|device|chip", match[0]):
            continue
        if "time" in match[0] and _READS.search(low[max(0, start - 50) : start]):
            continue
        if _OCCASION.match(low[start : end + 16]):
            continue
        found.append(Universal(start, end, match["case"] is not None))
    return found
