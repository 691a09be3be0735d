"""Tag a sentence: resources, what happens to them, and how they are joined.

A paraphrase ("the ALUs sit around until the weights turn up") is read from what it is
made of, not from a list of phrases.  Each word becomes one letter of a short code; the
grammar over that code is in `mechanism`.  The letters:

    C arithmetic   M memory path   D data to be moved   H host side   N network
    G the chip     S speed or time
    i idle   b busy, full   p to spare   h short of   k fed   w waits for
    r rules, takes the time   y ruled by, follows   n needs, matters
    u more   d less   f gains   z gains nothing   m moves   g longer   l shorter
    I intensity   K ridge   < below   > above   / slope   _ flat part   q is   a most
    - not   x instead of   v than   | but   , ; breaks   : division   s o e particles
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

_UNIT = r"(?:units?|hardware|pipes?|pipelines?|engines?|side|resources?|blocks?)"
_POWER = r"(?:power|throughput|capacity|capabilit\w+|clocks?|rate|rating|budget|peak)"
_ENGLISH: tuple[tuple[str, str], ...] = (
    (":", r"divided by|over the bandwidth"),
    ("E", r"equal(?:ly)?|about the same|the same (?:amount of )?time|even(?:ly)?"
          r"(?: matched)?|match(?:ed)?|comparable|meet|neck and neck|tie|level|"
          r"(?:equally|as) long(?: as)?|break even|balance[sd]?"),
    ("S", r"(?:per|a) (?:token|step)|per output token|milliseconds?(?: per token)?"),
    (
        "H",
        r"kernel launch(?:es|ing)?|launch(?:es|ing)?(?: overheads?| latenc\w+| gaps?)?|"
        r"cpu|host|python(?: loop| code)?|drivers?|scheduler|dispatch\w*|framework|"
        r"overheads?|interpreter|runtime system",
    ),
    (
        "N",
        r"all-?reduces?|all-?to-?all|nccl|communication|interconnect|nvlink|"
        r"infiniband|network|pci-?e(?: \w*transfers?| bus| link| traffic| lanes?)?|"
        r"inter-?gpu traffic",
    ),
    ("I", r"(?:arithmetic |operational |compute )?intensit(?:y|ies)|"
          r"(?:ops|flops?)(?:/| per |:)bytes?"),
    ("K", r"ridge(?: ?points?)?|knee|balance point|machine balance"),
    ("/", r"slant\w*|slop(?:e|ed|ing)|diagonal|ramp|incline"),
    ("_", r"flat (?:part|top|region|roof|section|side|portion|line|ceiling)|plateau|"
          r"horizontal|compute roof|flat-?topped"),
    ("/", r"(?:bandwidth|memory) roof"),
    ("M", r"memory-?(?:streaming|reading|moving)|weight-?read\w*|"
          r"(?:memory|hbm|dram|vram|gddr)[- ]?bound\w*"),
    (
        "C",
        rf"tensor[- ]?cores?|cuda cores?|shader cores?|(?:gpu |"
        rf"the )?cores?(?: clocks?)?|"
        rf"(?:gpu|sm|shader|boost) clocks?|clock speed|alus?|fpus?|"
        rf"sms?|multiplier(?:s| arrays?)?|mxus?|systolic arrays?|(?:math|maths|"
        rf"arithmetic|compute|computing|computational|execution|functional|"
        rf"matrix|matmul|number|processing)[- ](?:{_UNIT}|{_POWER})|[tp]?flops?(?:/s)?"
        rf"(?: {_POWER})?|"
        r"matrix (?:cores?|units?|engines?)|multiply-?(?:adds?|accumulates?)|fmas?|"
        r"macs|matmuls?|gemms?|multiplying|"
        r"matrix (?:multipl\w+|products?|math)|multiplications?|multiplies|"
        r"number[- ]crunching|crunching(?: \w+)? numbers|calculations?|calculating|"
        r"arithmetic|maths?|comput(?:e|ing|ation|ations)|processors?|"
        r"processing power|horsepower",
    ),
    (
        "M",
        r"(?:(?:main |device |off-chip |on-card |gpu |weight |global )?(?:memory|"
        r"hbm\w{0,2}|"
        r"dram|vram|gddr\w*|lpddr\w*|ddr\d|ram)|bandwidth)[- ](?:bandwidth|bus(?:es)?|"
        r"traffic|system|subsystem|clocks?|speed|channels?|pipes?|interface|path|side|"
        r"controllers?|throughput|links?|stacks?|reads?|loads?|access(?:es)?|"
        r"transfers?|latency|cell\w*)|bandwidth|bw|(?:main |device |off-chip |global )?"
        r"(?:memory|hbm\w{0,2}|dram|vram|gddr\w*|lpddr\w*)|[gt]i?b/s|[gt]bps|"
        r"(?:giga|tera)?bytes (?:per|a|each|every) second|data (?:movement|transfers?|"
        r"motion|traffic|path|delivery|supply)|(?:the )?bus(?:es)?|"
        r"(?:wire|path|way|road|trip|link|line) (?:to|from|into|"
        r"out of) (?:the )?(?:memory|"
        r"hbm|dram|vram)|(?:hbm|dram|memory) (?:waits?|pins?|fetch\w*|side)|"
        r"bytes moved|(?:that|the|all that|this) reading|reading|"
        r"(?:expert |)weight (?:reads?|loads?|loading|traffic|"
        r"fetch(?:es)?|stream\w*|transfers?|movement)|kv(?:[- ]cache)? (?:reads?|"
        r"loads?|traffic|fetch(?:es)?)|loads|reads",
    ),
    (
        "D",
        r"(?:weight|parameter) (?:matri(?:x|ces)|bytes)|weights?|parameters?|params|"
        r"giga-?bytes?|(?:giga|mega)?bytes?|data|operands|(?:the |its )?(?:whole|"
        r"entire|"
        r"full|complete) (?:model|network|checkpoint)|(?:the )?kv(?:[- ]caches?)?|"
        r"model size|size of the model|checkpoint|keys and values|bits",
    ),
    ("G", r"(?:gpu|chip|card|device|accelerator|silicon|machine)s?"),
    ("k", r"(?:fed|feed(?:ing|s)?|suppl(?:y|ied|ies)|kept busy|keep\w* busy|"
          r"fill(?:ed|s|ing)?)"),
    (
        "i",
        r"(?:go|goes|going|went) (?:hungry|unused|idle|to waste|dark)|"
        r"idl(?:e|es|ing|ed)|unused|under-?us(?:e|ed)|under-?utili[sz]\w*|"
        r"unutili[sz]ed|"
        r"twiddl\w+(?: their thumbs)?|starv(?:e|es|ing|ed|ation)(?! (?:for|of|by))|"
        r"nothing (?:to|left to) "
        r"(?:do|chew|crunch|eat|multiply|work)\w*(?: on)?|(?:do|does|doing|did) "
        r"(?:next to |almost |practically )?(?:nothing|little)|asleep|sleep\w*|bored|"
        r"unoccupied|(?:half |mostly |nearly |largely )*empty|hungry|stall(?:s|ed|"
        r"ing)?|"
        r"parked|wasted|go(?:es)? to waste|lightly loaded|loaf\w*|snooz\w+|"
        r"(?:barely|hardly|scarcely) (?:\w+ )?(?:used?|touch\w*|busy|loaded|work\w*|"
        r"tick\w*|break\w*|stir\w*|exercis\w*|occupied|warm\w*)|out of work|"
        r"under-?employed|wait(?:s|ing)?(?! (?:for|on|until|upon|behind)| mostly)|"
        r"sit(?:s|ting)? (?:around|there|still|on their hands)|"
        r"(?:a )?(?:tiny |small |minor )?(?:fraction|sliver) of(?: \w+)?(?: peak)?",
    ),
    (
        "b",
        r"satur\w+|pegged|pinned|maxed(?: out)?|max(?:es)? out|max(?:ing)? out|"
        r"flat[- ]out|(?:at|near|to|hit\w*|reach\w*) (?:(?:the|its|their|full|my|"
        r"roughly|about|close|nearly) )*(?:peaks?|limits?|"
        r"capacity|ceiling|maximum|tilt|throttle|speed limit|max)|exhaust(?:s|ed|ing)?|"
        r"full(?:y)?(?: (?:busy|loaded|used|utili[sz]ed|occupied|engaged|committed|"
        r"booked))?|busy|busiest|(?:topped|tops) out|at (?:100|9\d) ?%|crammed|packed|"
        r"(?:hard )?at work|working (?:hard|flat out|overtime)|overloaded|swamped|"
        r"use[sd]? (?:up )?(?:every|all)|us(?:e|ing) (?:up )?(?:every|all)|"
        r"(?:is|are) the (?:busy|hot) (?:ones?|part|side)|clogged|choked|jammed|"
        r"(?:run|running|runs) hot|(?:busy|working) (?:non-?stop|all the time)|"
        r"sweat\w*|never (?:rests?|idles?|stops?)|congested|redlin\w+|(?:give|"
        r"have) out first|gives out(?: first)?|maxim\w+",
    ),
    (
        "p",
        r"(?:to|in) spare|left ?over|spare|plent(?:y|iful)(?: of)?|abundan\w+|ample|"
        r"more \w+ than (?:it|we|you|decode) (?:\w+ )?(?:use|need)s?|"
        r"more than (?:enough|sufficient|it needs|we need|needed)|headroom|slack|"
        r"left to (?:hand out|give|use)|surplus|excess|to burn|to waste|"
        r"going begging|in abundance|oceans of|"
        r"unspent|over-?provisioned|no shortage of|enough",
    ),
    (
        "j",
        r"short(?:age)? (?:of|on)|lack(?:s|ing)?(?: of)?|not enough|insufficient|"
        r"too (?:little|few)|r[ua]ns? (?:out|short|dry)(?: of)?|"
        r"running (?:out|short|dry)(?: of)?|out of(?: raw)?|"
        r"out-?(?:run(?:s|ning)?|ran|pac(?:e|es|ed|ing)|strip(?:s|ping)?)",
    ),
    (
        "h",
        r"too (?:slow|slowly|narrow|thin|weak|late)|scarce|scarcest|"
        r"scant|in short supply|"
        r"(?:cannot|can't|can not|could not|does not|doesn't|do not|don't|never|"
        r"fails? to|unable to|struggles? to) (?:\w+ )?(?:keep up|keep pace|arrive|"
        r"deliver|get there|get to|follow|come|catch up|reach)(?: [^,;.]{0,24}?"
        r"(?:fast|quickly|soon|early|rapidly) enough)?|"
        r"(?:cannot|can't|just do not|do not|does not|fail to) [^,;.]{0,20}?"
        r"(?:arrive|come|be (?:moved|read|fetched|delivered|loaded|brought)) "
        r"[^,;.]{0,20}?(?:fast|quickly|soon) enough|not (?:fast|quick) enough|"
        r"fall(?:s|ing)? behind|lag(?:s|ging)?(?: behind)?|tight(?:est)?|"
        r"narrow(?:est)?|"
        r"weak(?:est)? (?:link|spot|point)|slow(?:est)? (?:part|link|side|step)|"
        r"tightest spot|arriv\w+ (?:more )?slow\w*|bottle ?neck\w*",
    ),
    ("Z", r"ignor(?:e|es|ing)|indifferent to|immune to|blind to|insensitive to|"
          r"shrugs? (?:off|at)|wasted on|unimpressed by|unaffected by"),
    (
        "w",
        r"(?:wait(?:s|ed|ing)?|held up|blocked|stalled|stalls|hang(?:s|ing)?|"
        r"pause[sd]?|block(?:s|ing)?|idl(?:es|ing)|queue[sd]?(?: up)?)(?: around| "
        r"mostly| mainly| always| only| usually)? (?:for|on|until|upon|behind|while)|"
        r"await(?:s|ing|ed)?",
    ),
    (
        "y",
        r"(?:set|decided|determined|dictated|governed|limited|capped|controlled|ruled|"
        r"paced|gated|throttled|held back|held up|bounded|bound|driven|dominated|"
        r"constrained|restricted|defined|fixed|given|slowed(?: down)?|dragged down|"
        r"hampered|shaped|choked|starved)(?: \w+ly| more| mostly| only| entirely)? "
        r"(?:by|of|for)|follow(?:s|ing)?|track(?:s|ing)?|scal(?:es|e|ing)"
        r"(?: \w+)? with|(?:in )?proportion(?:al)?(?:ly)? to|proportional|"
        r"(?:grow|rise|increase|go|climb|move|improve|vary|varie|shrink|fall)(?:s|es)?"
        r"(?: up| down| \w+ly| exactly| straight)? (?:with|in (?:step|lockstep|line|"
        r"proportion) (?:with|to))|in (?:step|lockstep|line) with|in lockstep|depends?"
        r"(?: \w+ly| only| mostly| entirely)? (?:up)?on|hinges? (?:up)?on|rests? on|"
        r"(?:boils|comes|is|are) down to|a (?:function|matter|question) of|"
        r"(?:spen[dt]s?|spending|goes|going|lost|burn(?:s|ed|ing)?|eaten)"
        r"(?:(?! with | wait)[^,;.]){0,32}? (?:in|into|on|to|by)(?! wait)|"
        r"(?:spen[dt]s?|spending)(?:(?! with )[^,;.]){0,32}?(?= (?:haul|mov|read|"
        r"fetch|load|stream|drag|pull|wait|shuttl|multipl|comput|crunch))|as fast as|"
        r"as quickly as|how (?:fast|quickly|soon|rapidly|many)|however (?:fast|"
        r"quickly)|"
        r"at the (?:speed|pace|mercy|rate) (?:of|at which)|no faster than|"
        r"at whatever|whatever|sensitive to|respond(?:s|ing)? to|reacts? to|"
        r"lives (?:and dies|or dies) by|tied to|pinned to|up to the|a slave to",
    ),
    (
        "n",
        r"need(?:s|ed|ing)?|want(?:s|ing)?|car(?:es?|ing) (?:only |mostly |mainly |"
        r"more )?about|pay(?:s|ing)?(?: \w+)? for|crav(?:es|ing)|hunger\w*|beg(?:s|"
        r"ging) "
        r"for|thirst\w*|(?:is |are )?all about|(?:all|only) (?:about|a matter of)|"
        r"demand(?:s|ing)?|ask(?:s|ing)? for|"
        r"look (?:at|for)|benefit(?:s|ing)? from|gain(?:s|ing)? from|profit(?:s|ing)? "
        r"from|costs?(?= )|burn(?:s|ing)?|respects|an exercise in|a test of|"
        r"stress(?:es)?|lean(?:s|ing)? on|"
        r"(?:runs?|running) (?:on|off)|is only as (?:fast|good|quick) as|a job for",
    ),
    (
        "r",
        r"sets?|decid(?:e|es|ing)|determin(?:e|es|ing)|dictat(?:e|es|ing)|"
        r"govern(?:s|ing)?|limit(?:s|ing)?|caps?|control(?:s|ling)?|rul(?:e|es)|"
        r"matter(?:s)?|counts?|driv(?:e|es|ing)|constrain(?:s|ing)?|"
        r"gat(?:es|e)|throttl(?:e|es)|pac(?:es|e)|hold(?:s|ing)? (?:\w+ ){0,3}?back|"
        r"slow(?:s|ing)? (?:\w+ ){0,3}?down|drags? (?:\w+ )?down|(?:the )?pace-?setter|"
        r"dominant|explains?(?: \w+)?|call(?:s|ing)? the (?:shots|tune)|in charge|"
        r"the last word|decisive|deciding|"
        r"dominat(?:e|es|ing)|eat(?:s|ing)?(?: up)?|tak(?:e|es|ing)(?: up)?(?= "
        r"(?:the|most|nearly|almost|all|up|longest|over))|tak(?:e|es) (?:the )?longest|"
        r"consum(?:e|es)|swallow(?:s)?|account(?:s)? for|the (?:whole|entire) "
        r"(?:story|game|cost|job)|the (?:limiter|wall|culprit|constraint|problem|limit|"
        r"hold-?up|pinch point|choke point|critical path|scarce resource|"
        r"binding constraint|bill|price)|on the critical path|makes the difference|"
        r"where (?:all |most of |nearly all )?(?:the )?time goes|in the way|"
        r"the thing you run out of|expensive|costly|costs?(?: more)?|"
        r"what (?:you|we) (?:wait|pay) for|stand(?:s)? between",
    ),
    ("z", r"(?:for )?nothing(?! (?:to|but|else))|no (?:difference|effect|gain|"
          r"change|benefit|help|"
          r"faster|use|better|improvement|speed-?up|impact|good|payoff)|unchanged|"
          r"(?:the|exactly the) same|useless|pointless|unaffected|(?:no|little) "
          r"(?:\w+ )?(?:effect|difference|gain|impact)|"
          r"irrelevant|unmoved|waste of money|flat|"
          r"where it (?:was|is)"),
    ("l", r"free|cheap(?:er)?|quick(?:er)?|trivial|negligible|almost nothing|early|"
          r"long (?:done|finished|over)|(?:done|finished|finish|finishes) (?:long "
          r"|well |far )?(?:before|early|first)|finish\w* (?:early|first|instantly)|"
          r"(?:a )?rounding error|a side ?show|an afterthought|a bargain|"
          r"instant(?:ly)?|in an instant|short(?:er)?|over in|less time|a breeze|"
          r"well before|long before|easy|secondary|cost(?:s)? nothing|no cost"),
    ("g", r"longer|slow(?:er|est)?|more time|costlier|more expensive|dearer|longest|"
          r"dwarfs?|exceeds?|outweighs?|the most time|outlasts?|most of the time"),
    ("u", r"more|extra|faster|additional|bigger|doubl\w+|tripl\w+|twice|add(?:ing|s)?|"
          r"rais(?:e|es|ing)|increas\w+|upgrad\w+|higher|another|swap\w*(?: in)?|wider|"
          r"beefier|throw(?:ing)?|overclock\w*|boost\w*|quadrupl\w+|buying|"
          r"stronger|larger|fatter|better|bring(?:ing)? in|second"),
    ("d", r"halv\w+|half|shr(?:ink|inks|inking|unk)|fewer|smaller|reduc\w+|less|"
          r"lower(?:ing)?|compress\w*|quanti[sz]\w+|cut(?:s|ting)?|slash\w*|trim\w*"),
    ("f", r"(?:would|will|does|do|did|can)(?= ?(?:[.;,]|$))|speeds?(?: \w+){0,2} up|"
          r"speed-?ups?|speedup|help(?:s|ed|ing)?|"
          r"improv(?:e|es|ing|ement)|"
          r"lift(?:s|ed|ing)?|shorten(?:s|ed|ing)?|makes? a difference|pays? off|"
          r"notice|care|buy(?:s)?|gain(?:s)?|benefit(?:s)?|accelerat\w+|quicken\w*|"
          r"rises?|climbs?|jumps?|goes up|makes? (?:\w+ )?(?:quicker|snappier)|"
          r"translate\w*|show(?:s)? up|changes?|move the needle|budge|pay|matter"),
    ("S", r"(?:token |decode |prefill |generation |step |output |"
          r"inference )?(?:speeds?|"
          r"time|rates?|throughput|pace|latency|runtime|tok(?:ens?)?(?:/s|"
          r" per second))|"
          r"ttft|tpot|itl|decod(?:e|es|ing)|pre-?fill(?:ing)?|tokens?|steps?|"
          r"generation"),
    ("m", r"(?:re-?)?(?:read(?:s|ing)?|fetch(?:es|ing|ed)?|load(?:s|ing|ed)?|"
          r"stream(?:s|ing|ed)?|mov(?:e|es|ing|ed)|haul(?:s|ing|ed)?|pull(?:s|ing|ed)?|"
          r"drag(?:s|ging|ged)?|bring(?:s|ing)?|brought|shuttl\w+|transfer\w*|"
          r"ferry\w*|ferri\w+|cop(?:y|ying|ied|ies)|deliver\w*|ship\w*|suck\w*|pump\w*|"
          r"shuffl\w+|get(?:s|ting)?|arriv(?:e|es|ing)|pass(?:es)?(?: over)?|touch\w*|"
          r"sweep\w*|walk\w*|carry\w*|carri\w+|access\w*|"
          r"roll(?:s|ing)? in|come(?:s)? in|show(?:s)? up|turn(?:s)? up|land(?:s)?)"),
    ("<", r"below|under|beneath|left of|to the left|lower than|short of|far from|"
          r"smaller than|less than"),
    (">", r"above|past|beyond|right of|to the right|higher than|well over|over|"
          r"exceeds?|larger than"),
    ("x", r"rather than|instead of|as opposed to|in place of"),
    ("v", r"than"),
    ("-", r"no longer|stops?(?= [a-z]+ing)|ceases? to|not|never|no|n't|cannot|can't|"
          r"won't|wouldn't|doesn't|don't|isn't|aren't|"
          r"didn't|hardly|barely|scarcely|rarely|nowhere near|without|nor|"
          r"neither|none of"),
    ("|", r"but|while|whereas|yet|however|although|though"),
    ("q", r"is|are|was|were|be|equals?|means?|becomes?|remains?|stays?|=|"
          r"(?:is|are) (?:just|simply|merely|exactly)"),
    ("a", r"all|most|nearly|almost|entirely|mostly|only"),
)  # fmt: skip
_KOREAN: tuple[tuple[str, str], ...] = (
    (":", r"나눈|나누면|나눠|÷"),
    ("E", r"같[다은고아았]\S{0,3}|비슷[가-힣]*|맞먹[가-힣]*|균형[가-힣]*|"
          r"엇비슷[가-힣]*|대등[가-힣]*"),
    ("H", r"파이썬|호스트|씨피유|cpu|커널 ?(?:실행|호출|런치|론치)|런치|드라이버|"
          r"스케줄러|오버헤드|python"),
    ("N", r"통신|올리듀스|올투올|네트워크|인터커넥트|all-?(?:reduce|to-?all)|nvlink|"
          r"pci-?e(?: ?(?:전송|대역폭|버스|링크|통신))?|노드 ?간 ?[가-힣]+"),
    ("I", r"(?:연산|산술|계산) ?(?:강도|집약도)|바이트당 ?(?:연산|flops?)\S{0,2}"),
    ("K", r"ridge(?: ?point)?|릿지(?: ?포인트|점)?|리지(?: ?포인트|점)?|무릎|변곡점|"
          r"경계점|꺾이는 ?(?:점|지점|곳)|균형점|임계 ?강도"),
    ("/", r"(?:경사|비탈|기울|빗면|사선|비스듬)[가-힣]*"),
    ("_", r"(?:평평|평탄|수평|편평)[가-힣]*|(?:연산|평) ?지붕"),
    (
        "C",
        r"(?:연산|계산|산술|컴퓨팅|컴퓨트)(?:기|기들)? ?(?:장치|유닛|코어|능력|력|량|"
        r"성능|자원|속도|"
        r"처리량|파워|회로|쪽|부)?(?:들)?|텐서 ?코어|쿠다 ?코어|코어(?: ?클럭| ?수)?|"
        r"(?:gpu |지피유 ?)클럭|곱셈(?:기)?|행렬 ?곱(?:셈)?|행렬 ?연산|"
        r"[tp]?flops|테라플롭스|플롭스|alu|sm(?![a-z])|"
        r"(?:곱|계산|연산)(?:할|하는) ?(?:것|게|건|양)|곱하(?:는|기)|셈|gemm|matmul|"
        r"compute",
    ),
    (
        "M",
        r"(?:메모리|hbm\w{0,2}|d-?ram|디램|vram|브이램|gddr\w*|lpddr\w*|"
        r"램(?![가-힣]{2})|kv)"
        r" ?(?:대역폭|버스|통로|채널|속도|클럭|쪽|시스템|계층|접근|읽기|트래픽|전송|"
        r"왕복|대역|길|로딩|배관)?|대역폭|대역|버스|[gt]b/s|(?:데이터|가중치|"
        r"kv ?캐시|캐시|파라미터) ?(?:이동|전송|로딩|로드|읽기|공급|운반|"
        r"스트리밍|트래픽|스트림)|(?:읽|옮|나|가져|끌어|실어)[가-힣]{1,3} ?(?:것|게|"
        r"건|양|바이트|"
        r"데이터)|읽기|weight (?:streaming|loading|reads?)|초당 (?:몇 )?(?:바이트|"
        r"기가)|bandwidth|memory",
    ),
    ("D", r"가중치|웨이트|파라미터|매개변수|데이터|바이트|피연산자|kv ?캐시|키값|"
          r"모델 ?(?:크기|전체|용량)?(?=[을를이가 의])|캐시|비트 ?수?|weight|kv"),
    ("G", r"gpu|지피유|칩|카드|가속기"),
    (
        "i",
        r"놀[고다며게려아린]?(?:지(?! ?(?:않|못)))?|논다|노는|놉니다|쉬(?:고|는|며|"
        r"다|게|어|ㄴ)|쉰다|쉽니다|"
        r"한가[가-힣]*|할 ?일이? ?없[가-힣]*|빈둥[가-힣]*|손(?:을)? ?놓[가-힣]*|"
        r"멈춰[가-힣]*"
        r"|멈추[가-힣]*|비어|빈 ?채[가-힣]*|텅[가-힣 ]*|잠[가-힣]*|유휴[가-힣]*|idle|"
        r"굶[가-힣]*|"
        r"배고[가-힣]*|배를? ?곯[가-힣]*|하품[가-힣]*|(?:쓰이|활용되|"
        r"쓰)지 ?(?:도 )?(?:않|"
        r"못)[가-힣]*|(?:안|못) ?쓰[가-힣]*|(?:다 |거의 |제대로 )?(?:채우지|쓰지|"
        r"활용하지) ?못"
        r"[가-힣]*|못 ?채[가-힣]*|(?:일부|조금|한 ?귀퉁이|극히 일부)(?:만|밖에)|"
        r"손가락(?:만|을)? ?빨[가-힣]*|[0-9.]+ ?%(?:에|도)? ?(?:그치|불과|안 ?되|"
        r"못 ?되|밖에)[가-힣]*|대기(?:하|만|"
        r"상태)[가-힣]*|비는|논 ?채|노느라|심심[가-힣]*|빈 ?손[가-힣]*|헛[가-힣]*|"
        r"(?:절반|반)도 ?(?:안|못) ?[가-힣]*",
    ),
    (
        "b",
        r"꽉[가-힣 ]{0,3}?(?:차|찬|찼|채|막)[가-힣]*|꽉|가득[가-힣]*|포화[가-힣]*|"
        r"바쁘[가-힣]*|"
        r"바쁜|바빠[가-힣]*|(?:쉴|놀) ?(?:틈|새|시간)[이도]? ?없[가-힣]*|"
        r"풀 ?가동[가-힣]*|"
        r"전력[가-힣]*|최대(?:치|한)?(?:로|까지)|한계(?:치)?(?:에|까지)[가-힣 ]{0,8}|"
        r"소진[가-힣]*|"
        r"동나[가-힣]*|동난[가-힣]*|바닥[가-힣 ]{0,8}|끝까지[가-힣 ]{0,8}|"
        r"남김 ?없이[가-힣 ]{0,6}|"
        r"다 ?(?:쓰|쓴|써|썼|채|차|찼)[가-힣]*|쥐어짜[가-힣]*|짜내[가-힣]*|"
        r"숨[이]? ?(?:차|가쁘)[가-힣]*|"
        r"숨가쁘[가-힣]*|막히[가-힣]*|막혀[가-힣]*|막힌[가-힣]*|붐비[가-힣]*|"
        r"혹사[가-힣]*|"
        r"죽어라[가-힣 ]{0,4}|쉴 ?새[가-힣 ]{0,4}|혼자 ?(?:바쁘|바쁜|일하)[가-힣]*|"
        r"쉬지 ?(?:도 )?(?:않|못)[가-힣]*|천장[가-힣 ]{0,8}|전속력[가-힣]*|"
        r"과부하[가-힣]*|닳[가-힣]*|"
        r"(?:100|9\d|8\d) ?%(?:로|를|까지|에)?[가-힣 ]{0,6}",
    ),
    ("p", r"남아 ?(?:돌|도|돈|있|서)[가-힣]*|남(?:는|는다|고|으니|으며|음|아|습니다|"
          r"지만|는데)[가-힣]*|여유[가-힣]*|여력[가-힣]*|충분[가-힣]*|넉넉[가-힣]*|"
          r"넘치[가-힣]*|"
          r"넘쳐[가-힣]*|넘친[가-힣]*|널널[가-힣]*|남아"),
    ("h", r"모자[라란랄람랐][가-힣]*|부족[가-힣]*|딸[리린려][가-힣]*|달[린리려]다|"
          r"느리[가-힣]*|느려[가-힣]*|"
          r"느린|좁[가-힣]*|(?:못 ?|미처 ?|제때 ?)?(?:따라(?:가|오|잡)지 ?못|못 ?따라|"
          r"대지 ?못|못 ?대|제때 ?(?:안|못)|공급하지 ?못|오지 ?(?:않|못)|안 ?와|"
          r"들어오지 ?(?:않|못)|도착하지 ?(?:않|못)|늦)[가-힣]*|떨어지면|아쉽[가-힣]*|"
          r"많(?:아서|기 ?때문|은 ?탓)[가-힣]*|달려서|달리는|(?:안|못) ?끝[가-힣]*|"
          r"끝나지 ?않|빠듯[가-힣]*|쪼들[가-힣]*|걸림돌[가-힣]*|병목[가-힣]*"),
    ("k", r"(?:채울|먹일|돌릴|먹여 ?살릴) ?만큼"),
    ("w", r"기다[리린려림릴][가-힣]*|목을? ?빼[가-힣]*|오기만|(?:도착|올라|들어|올) ?"
          r"(?:할|올)? ?때까지"),
    (
        "r",
        r"정[하한해합][가-힣]*|결정[가-힣]*|좌우[가-힣]*|지배[가-힣]*|"
        r"달[려렸][가-힣 ]{0,3}|"
        r"(?:시간|대부분|발목|전부|거의 다)[을를]? ?(?:다 |거의 |모두 |전부 )?(?:먹|"
        r"잡아먹|"
        r"잡|차지|쓰|쓴|써|보내|보낸|들|걸|빼앗)[가-힣]*|전부(?:다|이|입)[가-힣]*|"
        r"대부분(?:이다|입니다|을|이|임)[가-힣]*|관건[가-힣]*|중요[가-힣]*|"
        r"핵심[가-힣]*|"
        r"필요[가-힣]*|문제(?:다|이|가|입)[가-힣]*|발목[가-힣]*|잡아먹[가-힣]*|"
        r"차지[가-힣]*|"
        r"정?비례[가-힣]*|돈다|돕니다|돌아[가간갑][가-힣]*|따라(?:가|간|서|온|오|"
        r" )[가-힣]*|맞춰[가-힣]*|의해|싸움[가-힣]*|"
        r"놀음[가-힣]*|장사[가-힣]*|비싸[가-힣]*|비싼|만큼만|만큼|시간이다|"
        r"설명[하한해합][가-힣]*|늘려야[가-힣]*|내(?:주|어 ?주)는 ?만큼[가-힣]*|"
        r"쏟[가-힣]*|보내[가-힣]*|"
        r"다 ?(?:간다|가고|가)|쓴다|씁니다|쓰는|든다|"
        r"일이 ?(?:전부|다|거의)[가-힣]*|꼴[가-힣]*|제한[가-힣]*|한계[가-힣]*|"
        r"묶[가-힣]*|"
        r"먹는[가-힣]*|먹고[가-힣]*",
    ),
    ("q", r"곧|바로|그 ?자체|다름 ?없|사실상|결국|거의 ?전부|전부|대부분"),
    ("n", r"원하[가-힣]*|바라[가-힣]*"),
    ("z", r"소용[이도]? ?없[가-힣]*|의미[가도]? ?없[가-힣]*|(?:변화|차이|효과|이득|"
          r"도움|"
          r"영향|보탬)[가이도은는]? ?(?:없|안|거의 ?없|되지 ?않|적)[가-힣]*|"
          r"그대로[가-힣]*|"
          r"마찬가지[가-힣]*|제자리[가-힣]*|꿈쩍[가-힣 ]{0,6}|무의미[가-힣]*|"
          r"헛수고[가-힣]*|"
          r"도움이 ?(?:안|되지)[가-힣 ]{0,6}|똑같[가-힣]*|쓸모[가이]? ?없[가-힣]*|"
          r"안 ?(?:빨라|늘|줄|올라|오른|변|바뀌|달라)[가-힣]*|"
          r"(?:빨라지|늘지|늘어나지|줄지|줄어들지|오르지|나아지|변하지|바뀌지|"
          r"달라지)[진지]? ?"
          r"(?:는 |도 )?(?:않|못)[가-힣]*|"
          r"(?:빨라|늘어나|줄어들|나아|달라)지지 ?(?:는 |도 )?(?:않|못)[가-힣]*|"
          r"낭비[가-힣]*|"
          r"(?:얻는|득|나아지는|빨라지는|달라지는|이득)[ ]?(?:게|것이|건|"
          r"것은)? ?없[가-힣]*|"
          r"상관[이도]? ?없[가-힣]*|무관[가-힣]*|둔감[가-힣]*|"
          r"영향을 ?(?:안|받지 ?않|주지 ?(?:않|못))[가-힣 ]{0,4}"),
    ("f", r"빨라[가-힣]*|빨리[가-힣]*|늘어난[가-힣]*|올라[가간갑][가-힣]*|오른[가-힣]*|"
          r"오릅[가-힣]*|개선[가-힣]*|나아[가-힣]*|도움[가-힣]*|줄어[가-힣]*|준다|"
          r"단축[가-힣]*|"
          r"두 ?배(?:로)?[가-힣 ]{0,4}|절반(?:으로|이)[가-힣 ]{0,4}|효과[가-힣]*|"
          r"이득[가-힣]*|"
          r"뛴다|뛰[가-힣]*|좋아[가-힣]*|는다(?=[ .]|$)|배로|통한다"),
    ("l", r"공짜[가-힣]*|금방[가-힣 ]{0,6}|금세[가-힣 ]{0,6}|순식간[가-힣 ]{0,6}|"
          r"(?<!배 )(?<!배로 )빠르[가-힣]*|"
          r"짧[가-힣]*|싸다|싼|싸고|사소[가-힣]*|미미[가-힣]*|잠깐[가-힣]*|"
          r"무시[가-힣]*|"
          r"일찍[가-힣 ]{0,6}|먼저 ?끝[가-힣]*|찰나[가-힣]*|얼마 ?(?:안|"
          r"되지)[가-힣 ]{0,4}"),
    ("g", r"오래[가-힣 ]{0,4}|길[다어고]?(?=[ .,]|$)|더 ?(?:걸|들|큰|크|길|비싸|느리|"
          r"오래|"
          r"많|쓴|쓰|먹)[가-힣]*|먼저(?! ?끝)[가-힣 ]{0,4}|압도[가-힣]*|"
          r"훨씬 ?크[가-힣]*"),
    ("u", r"(?:을|를)? ?(?:늘[리려릴린][가-힣]*|올[리려릴린][가-힣]*|"
          r"키[우워운울][가-힣]*|높[이여인일][가-힣]*|"
          r"빨라(?:져야|지면|질수록)|더 ?(?:꽂|붙|달|주|넣|사|쓰|빠른|넓은|좋은|높은|"
          r"센|"
          r"많은)[가-힣]*|빠른|넓은|넓히[가-힣]*|넓혀[가-힣]*|높은|센|강한|높을수록|"
          r"넓을수록|클수록|빠를수록|많을수록|좋을수록|업그레이드[가-힣]*|추가[가-힣]*|"
          r"두 ?배(?:로|인|짜리)(?: ?[가-힣]*면| ?[가-힣]*(?:아|어|려|워|여)도)?|"
          r"\d ?배(?:로|인|짜리)|바꾸면|바꿔도|바꿔야|좋아져도|강해져도|빨라져도|"
          r"올라가면|커지면|늘면|늘어나면)"),
    ("d", r"줄[이여인일면어][가-힣]*|절반(?:으로)? ?(?:줄|깎)[가-힣]*|작아지[가-힣]*|"
          r"작[을은][가-힣]*|반으로[가-힣 ]{0,4}|양자화[가-힣]*|압축[가-힣]*|"
          r"가벼워[가-힣]*|낮[추춰][가-힣]*"),
    ("m", r"읽[가-힣]*|옮[기겨길긴][가-힣]*|나[르를른][가-힣]*|날라[가-힣]*|"
          r"실어[가-힣 ]{0,4}|"
          r"퍼 ?(?:나르|올|오|내|온)[가-힣]*|가져[가-힣]*|불러[가-힣]*|긁[가-힣]*|"
          r"훑[가-힣]*|"
          r"끌[어고][가-힣 ]{0,3}|로[딩드][가-힣]*|스트리밍[가-힣]*|전송[가-힣]*|"
          r"이동[가-힣]*|"
          r"운반[가-힣]*|오가[가-힣]*|왕복[가-힣]*|퍼다[가-힣 ]{0,4}|꺼내[가-힣]*|"
          r"올라오[가-힣]*|도착[가-힣]*|들어오[가-힣]*|오기|공급[가-힣]*|"
          r"뒤[지져][가-힣]*|"
          r"다 와[가-힣 ]{0,3}|복사[가-힣]*"),
    ("<", r"낮[다고은아으지습][가-힣]*|아래[가-힣]*|밑[가-힣]*|왼[가-힣]*|"
          r"못 ?미[치친][가-힣]*|"
          r"미치지 ?못[가-힣]*|모자란다"),
    (">", r"높[다고은아으지습][가-힣]*|넘[는어고은][가-힣]*|위(?:에|다|쪽|"
          r"로)[가-힣]*|오른[쪽편][가-힣]*|"
          r"웃[도돈][가-힣]*|넘긴[가-힣]*|초과[가-힣]*"),
    ("x", r"(?:이|가)? ?아니라|(?:이|가)? ?아니고|말고|대신"),
    ("-", r"안(?= )|못(?= )|(?:지|질|지는|지도|지를) ?(?:않|못)[가-힣]*|없[가-힣]*|"
          r"못 ?(?:하|한|했|해)[가-힣]*|아니[가-힣]*|아닌|안 ?(?=빨|늘|줄|올|바|되|돼|"
          r"끝|와|오)"),
    ("v", r"보다(?:는|도)?"),
    ("S", r"속도|시간|처리량|지연|스텝|tpot|ttft|토큰|디코[드딩]|프리필|생성|단계"),
    ("a", r"거의|대부분|전부|온통|죄다"),
    ("s", r"(?<=[가-힣a-z0-9])(?:이|가|은|는|도|만|이나|란)(?=[ ,.]|$)"),
    ("o", r"(?<=[가-힣a-z0-9])(?:을|를)(?=[ ,.]|$)"),
    ("e", r"(?<=[가-힣a-z0-9])(?:에서는|에서|에선|에|으로|로|의|인|과|와|랑|까지|"
          r"에게)(?=[ ,.]|$)"),
)  # fmt: skip
_BREAK = r"(?P<semi>[;\n]| — )|(?P<comma>,|:\s|\(|\))"
_HANGUL = re.compile("[가-힣]")


class Tagged(NamedTuple):
    """One sentence as a code, a letter a word, with the place of each letter."""

    code: str
    places: tuple[tuple[int, int], ...]

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Place in the text of the letters [first, last) of the code."""
        return self.places[first][0], self.places[last - 1][1]


