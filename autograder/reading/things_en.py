"""English words and the letter each becomes; what the letters mean: `things`.

The first entry that fits wins, so longer and narrower readings stand first.
"""

from __future__ import annotations

_UNIT = r"(?:units?|hardware|pipes?|pipelines?|engines?|side|resources?|blocks?)"
_POWER = r"(?:power|throughput|capacity|capabilit\w+|clocks?|rate|rating|budget|peak)"
ENGLISH: tuple[tuple[str, str], ...] = (
    ("t", r"(?:eat|consume|devour|gobble|swallow|guzzle|drink|munch|chew|hog|suck)(?:s|"
          r"ing)?"
          r"(?: up| through| down)?(?= (?:all |mostly |mainly |raw |the |pure |"
          r"nothing but )*"
          r"(?:memory |hbm |dram )?(?:flops?|bandwidth|compute|arithmetic|math|"
          r"bytes))"),
    ("^", r"(?:were|was|had been|became|came|is|are|comes?|cost)(?: \w+ly| all| somehow"
          r"| for)? (?:free(?: of charge)?|infinite|unlimited|endless|limitless|"
          r"nothing|"
          r"instant|instantaneous|boundless|no (?:object|issue|problem|constraint)|"
          r"infinitely (?:fast|quick|wide)|(?:twice|ten times|\w+ times) as (?:fast|"
          r"wide|"
          r"quick)|(?:doubled|tripled|ten times faster))(?= ?(?:,|then|;|\.|and|$|"
          r"decode|prefill|the|it|nothing|generat|token|we|you))"),
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
        r"unoccupied|(?:half |mostly |nearly |largely )*empty|"
        r"(?<!throughput )(?<!compute )(?<!bandwidth )(?<!memory )hungry|stall(?:s|ed|"
        r"ing)?|"
        r"parked|wasted|stand(?:s|ing)? (?:by|idle|still|around|down)|on hold|"
        r"(?:sit(?:s|ting)?|stay(?:s|ing)?|go(?:es)?|"
        r"remain(?:s)?) (?:dark|quiet|cold|silent|dormant|vacant|unlit)|dormant|"
        r"(?:in )?(?:single digits|low (?:single|double) digits|the (?:low )?(?:teens|"
        r"single digits))|freewheel\w*|yawn\w*|on standby|underfed|undersupplied|"
        r"famished|coast(?:s|ing)?|go(?:es)? to waste|lightly loaded|loaf\w*|snooz\w+|"
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
        r"lit up|glow\w*|red-?hot|white-?hot|(?:run|running|runs) (?:dry|"
        r"at full (?:blast|tilt|throttle|speed|bore))|at full (?:blast|tilt|throttle|"
        r"speed|bore|load)|maxed|hammered|slammed|wide open|crowded|overwhelmed|"
        r"overburdened|bursting|brimming|sweat\w*|never (?:rests?|idles?|stops?)|"
        r"congested|redlin\w+|(?:give|"
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
        r"narrow(?:est)?|pil(?:es?|ing) up|back(?:s|ed)? up|"
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
        r"slow(?:s|ing)? (?:\w+ ){0,3}?down|what (?:\w+ ){1,4}?(?:is|are|was|"
        r"gets) (?:\w+ly )?(?:limited|bound|gated|capped|constrained|held back|"
        r"bottlenecked|throttled|stuck|waiting) (?:by|on|for)|drags? (?:\w+ )?down|"
        r"(?:the )?pace-?setter|"
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
