"""Find the words that say when the verdict would change.

A flip is a boundary on something that can vary (batch, context, prompt, load) with a
direction or a one-sided number, or a condition with the other verdict.  A mere
setting ("at batch 8") is none, nor is "it depends on the batch".
"""

from __future__ import annotations

import re
from functools import cache

_QUANTITY_EN = (
    r"(?:batch(?:es|ing| size)?s?|bs|context(?:s| length)?|prompts?|sequences?|"
    r"requests?|users?|tokens?|concurrency|load|lengths?|chunks?|cache|kv(?: cache)?|"
    r"history|inputs?|cards?|compute|bandwidth|precision|models?|gpus?|experts?|s_q)"
)
_GROW_EN = (
    r"(?:(?:is|are|gets?|becomes?|grows?|stays?|remains?|turns?|goes|go|"
    r"keeps?) (?:\w+ )?(?:small(?:er)?|large[r]?|big(?:ger)?|long(?:er)?|short(?:er)?|"
    r"tiny|huge|high(?:er)?|low(?:er)?|enough|up|past|beyond|above|over|below|under|"
    r"growing|more|few\w*)|grows?|increases?|rises?|shrinks?|exceeds?|passes|reaches|"
    r"climbs|drops? below|goes? (?:past|above|over|beyond|below|up)|outgrows?|"
    r"dominates?|overtakes?)"
)
_SIZE_EN = (
    r"(?:small(?:er)?|large[r]?|big(?:ger)?|long(?:er)?|short(?:er)?|tiny|huge|"
    r"very \w+|high(?:er)?|low(?:er)?|more|fewer|many|few|hundreds of|thousands of|"
    r"dozens of|a few|several|single|enough|heavy|light|growing|increasing|moderate)"
)
_OPERATOR_EN = (
    r"(?:more than|over|above|past|beyond|at least|under|below|less than|fewer than|"
    r"up to|at most|exceeding|>=?|<=?|around|about|roughly|near)"
)
_KO_QUANTITY = (
    r"(?:배치(?: ?크기| ?사이즈)?|batch(?: size)?|bs|컨텍스트|콘텍스트|context|문맥|"
    r"프롬프트|시퀀스|길이|토큰|동접|동시 ?(?:요청|사용자|성)|요청|입력|부하|"
    r"kv(?: ?캐시)?|캐시|청크|s_q|모델|정밀도|카드|사용자)"
)
_KO_GROW = (
    r"(?:크|커지|커질|키우|키울|커|큰|작|작아|작은|길|길어|긴|짧|짧아|짧은|늘|늘리|"
    r"늘어|줄|줄이|많|많아|많은|적|적은|올리|올라|높|낮|몰리|쌓이|쌓여|넘|넘어|초과|"
    r"충분히|수백|수천|수십)"
)


