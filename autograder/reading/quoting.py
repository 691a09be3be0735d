"""Words that are not the author's own: asked, quoted, reported, rejected."""

from __future__ import annotations

import re

_QUESTION = re.compile(
    r"(?<!듯)(?<!듯 )(?<!같음)(?<!은데)(?<!봄)(?<!같네)(?<!텐데)\?|(?:explain|tell me|"
    r"show|discuss|describe|decide|say) (?:why|whether|if|"
    r"how)\b|설명하시오|설명해 ?주|논하시오|서술하시오|알려 ?주|인가요|입니까|습니까|"
    r"나요\b|(?:을|를|일|할|될|인|는)까(?:요)?\s*[.?]*$|인지(?:요| 궁금| 알려|를 묻)|"
    r"궁금|[가-힣]시오(?=[.\s:]|$)|[가-힣](?:하라|으라|쓰라)(?=[.\s]*$)|(?:쓰|적으|"
    r"적어|고르|답하|서술하|설명하|보이|밝히|"
    r"작성하|"
    r"기술하|제시하|비교하|말하|판단하)(?:세요|십시오|라)(?=[.\s]|$)|"
    r"(?:(?<![가-힣] )써|적어|골라|"
    r"밝혀|보여|답해|설명해)(?:라| ?보라| ?보세요| ?주세요)(?=[.\s]|$)|"
    r"^\s*(?:please )?(?:state|name|give|list|write|identify|specify|determine|say|"
    r"predict|justify|compare|explain|decide|choose|show) (?:which|what|whether|when|"
    r"why|how|that|(?:the|one|an?|two|three|your) (?:\w+ )?(?:resources?|batch(?:es)?|"
    r"conditions?|bottlenecks?|phases?|verdicts?|reasons?|points?|sentences?|claims?|"
    r"examples?|cases?|answers?|limits?|thresholds?|numbers?)\b)"
)
_REJECT = re.compile(
    r"misconception|오답|엉터리|(?:has|have|had|got) (?:it|this|"
    r"that)(?: \w+)? (?:wrong|backwards|"
    r"upside down|"
    r"the wrong way)|is (?:fooling|kidding)|(?:rubbish|bogus|baloney|hogwash|a lie)\b|"
    r"only (?:holds?|true|valid|works|applies)|holds only|true only|only if|"
    r"breaks down|falls apart|a (?:myth|misconception|fallacy)|disagree with|"
    r"reject the|dispute|에서나|때나|에서만 ?(?:맞|성립|옳|통)|(?:wrong|incorrect|"
    r"misleading|inaccurate|a mistake) to (?:call|say|claim|think)|too far|is wrong|"
    r"(?:is|are|was) (?:\w+ly |just |plain |flat |dead )(?:wrong|false|untrue|mistaken|"
    r"incorrect)|(?:wrong|false|incorrect|myth|not true)(?:이|임|입|다|인)|"
    r"are wrong|was wrong|not true|isn'?t true|stops? being true|is false|a myth|"
    r"misleading|incorrect|makes no sense|oversimplif\w*|too (?:absolute|strong|"
    r"simple|broad|general)|no longer (?:true|holds)|not quite|withdrawn|disagree|"
    r"does not hold|doesn'?t hold|is nonsense|overstat\w+|is mistaken|"
    r"(?:is|was) a mistake|to mean anything|means nothing|says nothing|"
    r"is meaningless|is a batch-1 statement|contradicts?|debunk\w*|refut\w+"
    r"|틀렸|틀린|틀리|사실이 아니|사실과 다르|맞지 않|옳지 않|잘못|지나치|과장|오해|"
    r"성급|아니다\b|무리(?:다|가|이)|말이 안|(?:이?라|다)니,? ?(?:너무|지나|말|그건|"
    r"좀)|너무 ?(?:strong|강하|세|성급|단정)|성립하지|동의하지|반박|옛말|"
    r"옛날 ?(?:얘기|이야기)|때 ?(?:의 )?(?:얘기|이야기)|면 안 ?된|안 됩니다|통하지 않|"
    r"착각|거짓|단정할 수 없|단정하기 어렵|단정은"
)
_QUOTES = re.compile(r"\"[^\"\n]{3,200}\"|(?<![a-z])'[^'\n]{6,200}'(?![a-z])")
_INDIRECT = re.compile(
    r"(?:틀린 (?:말|주장)|오답|거짓|오해|\bmyth|\bfalse|\bwrong|"
    r"\bincorrect) ?: [^.\n]{3,}|"
    r"(?:(?:wrong|incorrect|misleading|inaccurate|a mistake) to (?:call|say|claim|"
    r"think)|a (?:myth|misconception|fallacy) that|"
    r"disagree with (?:the )?(?:\w+ )?that|(?:reject|"
    r"dispute) (?:the )?(?:\w+ )?that)[^.;\n]{3,90}|(?:claim|idea|notion|belief|"
    r"statement|assertion|view|argument|saying|slogan|mantra|dogma|rule|wisdom|story|"
    r"assumption|intuition|lore|narrative|theory|impression|opinion|advice|line)(?:s|"
    r"ed)? that [^.;\n]{3,120}?(?= (?:is|are|was|does|goes|no longer|fails|breaks|"
    r"only|holds|stops|ignores|misses)\b(?! (?:memory|compute|bandwidth|always|never|"
    r"limited|bound)))"
    r"|[^.;\n\"]{3,120}?(?:라는|다는|라고 하는|다고 하는|라고들 하는|라고 부르는|"
    r"라고 보는|라고 쓰는) ?(?:[^\s.]{1,5} ){0,2}?(?:건|것은|말|"
    r"주장|통념|설명|이야기|얘기|글|의견|표현|믿음|생각|상식|속설|문장|명제|결론)"
    r"|(?:they (?:say|tell you|claim)|people (?:say|claim|think|believe)|(?:some|"
    r"many) (?:people |folks )?(?:say|claim|argue|think)|everyone (?:says|thinks)|"
    r"conventional wisdom (?:says|holds|has it)|(?:common|popular|usual|frequent|"
    r"widespread) (?:claim|belief|saying|view|wisdom|idea) is|it is (?:often |"
    r"commonly |"
    r"widely )?(?:said|claimed|believed))(?: that)? [^.;\n]{3,120}?(?=,? (?:but|yet|"
    r"however)\b|;|\.|\n|$)"
    r"|(?:calling|writing|saying|to say|to call|"
    r"claiming)(?: that)? [^.;\n,\"]{3,80}?(?= (?:makes|goes|is|would be|ignores|"
    r"misses|overstates)\b)"
    r"|[^.;\n\"]{3,90}?(?:인|는|은|일) ?줄(?:로|만)? ?(?:알았|생각했|믿었)(?:는데|지만|"
    r"으나)"
    r"|\b(?:i|we) (?:(?:used to|once|originally|initially|first|always|had) )?"
    r"(?:think|thought|believed?|assumed?|expect(?:ed)?)(?: that)? [^.;\n]{3,100}?"
    r"(?=,? (?:but|yet|however)\b)"
    r"|[^.;\n\"]{3,90}?(?:라고|다고) ?(?:쓴|적은|하는|말하는) ?(?:글|말|설명|사람)\S* "
    r"[^.\n]{0,8}(?:봤|있|들었|읽었)(?:는데|지만)"
    r"|\b(?:gets?|is|are|was) (?:often |usually |commonly |sometimes |always )*"
    r"(?:labell?ed|called|described as|billed as|filed under) [^.;,\n]{3,60}?"
    r"(?=,? (?:but|yet|however)\b)"
    r"|(?:whoever|anyone who|anybody who|those who|people who|if (?:you|anyone|someone|"
    r"somebody))(?: \w+){0,3}? (?:think|thought|say|said|claim|claimed|wrote|believe|"
    r"tell|told|taught)s?(?: (?:you|me|us))?(?: that)? [^.;\n]{3,100}?(?= (?:is|are|"
    r"has|"
    r"have|got|should|needs?|must) (?:it )?(?:wrong|backwards|mistaken|fooling|kidding|"
    r"confused|lying|never|not|to look|another))"
    r"|[^.;\n\"]{3,90}?(?:라고|다고|라|다)(?:들)? ?(?:\S{1,5} )?(?:우기|떠들|주장하|"
    r"고집하|"
    r"착각하|오해하|말들 ?하|단언하|장담하)(?:는데|던데|지만|더라만|으나|고 있지만)"
    r"|[^.;\n\"]{3,90}?(?:라고|다고) ?(?:쓴|적은|답한|주장한|말한|설명한|우긴|"
    r"믿는) [^.\n]{0,16}?"
    r"(?:답안|답|글|사람|친구|학생|책|교재|강의|댓글|분)(?=은|는|이|가)"
    r"|[^.;\n\"]{2,40}, which (?:says?|claims?|states?|argues?|"
    r"calls?) [^.;\n]{3,80}?(?=, (?:is|"
    r"are|was))"
    r"|[^.;\n\"]{3,90}?(?:라고|다고)(?:들)? ?(?:부르지만|부르는데|부르던데|여기지만|"
    r"하던데|"
    r"말하던데|했지만|했는데|우겼지만|말했지만|들었지만|들었는데|믿던데|배웠지만|"
    r"배웠는데|하지만|하는데|말하지만|생각했는데|"
    r"생각했지만|믿었는데|여겼는데|알았는데|예상했는데|예상했지만|알려져 있지만|"
    r"들 하지만|믿지만|생각하지만|배우지만|흔히 말하지만)"
)
_REPORT = re.compile(
    r"according to (?!(?:our|my|the (?:profil|trac|measure|bench|roofline|numbers|data|"
    r"log|"
    r"counter)|nsight|nsys|ncu|this (?:profil|trac|measure)))|(?:folklore|rumou?r|"
    r"legend|popular wisdom) (?:says|has|holds)|"
    r"\bkeeps? (?:\w+ )?(?:telling|saying|claiming|insisting|repeating)\b|(?:the |"
    r"this |that |a |their |\w+'s )?(?:paper|blog|post|docs?|"
    r"readme|"
    r"documentation|article|authors?|report|colleague|talk|thread|vendor|lecturer|"
    r"professor|textbook|book|team|slides?|video|course|review) (?:\w+ )?(?:says?|"
    r"said|claims?|claimed|argues?|argued|states?|stated|reports?|suggests?|writes?|"
    r"wrote|describes?|classif\w+|calls?|labels?|treats?|characteri[sz]es?|considers?|"
    r"explains?|mentions?|notes?|observes?|finds?|found|shows?)|\b(?:he|"
    r"she|they|people|some|many|nvidia|"
    r"someone|everyone|experts) (?:often )?(?:say|says|said|claims?|argues?|told|"
    r"tell)\b|it is (?:often |widely |commonly )?(?:said|claimed|believed)|"
    r"\b(?:my|our|your|his|her|their|the|a|an|some|one|this|that|"
    r"another) (?!(?:\w+ )?(?:"
    r"profil\w+|trac\w+|roofline|measurements?|numbers?|data|math|arithmetic|counters?|"
    r"logs?|"
    r"benchmarks?|results?|plots?|graphs?|figures?|nsight|nsys|ncu|calculation|"
    r"intuition|"
    r"timeline|test|run|experiment)\b)[\w'-]+(?: [\w'-]+)? (?:says|claims|claimed|"
    r"argues|"
    r"argued|insists|insisted|maintains|contends|asserts|asserted|swears|teaches|"
    r"taught|"
    r"believes|thinks|told (?:me|us)|tells (?:me|us|you)|keeps saying)\b|"
    r"conventional wisdom|(?:물어 ?보니|물어 ?봤더니)|래[.!]?\s*$|"
    r"\bi asked [\w ]{2,24}(?:and|,) (?:it|he|she|they)\b|i(?:'ve| have)? (?:read|"
    r"heard|(?:was|been) told)|reportedly|"
    r"supposedly|allegedly"
    r"|(?:문서|논문|블로그|자료|교재|강의|readme|docs?|기사|책)(?:에서는?|에는?|은|는) "
    r"[^.\n]{0,60}(?:라고|다고|(?:으로|로) ?(?:설명|분류|소개|서술|기술|규정|간주|본다|"
    r"봅니다))|(?:라고|다고)(?:들)? ?(?:한다|합니다|하더|하셨|하시|"
    r"말씀|그러더|그러던|들었|배웠|"
    r"읽었|주장|말한|말했|"
    r"적혀|적었|쓰여|"
    r"알려|설명|하네|했다|한다더|전한|밝혔|소개|되어 있|나와|봤다는|카더)|라더라|"
    r"(?:라|다)(?:던데|더군|네요?(?=[ .]|$)|는군)|답니다|랍니다|다더라|말로는|"
    r"(?<!측정)(?<!파일)(?<!결과)(?<!계산)(?<!로그)(?<!실험)(?:에 따르면|"
    r"에 의하면)|대요\b|래요\b|(?:라|다)는 (?:말이|얘기가|글이|"
    r"주장이|설명이|의견이) (?:있|많|돈|흔)|라는 게 정설|라고들|"
    r"(?:라|다)는 (?:글|기사|논문|말|얘기|이야기|주장)\S{0,2} ?(?:읽|봤|보았|들었|접했)"
)


def asks(low: str) -> bool:
    """Is the text a task or a question, whatever it is about?"""
    return bool(_QUESTION.search(low))


def quoted(low: str) -> list[tuple[int, int]]:
    """Spans in which someone else's words stand."""
    spans = [match.span() for match in _QUOTES.finditer(low)]
    for match in _INDIRECT.finditer(low):
        if not any(match.start() < end and start < match.end() for start, end in spans):
            spans.append(match.span())
    return sorted(spans)


def rejects(low: str) -> re.Match[str] | None:
    """A predicate that rejects what was quoted."""
    return _REJECT.search(low)


def reports(low: str) -> bool:
    """Is a claim passed on as someone else's?"""
    return bool(_REPORT.search(low))
