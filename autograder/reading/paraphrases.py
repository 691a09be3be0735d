"""Paraphrases with one reading only ("the ALUs idle"), each as it was found in use.

What can be read from its parts is left to `mechanism`; these are the ones that name no
part the tables know, or stand in texts that use the field's terms as well.
"""

from __future__ import annotations

import re
from functools import cache

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
    r"math|alus?)|(?<![a-z])(?:saturat\w+|fills?|"
    r"keeps? .{0,20}busy) (?:the )?(?:tensor cores|"
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
DOES_NOT_FIT = re.compile(  # only where nothing else is said
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
def paraphrases() -> re.Pattern[str]:
    """All of them; the name of the group that matched is its reading."""
    return re.compile(
        rf"(?P<over>{_OVERHEAD_PARAPHRASES})|(?P<mem>{_MEMORY_PARAPHRASES})|"
        rf"(?P<comp>{_COMPUTE_PARAPHRASES})"
        rf"|(?P<lat>{_LATENCY_PARAPHRASES})|(?P<bal>{_BALANCED})"
    )


PARAPHRASE_VERDICT = {
    "over": "overhead-bound",
    "mem": "memory-bound",
    "comp": "compute-bound",
    "lat": "latency-bound",
    "bal": "balanced",
}
