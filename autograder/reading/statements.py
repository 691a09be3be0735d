"""Find statements about what limits a step: the words, the place, the polarity.

A statement is a resource with a predicate ("bandwidth-limited", "연산에 묶인다",
"the CPU is the bottleneck") or a paraphrase with one reading only ("the ALUs idle
while weights stream in").  Whether it is asserted is decided elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import NamedTuple

from .words import RESOURCES


class Statement(NamedTuple):
    """One statement of a bottleneck at [start, end) of the normalised text."""

    verdict: str
    start: int
    end: int
    negated: bool = False
    paraphrase: bool = False
    symptom: bool = False  # what one would see: a reason as well as a verdict


_EN_BEFORE = (  # RESOURCE then predicate
    r"(?: (?:thread|process|step|side|path|stage|code|"
    r"loop))?[- ]?(?:bandwidth[- ])?(?:bound(?:ed|ness)?|limited|constrained|"
    r"bottlenecked|starved|gated|capped|dominated|hungry|heavy|intensive)(?![a-z])"
    r"|[- ]?(?:bandwidth |roof )?(?:side|regime|territory|"
    r"roof)(?! effects?)(?=[ .,;:)]|$)"
    r"|(?:-| )?(?:bottlenecks?|wall|limit|limiter|ceiling|roof|problem|issue)(?![a-z])"
    r"|(?: (?:between|on|of|in|from|to) [\w -]{3,40}?)?,? (?:speed |alone |"
    r"thread |process |step |side |path |code )?(?:is|are|was|"
    r"were|becomes?|became|has become|have become|had become|remains?|stays?|being|"
    r"'s|will be|"
    r"would be)(?: \w+){0,2}? ?(?:a |an |the |its |our |your |my )?(?:main |real |"
    r"actual |only |true |primary |dominant |first |not )*(?:bottlenecks?|limit(?:er|"
    r"ing (?:factor|resource))?|ceiling|constraint|choke point|wall|culprit|binding|"
    r"scarce resource|(?:what|the (?:thing|one|resource) that) (?:it |decode |"
    r"prefill )?(?:waits? for|limits?|holds?|caps?|gates?|bounds?|kills|hurts|slows|"
    r"matters)|in the way|everything|king(?! of)|decisive|the deciding factor|"
    r"all that (?:matters|counts)|(?:the )?problem|the issue|what runs out|"
    r"saturated|maxed out|exhausted|"
    r"the thing it waits for)"
    r"|(?:,? not [^,;.]{3,24},)?(?: alone| speed| mostly| usually| only| always|"
    r" always| generally| typically| normally| really| then| reads (?:that|which)|"
    r" traffic)? ?(?:that |which )?(?:limits?|caps?|gates?|governs?|dominates?|sets?|"
    r"(?:puts?|places?|imposes?) (?:a |the )?(?:\w+ )?(?:ceiling|cap|limit|lid) on|"
    r"holds? (?:\w+ ){1,2}back|determines?|dictates?|decides?|bounds|constrains?|"
    r"throttles?|holds back|"
    r"bottlenecks?|rules|drives|controls|outweighs?|exceeds?|"
    r"eats? (?:up )?(?:every|most of|the )? ?(?:(?:decode|prefill|"
    r"generation) )?(?:step|"
    r"difference|time|budget|gains?|benefits?|advantage|"
    r"savings?|speed-?up)|(?:runs?|ran) out(?: first)?|is what (?:limits|caps|holds|"
    r"bounds|matters)|saturates? first|takes? over|takes most of|becomes binding|"
    r"will cap|would cap|would limit|will limit)(?![a-z])"
    r"|(?: is)? not what (?:limits?|caps?|holds?|gates?|bounds?)"
    r"|[- ]?(?:경계|bound)(?:다|이|임|인|라|로|가|는|였|에)"
)
_EN_AFTER = (  # predicate then RESOURCE
    r"(?:what|the (?:thing|resource|factor|one) that|that which) (?:really |actually |"
    r"mostly |usually |always )?(?:limits|caps|gates|bounds|constrains|holds back|"
    r"governs|sets|determines|decides|drives|dominates)(?: [\w-]+){1,4}? (?:is|are|"
    r"was) (?:the |usually |always |often |mostly )*|(?:scales?|grows?|moves?|"
    r"rises?) (?:directly |linearly |almost |only |mostly )*with (?:the |"
    r"its )?(?:memory |hbm |peak |available |vram )*(?=bandwidth|t?flops|compute)|"
    r"(?:bound|limited|gated|capped|constrained|dominated|throttled|governed|"
    r"determined|bottlenecked|held back|ruled|dictated|decided|set|restricted|"
    r"controlled|paced|dragged down)(?: \w+ly| mostly| only| here| there| purely|"
    r" chiefly| largely| (?:at|near|to|around) [^,;.]{2,24}?)? (?:by|on) (?:the |"
    r"its |their |our |your |how (?:fast|"
    r"quickly) )?(?:available |peak |raw |sheer |achievable |gpu(?:'s)? |card'?s? |"
    r"chip'?s? |device |aggregate |cost of |time (?:spent|to) |speed of |off-chip |"
    r"main |amount of |slow )*(?:[\w/.-]+ ){0,2}?"
    r"|(?:bottlenecks?|limiting (?:factor|resource)|limiter|constraint|limit|ceiling|"
    r"culprit|problem)(?: for (?:prefill|decode|decoding)| in (?:prefill|decode|"
    r"decoding)| of (?:prefill|decode|decoding)| there| here)? (?:is|was|are|remains|"
    r"becomes|lies (?:in|with|on)|comes from|sits in|will be|would be|=|:) ?(?:still |"
    r"really |clearly |mostly |usually |always |simply |now |often |more )?(?:the |"
    r"its |a )?(?:host'?s? )?"
    r"|(?:stuck (?:on|behind)|held (?:up|hostage) by|hampered by|hamstrung by|"
    r"choked by|"
    r"(?:leans?|hinges?|hangs?)(?: \w+ly)? on) (?:the |its )?"
    r"|(?:wait(?:s|ed|ing)?|stall(?:s|ed|ing)?|block(?:s|ed|ing)?|starv(?:es|ed|ing)|"
    r"idl(?:es|ing)?)(?: mostly| mainly)? (?:for|on|waiting for|waiting on) (?:the |"
    r"its )?"
    r"|(?:runs?|ran|running) out of (?:the |raw )?|(?:short of|short on|lack(?:s|"
    r"ing)?|not enough|starved (?:of|for)|saturat(?:es|ed|ing)|exhausts|"
    r"max(?:es)? out) (?:the |its |all |raw )?"
    r"|(?:goes|go|spent|spends?) (?:\w+ ){0,4}(?:into|on|in) (?:the )?|(?:comes|"
    r"come) down to (?:the )?|(?:all about|a question of|a matter of|"
    r"at the mercy of|tied to|pinned to|"
    r"bottlenecked by|at the speed of|at|follows?|tracks?) (?:the |"
    r"its )?(?=[a-z ]*(?:memory|bandwidth|hbm))"
    r"|(?:sees?|hits?|finds?|observes?|saw) (?:mostly |only )?(?=(?:kernel )?launch|"
    r"host|cpu|python)"
)
_KO_BEFORE = (
    r"(?:이야말로|야말로|이|가|은|는|에|의|에서|도|만|를|을|에만|에게|쪽|쪽이|쪽에|"
    r"이라는|로|으로|상|-)?(?: ?(?:(?:\S{1,12} )?\S{1,12}(?:을|를)|(?:\S+ )?\S{1,8}의|"
    r"가장 ?큰|주된|진짜|유일한|더|먼저|결국|주로|여전히|가장|곧|바로|거의|아직|"
    r"전적으로|사실상|그대로|보통|대개|대체로|항상|늘|언제나|무조건|모두|속도를|"
    r"시간을|발목을|성능을|전체|처리량을|값|성능|쪽이|쪽에|의))* ?"
    r"(?:바운드|바운디드|병목|보틀넥|제한|한계|천장|상한|묶|걸(?=리|린|려|림|렸)|막히|"
    r"막혀|막힌|막힘|매여|매인|달려|달린|갇|눌|좌우|지배|결정|정한|정하|정해|"
    r"(?:벗어나지|넘지|벗어나질) ?못|(?:벗어날|넘을) ?수 ?없|때문이|탓(?:이|에)|"
    r"발목|관건|모자|"
    r"부족|딸리|딸린|달리|집약|위주|부딪|부딛|더 ?크|더 ?큰|더 ?길|더 ?오래|"
    r"side(?=에|이|로|다)|쪽(?:이었|에 ?있|에 ?선|에 ?속)|"
    r"대부분(?!의 ?시간)|limit|bottleneck|ceiling|saturate|"
    r"율속|바닥|포화|꽉|문제(?!없)|잡아먹|먼저 ?(?:찬|차|닳|떨어)|기다|쪽으로|넘어가|"
    r"넘어간|쪽이 ?된|쪽(?:이다|이고|임|입니다)|전부(?:다|이)|영역|구간|체제|"
    r"의존|따라 ?(?:정해|결정)|정?비례|이 ?먼저|경계|중심|"
    r"싸움|놀음)"
)
_KO_AFTER = (
    r"(?:(?:모자라?|부족|딸리|바쁘|제한|결정|좌우|지배|묶|잡|막|정|붙잡)\S{0,4} (?:것|"
    r"건|게|쪽|요인|요소|"
    r"자원)(?:은|는|이|도)? ?(?:바로 |결국 |주로 |보통 |항상 )?|"
    r"병목(?:을 ?일으키는 ?것)?|보틀넥|한계|제약|발목(?:을 ?잡는 ?(?:것|건))?|천장|"
    r"걸림돌|상한|문제)(?:은|는|이|가|의 ?(?:원인|정체|주범)은?|지점은?|"
    r"요인은?)? ?(?:바로 |결국 |주로 |보통 |항상 |사실 |대개 |대부분 |여전히 |아직 |"
    r"늘 |모두 |전부 )*[:=]? ?"
)
# Paraphrases with one meaning.  Only what experience showed to be precise.
_MEMORY_PARAPHRASES = (
    r"(?:tensor[- ]cores?|alus?|sms?|compute(?: units?)?|math units?|"
    r"arithmetic units?|the cores|cores)(?: \w+){0,3} (?:(?:do|doing) nothing|idle|"
    r"idling|starve|"
    r"starving|starved|unused|twiddle|sits?(?: \w+)? idle)(?! because of (?:cpu|"
    r"launch))"
    r"|(?:waits?|waiting|stalls?|stalled)(?: \w+){0,2} (?:for|on) (?:data|memory|"
    r"(?:the )?(?:weights|bytes|loads|dram|hbm))(?: to arrive)?"
    r"|(?:spends?|spent)(?: \w+){0,5} (?:waiting for memory|moving (?:bytes|data|"
    r"weights)|fetching|loading weights|reading weights|(?:on|in) memory (?:loads|"
    r"traffic|reads))"
    r"|time (?:goes|is spent|is going) (?:in)?to(?: \w+)? (?:streaming|reading|"
    r"loading|moving|fetching) (?:the )?(?:weights|bytes|data|parameters)"
    r"|(?:decodes?|runs?|generates?) (?:\w+ )?at (?:the )?(?:memory (?:speed|"
    r"bandwidth)|(?:the )?speed of (?:its |the )?memory)"
    r"|(?:left of|below) the (?:\w+ )?ridge|(?:ridge|릿지|리지)(?: ?(?:point|포인트|"
    r"점))?(?:보다|"
    r"의)? ?(?:한참 |훨씬 )?왼쪽"
    r"|(?:hbm|dram|대역폭|메모리)\S{0,2} ?(?:[7-9]\d|100) ?% ?(?:바쁘|찼|차|쓰|쓴|썼)"
    r"|the (?:faster|more) (?:the )?(?:memory|bandwidth|"
    r"hbm)[^.;\n]{0,24}, the (?:faster|more)"
    r"|대역폭(?:이|을)? ?[^.\n]{0,16}배[^.\n]{0,30}(?:생성|디코드|디코딩|속도|토큰)"
    r"[^.\n]{0,14}배"
    r"|(?:가중치|데이터|파라미터)(?:를|을) [^.\n]{0,12}(?:가져오|읽|옮기|"
    r"불러오)[가-힣]{0,2}느라"
    r"|대역폭 ?(?:때문|탓)에 [^.\n]{0,30}(?:못|느리|느린|한계|막)|"
    r"(?<![a-z])memcpy(?! (?:overhead|launch|call))|"
    r"memory copy|"
    r"(?:메모리|가중치) ?복사"
    r"|needs? (?:more |faster )(?:memory|bandwidth|"
    r"hbm)[^.;\n]{0,12}, not (?:more )?(?:flops|"
    r"compute)|(?:hbm|memory|bandwidth|dram) (?:cannot|can't|could not|"
    r"fails to) (?:feed|"
    r"keep|supply|deliver)|(?<!no )(?:compute|flops|arithmetic) (?:is |"
    r"are )?(?:to spare|"
    r"left over|going unused)|(?:연산|계산|flops)(?:이|은|력은|력이|"
    r"가)? ?(?:\S+ )?남아(?:돌|돈)|"
    r"(?:메모리|대역폭)(?:가|이) ?(?:느려서|느리기|좁아서|모자라서|낮아서)"
    r"|speed (?:follows|tracks|scales with|is proportional to) (?:the )?(?:bytes|"
    r"bandwidth|memory)"
    r"|(?:연산(?:기| ?장치| ?유닛)|텐서 ?코어|alu|sm|연산 ?코어|gpu ?연산|"
    r"계산 ?유닛)\S{0,2} ?(?:\S+ ){0,2}?(?:놀|논다|쉬고|쉬는|쉬며|쉰다|쉽니|남아돌|"
    r"비어|"
    r"한가|노는)"
    r"|속도(?:는|가) ?(?:\S+ ){0,3}?(?:바이트|대역폭|가중치 ?크기|"
    r"모델 ?크기)(?: ?수)?(?:를|에|을) ?(?:\S+ )?(?:따라|비례|달려)"
    r"|(?:weights?|kv(?: cache)?)(?: reads?| traffic| loads?)? dominates?|(?:가중치|"
    r"kv ?캐시)(?: ?(?:읽기|전송|로드))?(?:가|이) ?(?:시간을 ?)?(?:지배|대부분)"
    r"|(?:데이터|가중치|메모리|바이트|hbm|읽기)(?:가|를|을|"
    r"이)?(?: \S+){0,3}? ?(?:기다리|기다린|기다림|기다려|대기)|(?:오|도착하|"
    r"올라오)기(?:만|를)? ?(?:만 )?기다"
    r"|(?:tg|토큰 ?생성|생성|디코드|디코딩)\S* (?:\S+ ){0,4}?(?:그대로 깎|대역폭만큼|"
    r"대역폭에 ?비례|대역폭을 ?따라)"
    r"|대역폭을 [^.\n]{0,24}나눈 ?(?:값|것|속도)"
    r"|(?:time|ms)[^.\n]{0,24}(?:needed|required|takes|it takes|taken) to read (?:the |"
    r"all |its )*weights|가중치를? ?(?:다 |모두 |전부 )?읽는 ?(?:데 ?(?:걸리는|"
    r"드는) ?)?"
    r"시간(?:과|이랑|하고)[^.\n]{0,8}(?:같|비슷|맞)"
    r"|(?:as (?:fast|quickly) as|how (?:fast|quickly|soon|rapidly))[^.;\n]{0,40}"
    r"(?:(?:weights?|parameters?|params|bytes)[^.;\n]{0,24}(?:read|stream|load|fetch|"
    r"arriv|moved|come in|deliver)|(?:read|stream|load|fetch|move)\w* (?:\w+ ){0,3}"
    r"(?:weights?|parameters?|params|bytes))\w*"
    r"|가중치(?:를|을) [^.\n]{0,12}(?:데|데에) ?(?:시간을 )?(?:다|대부분|거의|"
    r"온) ?(?:의 )?(?:시간을 )?(?:쓴|쓰|쓸|보내|간|걸)|(?:가중치|파라미터|바이트)(?:를|"
    r"을)? ?(?:\S+ ){0,3}?(?:읽|긁|퍼 ?올|불러|가져|"
    r"옮기|"
    r"실어|나르)[^.\n]{0,14}(?:속도|빠르기|느냐|는지|는가)\S{0,3} ?(?:\S+ )?(?:정하|"
    r"정한|"
    r"정해|정합|결정|좌우|달려|달렸|지배|제한|따라|만큼)"
    r"|how (?:fast|quickly) (?:the )?(?:weights|bytes|data|parameters|kv)[^.;\n]{0,20}"
    r"(?:read|arrive|moved|loaded|stream|deliver)|(?:cannot|can't|can not) (?:read|"
    r"load|"
    r"stream|move)[^.\n]{0,30}(?:fast|quickly) enough"
    r"|메모리 ?(?:월|벽|장벽)|memory wall"
    r"|(?:limited|capped|caps|cap|ceiling|at best|최대|상한|한계|"
    r"못 ?넘)(?=[^.]{0,40}(?:gb/s|tb/s))"
)
_COMPUTE_PARAPHRASES = (
    r"(?:runs?|run|ran) out of (?:flops?|compute|arithmetic|math)|no (?:flops?|"
    r"compute)(?: \w+)? (?:to spare|left|headroom)|(?:tensor[- ]cores?|alus?|"
    r"math units?|compute units?|flops) (?:are |is )?(?:\w+ )?(?:saturated|maxed|"
    r"pegged|full(?:y (?:busy|used|loaded))?|at (?:their|its) peak|the limit)"
    r"|(?:data|weights|memory) (?:\w+ )?waits? for (?:the )?(?:arithmetic|compute|"
    r"math|alus?)|(?:saturat\w+|fills?|keeps? .{0,20}busy) (?:the )?(?:tensor cores|"
    r"alus?|compute|math units)"
    r"|(?:tensor[- ]?cores?|alus?|compute units?|math units?) (?:are|is|"
    r"stays?) (?:the )?"
    r"(?:\w+ )?busy(?! waiting)|right of the (?:\w+ )?ridge|(?:ridge|릿지|리지)"
    r"(?: ?(?:point|포인트|점))?(?:보다|의)? ?(?:한참 |훨씬 )?오른쪽"
    r"|(?:텐서 ?코어|연산(?:기| ?유닛| ?장치))\S{0,2} ?(?:\S+ )?쉬지 ?(?:도 ?)?않"
    r"|(?:as (?:fast|quickly) as|how (?:fast|quickly))[^.;\n]{0,24}(?:multipl\w+|"
    r"tensor cores|math units|alus|matmuls?|arithmetic|comput\w+)"
    r"|(?:행렬 ?곱\S?|곱셈|계산|연산)(?:을|를) ?(?:\S+ ){0,2}?빨리 [^.\n]{0,12}(?:느냐|"
    r"는지|"
    r"는가|속도)"
    r"|(?:연산(?:기|량|력| ?능력| ?성능| ?자원)?|계산 ?(?:능력|자원)|flops|"
    r"텐서 ?코어)(?:을|"
    r"를) ?"
    r"(?:거의 )?(?:다|남김 ?없이|전부|모두|끝까지) ?(?:쓴|쓰|쓸|먹|소진|채우|채운)"
    r"|(?:연산(?:기| ?장치| ?유닛|이|은)?|텐서 ?코어|alu|플롭스|flops)(?:가|이|은|는|"
    r"를|을)? ?(?:거의 )?(?:꽉 ?차|꽉 ?찬|꽉 ?찼|포화|바닥|남는 ?게 ?없|쉴 ?(?:틈|"
    r"새)(?:이|도)? ?없|풀 ?가동|최대로)"
)
_LATENCY_PARAPHRASES = (
    r"(?:too few|not enough) (?:thread ?blocks?|warps|blocks|parallel\w*)|"
    r"sm\S{0,2} ?(?:다 |모두 )?(?:채우지|못 ?채)"
)
_OVERHEAD_PARAPHRASES = (
    r"(?:파이썬|cpu|호스트|스케줄러|토크나이저)[^.\n]{0,12}(?:느려|느리|못 ?따라)|"
    r"(?:커널|런치|론치)[^.\n]{0,12}(?:빈틈|공백|간격)|"
    r"(?:python|cpu|host|driver)(?: \w+)? (?:cannot |can't |does not |"
    r"doesn't )?(?:launch\w*|feed\w*|dispatch\w*|schedul\w*|"
    r"keep\w*)[^.;]{0,25}(?:slow|late|fast enough|quickly enough|up with)|"
    r"cannot launch kernels|can'?t launch kernels|(?:launch|python|cpu|host|"
    r"scheduler)(?: \w+)? (?:gaps?|bubbles?)|gpu(?:가|는)? ?(?:커널|cpu)\S{0,2} ?기다"
)
_DOES_NOT_FIT = re.compile(  # only where nothing else is said
    r"(?:does not|doesn't|will not|won't|cannot|can't|do not|don't) (?:even )?fit"
    r"(?! in(?:to)? (?:the )?(?:cache|l2|sram|shared|registers))"
    r"|안 ?올라[가간]|올라가지 ?(?:도 ?)?않|들어가지 ?(?:도 ?)?않|안 ?들어[가간]"
)
_BALANCED = (
    r"(?:balanced|right at the ridge|at the ridge|on the ridge|near the ridge|"
    r"close to the ridge|at the crossover|on the (?:edge|fence|border)|borderline|"
    r"roughly equal|about equal|evenly matched|(?:comput\w+ and memory|"
    r"memory and comput\w+)(?: times?)? (?:are )?(?:about )?(?:the same|comparable|"
    r"equal))"
    r"|(?:균형|경계 ?(?:부근|근처|선|쯤|에 ?있|에 ?걸)|ridge ?(?:근처|부근)|"
    r"릿지 ?(?:근처|부근)|연산(?:과|이랑|하고|,) ?메모리(?: ?시간)?(?:가|는|"
    r"이)? ?(?:거의 )?(?:비슷|같)|비슷비슷|엇비슷|반반|막상막하|팽팽)"
)


@cache
def _resources() -> tuple[re.Pattern[str], tuple[str, ...]]:
    """All constructions in one expression; group names tell the resource."""
    numbers = count()
    verdicts: list[str] = []

    def resource() -> str:
        parts = []
        for verdict, words in RESOURCES:
            parts.append(f"(?P<r{next(numbers)}>{words})")
            verdicts.append(verdict)
        return f"(?:{'|'.join(parts)})"

    joined = (
        r"(?:(?:와|과|,| and| or|/|나|이나) ?(?:the )?(?:메모리|인터커넥트|"
        r"interconnect|통신|대역폭|bandwidth|memory|reads?|hbm))?"
    )
    plural = r"(?:들)?"
    pattern = (
        rf"(?<![a-z])(?:{resource()}{joined}{plural}(?:{_EN_BEFORE}|{_KO_BEFORE})"
        rf"|(?:{_EN_AFTER}){resource()}(?![a-z])"
        rf"|(?:{_KO_AFTER}){resource()}(?=이|가|다|에|의|도|쪽|였|라|[ .,)]|$))"
    )
    return re.compile(pattern), tuple(verdicts)


@cache
def _paraphrases() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<over>{_OVERHEAD_PARAPHRASES})|(?P<mem>{_MEMORY_PARAPHRASES})|"
        rf"(?P<comp>{_COMPUTE_PARAPHRASES})"
        rf"|(?P<lat>{_LATENCY_PARAPHRASES})|(?P<bal>{_BALANCED})"
    )


_PARAPHRASE_VERDICT = {
    "over": "overhead-bound",
    "mem": "memory-bound",
    "comp": "compute-bound",
    "lat": "latency-bound",
    "bal": "balanced",
}


def find_statements(low: str) -> Iterator[Statement]:
    """Every statement in order of place.

    >>> [s.verdict for s in find_statements("decode is bandwidth-limited")]
    ['memory-bound']
    >>> [s.verdict for s in find_statements("병목은 연산이다")]
    ['compute-bound']
    """
    pattern, verdicts = _resources()
    found = []
    for match in pattern.finditer(low):
        group = next(i for i in range(len(verdicts)) if match[f"r{i}"] is not None)
        found.append(Statement(verdicts[group], match.start(), match.end()))
    for match in _paraphrases().finditer(low):
        verdict = _PARAPHRASE_VERDICT[match.lastgroup or "mem"]
        if not any(s.start < match.end() and match.start() < s.end for s in found):
            found.append(Statement(verdict, *match.span(), paraphrase=True))
    if not found:
        found = [
            Statement("capacity-bound", *match.span(), paraphrase=True)
            for match in _DOES_NOT_FIT.finditer(low)
        ]
    return iter(sorted(found, key=lambda s: s.start))
