"""Words that weaken a statement: tendency, likelihood, opinion."""

from __future__ import annotations

import re
from functools import cache

_HEDGE_EN = (
    r"\bi(?:\'d| would)? estimate\b|^guess\b|[.] guess\b|\b(?:from|"
    r"by) the looks? of (?:it|things)\b|\bmajority of\b|\b(?:nine|eight|9|"
    r"8) times out of (?:ten|10)\b|\bmore often than not\b|\bimh?o\b|"
    r"\bafaik\b|\blooks? (?:like|to me)\b|\blooks [\w-]+-(?:bound|limited)\b|"
    r"\b(?:feels|"
    r"sounds) like\b|\bas far as i (?:know|can tell|see)\b|\bi'd (?:guess|bet|"
    r"wager)\b|"
    r"\bi reckon\b|\barguably\b|\bapparently\b|\bif i'm not (?:mistaken|wrong)\b|"
    r"\b(?:not|"
    r"n't) (?:entirely |quite |really |totally )?(?:sure|certain)\b|"
    r"\bhaven't checked\b|\bin "
    r"many (?:cases|settings)\b|\b(?:chances|odds) are\b|\b(?:kind|sort) of\b|"
    r"\bsomewhat\b|"
    r"\bpretty much\b|\bordinarily\b|\bon the whole\b(?=,| (?:decod|prefill|it\b|"
    r"memory))|\bin the main\b|\bought to\b|"
    r"\bpredominantly\b|\b(?:almost|nearly|practically|virtually) (?:always|every|all|"
    r"never|any)\b|"
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
    r"llms)\b|\bshould be (?:\w+ )?(?=memory|compute|bandwidth|bound|limited)"
)
_HEDGE_KO = (
    r"보아하|십중팔구|"
    r"열에 ?(?:아홉|여덟)|(?:제|내|저의|나의|개인적인) ?생각(?:에|엔|"
    r"으로|은)|"
    r"(?<![했았었였봤보])듯(?:합|해|한데)|"
    r"(?:일|될|할|을)걸(?:요)?(?=[ .]|$)|모르(?:지만|겠지만|겠으나|나)|확실(?:하지|치|"
    r"하진) ?(?:는 )?않|"
    r"얼추|거진|[지나] ?싶(?:다|습|어|네)|(?:으로|로) ?(?:보입|여겨|추정|예상)|"
    r"예상(?:된다|됩|한다|합)|"
    r"법하|모양이|성싶|보통|대체로|대개|일반적으로|주로|흔히|(?:[은는인]|"
    r"ㄴ) ?편(?!이 ?(?:낫|좋|유리|"
    r"이득))|경향|것 ?같|(?<![했았었였봤보])듯(?:하|"
    r"싶|$|[ .])|지도 ?모|아마|(?<!할 )(?<!볼 )(?:[을일될할릴힐날질칠])? ?수(?:도|"
    r"는)? 있(?!는 (?:gpu|모델))|쉽다|기 ?쉬|대부분(?:의 ?(?:경우|gpu|모델|상황|칩|"
    r"카드|설정|서버)|은|(?= (?:메모리|연산|대역폭|compute|memory)))|거의 (?:항상|"
    r"언제나|늘|모든|매번|무조건)|[일을릴될할힐] ?것이|[일을릴될할힐] ?거(?:다|예요|"
    r"라)|(?<!못 하)(?<!못하)(?<!모르)(?<!알)(?<!하)겠(?:다|지|네|습)|추정|가능성|"
    r"(?<!보)(?<!부르)(?<!하)기 어렵|단정하기 어렵|"
    r"아닐까|싶다|로 ?보인|(?<![을를임음] )(?<!을)(?<!를)보인다|대게|"
    r"(?:경우|때)가 ?(?:대부분|많|흔|있)|(?:병목|바운드|문제|탓) ?같|통상|웬만하면|"
    r"웬만한|다소|"
    r"꼭 ?.{0,20}(?:아니|않)|(?:항상|늘|언제나|무조건|반드시).{0,30}(?:것은|건|게|"
    r"지는|진) (?:아니|않)|어느 정도|추측|짐작(?:이|컨대|건대|된|됩)|감으로는|느낌|"
    r"일지도|기울기 ?쉬|하기도"
)


@cache
def _hedge() -> re.Pattern[str]:
    return re.compile(f"{_HEDGE_EN}|{_HEDGE_KO}", re.ASCII)


def hedges(low: str) -> list[tuple[int, int]]:
    """Spans of words that weaken a statement.

    >>> hedges("decode is usually memory-bound")
    [(10, 17)]
    """
    return [match.span() for match in _hedge().finditer(low)]