@cache
def _boundary() -> re.Pattern[str]:
    """Boundaries with a direction, in either language."""
    english = (
        rf"\b(?:above|below|over|under|beyond|past) (?:a )?(?:few|several|couple of|"
        rf"some)? ?(?:hundred|thousand|dozen)s? (?:of )?(?:\w+ )?{_QUANTITY_EN}|"
        rf"(?:only )?\b(?:unless|until|till|once|as soon as|if|when(?:ever)?|"
        rf"as long as|provided(?: that)?|only (?:when|if|at|for|with|until|below|"
        rf"above|past|after)|so long as)\b(?: \w+){{0,6}}? ?(?:{_QUANTITY_EN}\b(?: "
        rf"\w+){{0,3}}? ?(?:{_GROW_EN}|{_OPERATOR_EN}|{_SIZE_EN})|(?:{_SIZE_EN}|"
        rf"{_OPERATOR_EN}) ?~?(?:\w+[- ]){{0,4}}?{_QUANTITY_EN})[^,;.]*"
        rf"|\b(?:unless|until) [^,;.]{{12,60}}?"
        rf"(?= (?:the |an? )?[\w.-]+ (?:remains?|stays?|is|are) |[,;.]|$)"
        rf"|\b(?:once|when|if|as soon as) (?:the |"
        rf"your )?{_QUANTITY_EN}(?: size)? (?:is|"
        rf"are|gets?|goes) (?:in|into) the (?:dozens|hundreds|thousands)"
        rf"|\b(?:as|while) (?:the |your |its )?{_QUANTITY_EN} (?:grows?|increases?|"
        rf"rises?|gets? (?:larger|bigger|longer)|goes up|shrinks?)[^,;.]*"
        r"|\b(?:from|past|after|beyond) (?:that|there|this)(?: point| size|"
        r" batch)?(?: on"
        r"(?:wards?)?)?(?=,| (?:decode|prefill|it|the))|\bonce (?:we|you|it|they|one) "
        r"(?:cross|pass|hit|reach|exceed|go past|went past|clear)\w* [^,;.]*?\d[^,;.]*?"
        r"(?=,|;|\.| (?:with|on|in|decode|prefill|it|the)\b|$)"
        r"|\b(?:if|when|once|unless) [^,;.]{4,60}(?=, (?:that|this|it|the (?:picture|"
        r"story|answer|verdict)|things) (?:changes?|no longer|flips?|reverses?))"
        rf"|\b(?:past|beyond|exceeding) (?:a |the |about |roughly |around |some |"
        rf"that |this |~)*(?:{_QUANTITY_EN}\b|~?\d(?![\d.,]*k? ?(?:flop|[gt]b|tok|"
        rf"ms\b|%)))[^,;.]*?(?=,|;|\.|:| (?:on|in|with|the|it|decode|prefill|that)\b|"
        rf"$)"
        rf"|\b(?:above|below|over|under) (?:a |the |about |roughly |around |some |"
        rf"~)*(?:{_QUANTITY_EN}(?: size)?(?: of)? )?(?:about |roughly |"
        rf"~)?\d(?![\d,.]*k? ?(?:[gt]b|ms\b|tok/|tok\b|t?flop|%|billion|b\b|"
        rf"x\b))[\d,]*k?(?: {_QUANTITY_EN})?|\bfrom (?:about |roughly |around |"
        rf"{_QUANTITY_EN} )*\d[\d,]*k? (?:and up\w*|upwards?|onwards?|"
        rf"on\b)[^,;.]*?(?=,|;|\.| (?:compute|memory|decode|it|prefill|the)\b|$)"
        rf"|\b\w+ or (?:fewer|less|below|smaller|more|larger|above)\b|"
        rf"(?<!from 1 )(?<!1 )(?<!\d )\b(?:up to|at most|at least|no more than) (?:a |"
        rf"about |roughly )?(?:{_QUANTITY_EN}(?: of)? )?\d(?![\d,.]*k? ?(?:[gt]b|ms\b|"
        rf"tok/|tok\b|t?flop|%))[\d,]*(?: {_QUANTITY_EN})?"
        rf"|\b(?:crossover|critical|threshold|break-?even) batch\b[^,;.]*?\d+|"
        rf"\bbeyond which\b|\b(?:large|big|small|long|short|huge|"
        rf"tiny)\w* {_QUANTITY_EN} (?:change|flip|alter|break|undo|reverse)[^,;.]*|"
        rf"\bat (?:very )?{_SIZE_EN} (?:\w+ )?{_QUANTITY_EN}(?: sizes?)?(?: and [\w "
        rf"]{{3,24}}?(?= the))?|\bat scale\b|\bunder (?:batched|heavy|high|real|"
        rf"production|large) \w+|\b(?:it takes|you need|one needs|"
        rf"we need) [^,;.]{{3,60}}? before\b|"
        rf"\b(?:you|it|one|we) (?:would|will|'d|"
        rf"'ll) need[^,;.]*|\bexceeds? (?:a |some |about )?(?:few|several|\d)[^,;.]*|"
        rf"\b(?:batch|context|prompt)(?: size| length)?s? ?(?:<=?|>=?) ?\d+"
        rf"|\b(?:contexts?|prompts?|batch(?:es)?|sequences?|inputs?) (?:longer|shorter|"
        rf"above|below|over|beyond) [^,;.]*|"
        rf"\b(?:larger|bigger|longer|smaller|shorter) {_QUANTITY_EN}\b(?= (?:would|"
        rf"will|may|might|could|can|push|make|turn|move|shift|bring|chang|flip))"
        rf"|\bwith (?:(?:a |an |the )?(?:very |long enough |enough |"
        rf"much )?{_SIZE_EN} (?:enough )?(?:\w+ )?{_QUANTITY_EN})\b[^,;.]*?(?= (?:it|"
        rf"decode|prefill|they|that)\b|,|;|\.|$)"
    )
    korean = (
        r"(?:그|이) ?(?:지점|시점|순간|선|값|크기|배치)(?:을|를)? ?(?:부터|넘\S{1,3}면|"
        r"지나\S{0,2}면|이후\S{0,2})|그때부터(?:는)?|"
        rf"{_KO_QUANTITY}\S{{0,3}} ?(?:대략 |약 |한 )?\d[\d,]*[천만k]? ?(?:쯤|정도|"
        rf"토큰|개|건|명)?"
        r"(?:이|가)? ?(?:될|갈|찰|이를|다다를) 때까지\S{0,2}|"
        r"[^.;,\n]{4,48}?면(?= (?:얘기|이야기|사정|상황|결과|판정|"
        r"말)\S{0,2} ?(?:달라|바뀌|"
        r"뒤집|다르))|"
        r"(?:바뀌|뒤집히|넘어가|전환되)는 ?배치\S{0,3} ?(?:약 |대략 |한 )?\d[\d,]*|"
        r"\S+ ?(?:늘기|꺾이기|늘어나기|줄기) ?시작하면|"
        rf"{_KO_QUANTITY}(?:[^\s.;!?]{{0,4}} (?:[^\s.;!?]+ ){{0,4}}?|(?:가|이|를|"
        rf"을|는|은|"
        rf"도)?)(?:더|덜|아주|매우|훨씬)? ?{_KO_GROW}\S{{0,6}}?(?:면| 때(?:만|뿐|"
        rf"에만)?|을 때|ㄹ 때|때만|"
        rf"을 때만|할 때|수록|서야|어야|기 전|는 순간|은 순간|은 뒤|을 경우|"
        rf"는 경우)(?:만|은|는|에만|에는|엔|부터|까지)?"
        rf"|{_KO_QUANTITY}\S{{0,3}} ?(?:대략 |약 |한 |"
        rf"거의 )?\d[\d,]*[천만k]? ?(?:토큰|개|건|명)?(?:을|를|이|가)? ?(?:이상|이하|"
        rf"초과|미만|넘|부터(?! ?\d)|까지|까진|근처|보다)\S{{0,6}}(?: ?(?:커지|작아지|"
        rf"늘|길어지|키우)\S{{0,3}})?(?: ?(?:면|순간|때|에서|에서만))?"
        rf"|동시(?:에)? ?\d+ ?(?:명|건|개)(?:까지|이하|이상)\S*|"
        rf"(?<![\d.~-])\d[\d,]* ?(?:개|건|명|토큰)?(?:을|를)? ?(?:(?:이상|초과|이하|"
        rf"미만|넘)\S{{0,4}}?(?:면|부터|에서|때|순간|이 되|으로)|까지는)"
        rf"|(?:묶어서?|몰아서|모아서|한꺼번에|배칭(?:을|해)?)\s?(?:돌리|처리|하|"
        rf"보내)\S{{0,3}}면|(?<=[ ,])(?:더 )?(?:커지|작아지|길어지|짧아지|늘어나|작으|"
        rf"짧으|많으|많아지|적으)면(?=[ ,])|\d+ ?(?:건|개|명)(?:씩|을|를)? (?:묶|돌|"
        rf"처리|모으|몰)\S{{0,4}}면"
        rf"|(?:작|짧|적|크|길|많|낮|높)(?:은|을) ?(?:[^\s.;!?]+ ){{0,1}}?(?:배치|"
        rf"컨텍스트|"
        rf"프롬프트|길이|문맥|요청|입력)(?: ?(?:크기|길이))?(?:에서만|일 때만|에서는|"
        rf"일 때|일 때는|이면|에선|뿐)|(?:큰|작은|긴|짧은|많은) (?:배치|컨텍스트|"
        rf"프롬프트|문맥|입력)(?:에서만|일 때만|에서는|일 때|이면|에선|라면|로 가면)"
        rf"|{_KO_QUANTITY}(?:가|이|는|은)? ?(?:아주 |매우 |너무 |"
        rf"극단적으로 )?{_KO_GROW}"
        rf"\S{{0,2}}지 ?않(?:은|는) ?(?:한|이상|동안)"
        rf"|{_KO_QUANTITY}(?:가|이|는|은|를)? ?(?:적어도 |최소 |대략 |약 |한 )?"
        rf"(?:수백|수천|수십|수만|몇백|몇천|몇십|몇만|[이삼사오육칠팔구]?[백천만]|"
        rf"\d[\d,]{{0,8}})\S{{0,3}} ?(?:(?:정도|개|건|명|토큰|이상)\S{{0,2}} ?){{0,2}}"
        rf"(?:은|는|이)? ?(?:돼|되어|되|있어|커져|넘|넘어)야"
        rf"|(?:그 ?이후|그 ?뒤로?|이후로?)\S{{0,2}} (?:[^\s.;!?]+ ){{0,3}}?\S+면|"
        rf"\S+에 (?:[^\s.;!?]+ )?(?:다|모두|전부) ?(?:올리|넣|담|집어넣)\S{{0,3}}면"
        rf"|\S{{1,8}} ?\d+ ?(?:만 ?돼도|만 ?되어도|만 ?넘어도|부터|에서부터)(?= (?!\d))"
    )
    return re.compile(f"(?:{english})|(?:{korean})")


