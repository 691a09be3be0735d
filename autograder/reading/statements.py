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

from .hangul import forms
from .paraphrases import DOES_NOT_FIT, PARAPHRASE_VERDICT, paraphrases
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
    r"|[- ]?(?:bandwidth |roof )?(?:side|regime|territory|story|game|affair|business|"
    r"contest|"
    r"race|fight|matter|exercise|roof)(?! effects?)(?=[ .,;:)]|$)"
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
    r"all that (?:matters|counts)|(?:the )?(?:name of the game|whole game|key|crux|"
    r"weak spot|heart of the matter|sticking point)|(?:the )?problem|the issue|"
    r"what runs out|"
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
    r"savings?|speed-?up)|(?:runs?|ran) out(?: first)?|is what (?:binds|constrains|"
    r"gates|restricts|throttles|slows|drives|decides|determines|limits|caps|holds|"
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
    r"|(?:bottlenecks?|issue|trouble|weak (?:spot|point)|limitation|hurdle|"
    r"limiting (?:factor|resource)|limiter|constraint|limit|ceiling|"
    r"culprit|problem)(?: (?:for|in|of|on|during|behind) (?:the |our |"
    r"my )?[\w-]+(?: [\w-]+)?| "
    r"there| here)? (?:is|was|are|remains|turns out to be|stems from|"
    r"becomes|lies (?:in|with|on)|comes from|sits in|will be|would be|=|:) ?(?:still |"
    r"really |clearly |mostly |usually |always |simply |now |often |more )?(?:the |"
    r"its |a )?(?:host'?s? )?"
    r"|(?:bottlenecks?|bottlenecking|chok(?:es|ing)|trips?|gets? stuck|stalls out|"
    r"founders?) (?:on|over) (?:the |its )?|(?:stuck (?:on|behind)|held (?:up|"
    r"hostage) by|hampered by|hamstrung by|"
    r"choked by|"
    r"(?:leans?|hinges?|hangs?)(?: \w+ly)? on) (?:the |its )?"
    r"|(?:wait(?:s|ed|ing)?|stall(?:s|ed|ing)?|block(?:s|ed|ing)?|starv(?:es|ed|ing)|"
    r"idl(?:es|ing)?)(?: mostly| mainly)? (?:for|on|waiting for|waiting on) (?:the |"
    r"its )?"
    r"|(?:runs?|ran|running) out of (?:the |raw )?|(?:short of|short on|lack(?:s|"
    r"ing)?|not enough|starved (?:of|for)|saturat(?:es|ed|ing)|exhausts|"
    r"max(?:es)? out) (?:the |its |all |raw )?"
    r"|(?:lives?|thrives?|feeds?) (?:on|off) (?:the )?|(?:goes|go|spent|"
    r"spends?) (?:\w+ ){0,4}(?:into|on|in) (?:the )?|(?:comes|"
    r"come) down to (?:the )?|(?:all about|a question of|a matter of|"
    r"at the mercy of|tied to|pinned to|"
    r"bottlenecked by|at the speed of|at|follows?|tracks?) (?:the |"
    r"its )?(?=[a-z ]*(?:memory|bandwidth|hbm))"
    r"|(?:sees?|hits?|finds?|observes?|saw) (?:mostly |only )?(?=(?:kernel )?launch|"
    r"host|cpu|python)"
)
_CAUGHT = "붙어 ?있|" + forms(
    "걸리", "막히", "매이", "달리", "딸리", "정하", "넘어가", "휘둘리", "쫓기", "잡히"
)
_KO_BEFORE = (
    r"(?:이야말로|야말로|이|가|은|는|에|의|에서|도|만|를|을|에만|에게|쪽|쪽이|쪽에|"
    r"이라는|로|으로|상|-)?(?: ?(?:(?:\S{1,12} )?\S{1,12}(?:을|를)|(?:\S+ )?\S{1,8}의|"
    r"가장 ?큰|주된|진짜|유일한|더|먼저|결국|주로|여전히|가장|곧|바로|거의|아직|딱|꽉|"
    r"완전히|철저히|제대로|그냥|다|또|좀|꽤|크게|심하게|강하게|많이|전부|순전히|오롯이|"
    r"역시|확실히|분명히|명백히|당연히|이미|계속|똑같이|그저|단순히|원래|본래|"
    r"본질적으로|근본적으로|기본적으로|꼼짝없이|단단히|"
    r"전적으로|사실상|그대로|보통|대개|대체로|항상|늘|언제나|무조건|모두|속도를|"
    r"시간을|발목을|성능을|전체|처리량을|값|성능|쪽이|쪽에|의))* ?"
    rf"(?:바운드|바운디드|주범|범인|원흉|제약|걸림돌|병목|보틀넥|제한|한계|천장|상한|"
    rf"묶|{_CAUGHT}|갇|눌|좌우|지배|"
    rf"결정|"
    r"(?:벗어나지|넘지|벗어나질) ?못|(?:벗어날|넘을) ?수 ?없|때문(?:이|인|일)|탓(?:이|"
    r"에|인|일)|"
    r"발목|관건|모자|"
    r"부족|집약|위주|부딪|부딛|더 ?크|더 ?큰|더 ?길|더 ?오래|"
    r"side(?=에|이|로|다)|쪽(?:이었|에 ?있|에 ?선|에 ?속)|"
    r"대부분(?=이다|이고|이며|입|임|을 ?차지|이에요|[.,]|$)|limit|bottleneck|ceiling|"
    r"saturate|"
    r"율속|바닥|포화|꽉|문제(?!없)|잡아먹|먼저 ?(?:찬|차|닳|떨어)|기다|쪽으로|쪽이 ?된|"
    r"쪽(?:이다|이고|임|입니다|이지|이죠|이네|이에요|이야)|전부(?:다|"
    r"이)|영역|구간|체제|"
    r"의존|따라 ?(?:정해|결정)|정?비례|이 ?먼저|경계|중심|"
    r"싸움|놀음)"
)
_KO_AFTER = (
    r"(?:(?:모자라?|부족|딸리|바쁘|제한|결정|좌우|지배|묶|잡|막|정|붙잡)\S{0,4} (?:것|"
    r"건|게|쪽|요인|요소|"
    r"자원)(?:은|는|이|도)? ?(?:바로 |결국 |주로 |보통 |항상 )?|"
    r"병목(?:을 ?일으키는 ?것)?|보틀넥|한계|제약|발목(?:을 ?잡는 ?(?:것|건))?|천장|"
    r"걸림돌|약점|급소|열쇠|핵심|상한|문제)(?:은|는|이|가|의 ?(?:원인|정체|주범)은?|"
    r"지점은?|"
    r"요인은?)? ?(?:바로 |결국 |주로 |보통 |항상 |사실 |대개 |대부분 |여전히 |아직 |"
    r"늘 |모두 |전부 )*[:=]? ?"
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
    for match in paraphrases().finditer(low):
        verdict = PARAPHRASE_VERDICT[match.lastgroup or "mem"]
        if not any(s.start < match.end() and match.start() < s.end for s in found):
            found.append(Statement(verdict, *match.span(), paraphrase=True))
    if not found:
        found = [
            Statement("capacity-bound", *match.span(), paraphrase=True)
            for match in DOES_NOT_FIT.finditer(low)
        ]
    return iter(sorted(found, key=lambda s: s.start))