@cache
def _tagger(korean: bool) -> tuple[re.Pattern[str], tuple[str, ...]]:
    letters: list[str] = []
    parts = []
    tables = (*_KOREAN, *_ENGLISH) if korean else _ENGLISH
    for letter, words in tables:
        hangul_too = korean and _HANGUL.search(words)
        edge = "" if hangul_too else r"(?<![a-z])"
        tail = r"(?![a-z])" if not korean else r"(?![a-z]{2})"
        parts.append(f"(?P<t{len(letters)}>{edge}(?:{words}){tail})")
        letters.append(letter)
    parts.append(_BREAK)
    word = r"[가-힣]+|[a-z0-9][\w.'%/-]*|\S"
    return re.compile("|".join(parts) + f"|(?P<word>{word})"), tuple(letters)


_PERCENT = re.compile(r"(\d{1,3})(?:\.\d+)? ?%")


def tag(low: str, start: int, end: int) -> Tagged:
    """Tag the sentence [start, end) of the normalised text.

    >>> tag("the alus wait for weights", 0, 25).code
    '.CwD'
    """
    pattern, letters = _tagger(bool(_HANGUL.search(low, start, end)))
    code, places = [], []
    for match in pattern.finditer(low, start, end):
        kind = match.lastgroup or "word"
        if kind == "semi":
            letter = ";"
        elif kind == "comma":
            letter = ","
        elif kind == "word":
            if match[0] in ".!?\"'":
                continue
            letter = _share(low, match)
        else:
            letter = letters[int(kind[1:])]
        code.append(letter)
        places.append(match.span())
    return Tagged("".join(code), tuple(places))


def _share(low: str, match: re.Match[str]) -> str:
    """ "85% of the bandwidth" is busy, "2% of the FLOPs" idle; other words are "."."""
    percent = _PERCENT.match(match[0] + low[match.end() : match.end() + 1])
    if percent is None or not re.match(r"%? ?of\b|%? ?(?:만|밖에)", low[match.end() :]):
        return "."
    share = int(percent[1])
    return "b" if share >= 70 else "i" if share <= 40 else "."