_EVEN = re.compile(
    r"(?:\beven\b|\bstill\b|\bregardless\b|\bno matter\b|\bhowever (?:large|"
    r"long)\b)[^,;.]{0,12}$"
)
_EVEN_AFTER = re.compile(
    r"^\S{0,6}(?:라도|더라도|도 ?(?:여전히|마찬가지|변함)|아도|어도)"
)
# Adverbials with a direction: a flip only where the verdict changes.
_WEAK = re.compile(
    r"with |at (?!scale)|(?:작|짧|적|크|길|많|낮|높)(?:은|을) |(?:큰|작은|긴|짧은|"
    r"많은) "
)
_CONCESSION = re.compile(r"^[^ ]+ ?\d[\d,]*\S*(?:이라도|라도|에서도|이어도) ")
_SETTING = re.compile(
    r"\d[\d,]*[k천]?(?:개|건|명|토큰)?(?:로|으로) (?:올리|키우|늘리|줄이|낮추|설정|하|"
    r"두|잡|맞추)\S*면"
)
_DIAGNOSTIC = re.compile(
    r"utili[sz]ation|사용률|활용률|클럭|clock|%|profil|roofline|profiler"
)


def _is_weak(words: str) -> bool:
    return bool(_WEAK.match(words)) and not re.search(r"만$|때$|면$|only", words)


def boundaries(low: str, *, strict: bool = False) -> list[tuple[int, int]]:
    """Spans of conditions with a direction: candidates for a flip condition.

    strict: leave out adverbials such as "with a long context", mere settings

    >>> text = "decode is memory-bound unless the batch exceeds 300"
    >>> [text[s:e] for s, e in boundaries(text)]
    ['unless the batch exceeds 300']
    """
    found = []
    for match in _boundary().finditer(low):
        if _SETTING.search(match[0]) or (strict and _is_weak(match[0])):
            continue
        before, after = (
            low[max(0, match.start() - 30) : match.start()],
            low[match.end() :],
        )
        if _EVEN.search(before) or _EVEN_AFTER.search(after[:14]):
            continue
        if _DIAGNOSTIC.search(match[0]):
            continue
        if re.search(
            r"(?<![a-z\d])\d[\d,]* ?(?:개|건|명|토큰)?(?:부터|에서) ?$", before[-16:]
        ) and ("까지" in match[0]):
            continue  # a range with two ends
        if re.match(r" ?(?:못|안 되|불가)", after):
            continue
        start, end = match.span()
        concession = _CONCESSION.search(match[0])
        if concession:
            start += concession.end()
        while end > start and low[end - 1] in " ,":
            end -= 1
        found.append((start, end))
    return found
