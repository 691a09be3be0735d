"""Is a statement asserted, denied, supposed, quoted or asked?

English negates on the left, Korean on the right.  Negations are counted, so a
double one is a positive; "not always" is not a negation of the statement.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from .clauses import Clauses
from .quoting import asks
from .statements import Statement
from .supposing import NONE_WHERE, is_supposed

_LEFT = re.compile(
    r"\bnot\b(?! only\b| just\b| always\b| necessarily\b| merely\b| every\b| all\b)|"
    r"n't\b(?! (?:always|necessarily))|\bnever\b|\bno longer\b|\bnor\b|\bneither\b|"
    r"\bhardly\b"
    r"|\brather than\b|\binstead of\b|\bcannot\b(?! launch)|\bfar from\b|"
    r"\bstop(?:s|ped)? (?:being\b|$)|\bceases? to be\b|\bdid ?nt\b|\bisnt\b|"
    r"\bfalse that\b|"
    r"\bwrong that\b|\bno(?: [\w-]+){0,2}? (?:case|gpu|model|batch(?: size)?|way|"
    r"situation|config(?:uration)?|setting|hardware|chip|card|accelerator|scenario|"
    r"workload|device|system|machine|circumstances|point|reason|evidence|sign)s?\b|"
    r"(?<!no )(?<!without )(?<!without a )(?<!little )(?<!beyond )\bdoubts?\b|\bdeny\b|"
    r"\bden(?:ies|ied)\b|\bfails? to be\b|"
    r"\bmore\b[^,;.]{1,30}\bthan $|\bby no means\b|\bin no way\b|\bnowhere (?:near|"
    r"close)\b|\brul(?:e|es|ed|ing) out\b|\bdismiss(?:es|ed)?\b|\bnobody\b|\bno one\b|"
    r"\banything (?:but|"
    r"except|other than|besides|save)\b|\b(?:escapes?|leaves?|leaving|exits?|"
    r"quits?|outgrows?|avoids?) (?:the |being )$"
)
_RIGHT_EN = re.compile(
    r"^[^,;.]{0,40}?(?:\b(?:does not|doesn't|do not|don't|cannot|can't) exist\b|"
    r"\bmakes no sense|\bis (?:wrong|false|not true|a myth|incorrect|"
    r"misleading)|\bno longer (?:holds|applies)|\bdisappears|\bvanishes|\bgoes away|"
    r"\bis gone)"
)
_NOT_NEGATION = re.compile(
    r"(?:법칙|철칙|불변|진리)\S* 아니\S*|수밖에 ?없|밖에 ?없|틀림 ?없|다름 ?없|"
    r"예외(?:는|가|도)? ?없|상관 ?없|관계 ?없|"
    r"어쩔 수 ?없|의심\S{0,4} ?없|여지\S{0,3} ?없|어김 ?없|말할 것도 ?없|못지않|"
    r"(?:부정|부인|의심)[^.]{0,8}(?:없|어렵|못|않)|(?:변하|바뀌|달라지|흔들리)지 ?않|"
    r"(?:말고|외에)는?[^.]{0,14}(?:없|아니|않)|지 ?않을까|(?:이|가)? ?(?:아닐까|아닌가|"
    r"아니겠|아니냐)|"
    r"뿐(?:만)? ?아니|마찬가지|변함 ?없|놓치지|"
    r"다르지 ?않|적지 ?않|문제(?:가|는)? ?없"
)
_RIGHT_KO = re.compile(
    r"아니|아닌|아닙|아님|아닐|않|못(?= ?하| ?한|하|한| ?된| ?벗어)|안(?= ?벗어)|없|"
    r"기 ?어렵|기는 ?어렵|"
    r"힘들|사라지|사라진|벗어나|벗어난|벗어난다|안 ?된|안 ?됨|불가능|말이 ?안|틀리|"
    r"(?<=[가이은는] )not(?:이|임|입|$|\b)|틀렸|틀린|해소|풀린|거짓|무리(?:다|이)|면한|"
    r"라기보다|거리가 ?멀|동떨어|오해|착각|과장|반박|지나치"
)
_STOP = re.compile(
    r"[아어해여라]서(?=[ ,])|지만|는데|은데|인데|반면|(?<=[이하])며 |니까|므로|"
    r"(?<=[다음임]) ?[.!?]|"
    r"[었았였겠]고(?=[ ,])|(?<=[없있])고(?=[ ,])|[.;!?](?=\s|"
    r"$)|이고[ ,]|(?<=다)고(?= 할| 볼| 하| 말)|\n|때문"
)
_DEFINED = re.compile(
    r"(?:\b(?:an?|any) (?:kernel|phase|workload|step|program|layer|operation|op|code|"
    r"computation|routine|process) is (?:said to be |called |"
    r"considered )?[\w-]+[- ](?:bound|"
    r"limited)(?: exactly| only| precisely)? (?:if|when|whenever|iff)\b|"
    r"\b(?:describes?|denotes?|"
    r"stands for|characteri[sz]es|designates) (?:an?|the|any|that|when)\b|\b(?:memory|"
    r"compute|bandwidth)[- ]bound is (?:when|the (?:state|regime|case)|"
    r"where)\b|상태를 (?:말|가리|뜻)|경우를 (?:말|가리|뜻)|^(?:to (?:find out|tell|"
    r"check|see) |how to )|(?:확인|알아보|구별|판별|구분)하려면|"
    r"\bcall (?:the|that|this|your|such) |(?<!는 )뜻(?:이다|입니다)|(?:바운드|병목|"
    r"bound|제한)[\"'”]? ?(?:이)?란 |(?:bound|limited|bottleneck)[\"']? (?:simply |"
    r"just )?means\b|"
    r"\bis defined as\b|\brefers to\b|\bdefinition\b|\bis called\b|\bwe call\b|"
    r"\bcall (?:a|an|it)\b|(?:바운드|병목|bound|바운디드|제한)(?:이)?란 |"
    r"이라는 ?(?:말|용어|것)은 |뜻한다|뜻하|의미한다|의미하는|정의|(?:을|"
    r"를) [^.\n]{0,30}(?:라고|라) ?(?:부른다|부르며|한다)|(?:라고|라) 부른다|(?:라고|"
    r"라) 부르는)"
)
_OTHER_SUBJECT = re.compile(
    r"(?<![a-z])(?:pre-?training|training|fine-?tuning|backward(?!s)|학습|훈련|"
    r"파인튜닝|"
    r"역전파)"
)
_PHASE_WORD = re.compile(
    r"decod|prefill|디코드|디코딩|프리필|generat|토큰 생성|생성|ttft|tpot|inference|"
    r"서빙|추론"
)
_UNLIKE = re.compile(
    r"\bunlike\b|\bin contrast to\b|\bcompared (?:with|to)\b|달리|와는 다르게|"
    r"과는 다르게"
)
_REACH = 300  # characters: no negation or question mark is meant further away


_CLOSED = re.compile(r"(?:[아어해여라나]서|지만|는데|니까|므로|느라)(?: [^.]{0,8})?$")


_IS_IT_NOT = re.compile(
    r"^\W*(?:(?:so|but|and|hey|wait),? )?(?:is|are|does|do|was|were|won|would|should|"
    r"ca)"
    r"n't\b|(?:이|가|은|는)? ?(?:아닌가|아닌지|아닌가요|아니에요|아니야|아니냐|"
    r"아닙니까|아니지)|지 ?(?:않나|않"
    r"습니까|않아요|않는가|않은가)"
)


_NOT_NEVER = re.compile(
    r"\b(?:(?:not|n't) (?:true|so|right|correct|the case)|false|wrong|untrue|a myth|"
    r"nonsense) "
    r"that\b[^.;]*\b(?:never|always|every|all|necessarily|universally)\b[^.;]*$|"
    r"\bdoubt\b[^.;]*"
    r"\b(?:always|every|all)\b[^.;]*$|\b(?:does not|doesn't) mean\b[^.;]*\b(?:always|"
    r"never|every|all|"
    r"necessarily|must|has to)\b[^.;]*$"
)


_NAMED_AFTER = re.compile(  # the word is spoken of, not used
    r"(?:(?:와|과|하고|이랑|,)[^.]{1,16}?)?[\"']?(?:의|이라는|라는|인지의?)? ?(?:차이|"
    r"개념|용어|구분|구별|비교|여부)"
)
_NAMED_BEFORE = re.compile(
    r"\b(?:differences?|distinctions?|line|boundary) between [^.;]{0,50}$|"
    r"\b(?:definitions?|"
    r"meanings?|notions?|concepts?) of (?:\w+ )?$|\bthe (?:terms?|words?|labels?) $"
)


_EVERY_RIGHT = re.compile(
    r"[^,;.]{0,14}?\b(?:(?:in|on|for|at|under|across|with) )?(?:every|(?<!at )all|each|"
    r"always)\b"
)


class Stand(NamedTuple):
    """A statement with its phase-independent standing in the text."""

    statement: Statement
    negations: int
    supposed: bool = False
    asked: bool = False
    rejected: bool = False
    elsewhere: bool = False  # about training, or the other arm of "unlike ..."
    defined: bool = False
    universal_denied: bool = False

    @property
    def negated(self) -> bool:
        """Odd number of negations."""
        return self.negations % 2 == 1

    @property
    def asserted(self) -> bool:
        """Does the author hold it (or its negative)?"""
        return not (self.supposed or self.asked or self.rejected or self.elsewhere)


@cache
def _not_all() -> re.Pattern[str]:
    return re.compile(
        r"(?:not|n't) (?:\w+ )?(?:always|necessarily|every|all|in every|universally|"
        r"inevitably)|\b(?:no (?:law|rule|reason|guarantee|requirement)(?: of nature)?|"
        r"nothing (?:says|requires|forces|guarantees|dictates))\b[^.;]{0,40}"
        r"\b(?:always|must|has to|have to|necessarily|every|all)\b|\bneed(?:s)? not\b|"
        r"\bdoes(?: not|n't) have to\b|\bnot (?:a law|"
        r"a rule)"
    )


_ALL_KO = re.compile(
    r"(?:라고|이라고) 다 |(?<![가-힣])다 (?=메모리|연산|대역폭)|항상|언제나|늘 |무조건|"
    r"반드시|모든|꼭 |매번|전부"
)


def stand(low: str, clauses: Clauses, one: Statement, following: int) -> Stand:
    """How the text stands to statement `one`; `following` is where the next begins."""
    start, end = clauses.sentence(one.start)
    start, end = max(start, one.start - _REACH), min(end, one.end + _REACH)
    clause_start, clause_end = clauses.clause(one.start)
    left = low[max(clause_start, one.start - 70) : one.start]
    wide_left = low[start : one.start]
    right = low[one.end : min(following, end, one.end + 60)]
    if one.paraphrase and _CLOSED.search(low[one.start : one.end]):
        right = ""  # what follows is another clause
    asked = asks(low[start:end])
    negations, denied = _count(low, left, right, one, wide_left)
    if asked and _IS_IT_NOT.search(low[start:end]):
        negations = max(0, negations - 1)  # it expects a yes
    if re.search(r"\bnot $", low[max(0, clause_start - 5) : clause_start]) and re.match(
        r"because|due to|since", low[clause_start : one.start]
    ):
        negations += 1  # "not because the GPU lacks FLOPs but because ..."
    sentence = low[start:end]
    return Stand(
        one,
        negations + one.negated,
        supposed=is_supposed(low, start, end, left, one),
        asked=asked,
        elsewhere=_is_elsewhere(low, clauses, one, clause_start, clause_end),
        defined=bool(
            _DEFINED.search(sentence)
            or _NAMED_AFTER.match(low, one.end)
            or _NAMED_BEFORE.search(low[start : one.start])
        ),
        universal_denied=denied,
    )


def _count(
    low: str, left: str, right: str, one: Statement, wide_left: str
) -> tuple[int, bool]:
    """Negations of the statement, and whether a universal is what is denied."""
    if _not_all().search(left[-70:]) or _NOT_NEVER.search(wide_left):
        return 0, True
    if re.search(r"(?:\bnot|n't) (?:\w+ )?$", left) and _EVERY_RIGHT.match(right):
        return 0, True  # "is not memory-bound on every chip"
    inner = 0
    if not one.paraphrase:
        words = low[one.start : one.end]
        inner = len(
            re.findall(
                (
                    r"\bnot (?:what|the)\b|\b(?:never|rarely|seldom)\b|n't\b|아니|"
                    r"\banything (?:but|except|other than|besides|save)\b"
                ),
                words,
            )
        )
    if "neither" in left:
        left = re.sub(r"\bnor\b", "", left)
    english = len(_LEFT.findall(left)) + (1 if _RIGHT_EN.search(right) else 0)
    if re.search(
        (r"\bit is (?:not true|false|wrong|untrue) that\b|\bnot the case that\b"),
        wide_left,
    ) and not re.search(
        r"\bit is (?:not true|false|wrong|untrue) that\b|\bnot the case that\b", left
    ):
        english += 1
    if "not true that" in left or "not the case that" in left:
        pass  # already counted by its "not"
    if left.endswith("less ") and re.match(
        r" than (?:memory|comput|bandwidth|arith)", low[one.end : one.end + 16]
    ):
        english += 1
    none = NONE_WHERE.search(wide_left)
    if none and none.start() < len(wide_left) - len(left):
        english += 1  # "there is no chip on which decode is ..."
    stop = _STOP.search(right)
    korean = _NOT_NEGATION.sub(
        "", right[: stop.end() if stop and not _continues(right, stop) else len(right)]
    )
    count = len(_RIGHT_KO.findall(korean))
    if (
        count
        and _ALL_KO.search(wide_left)
        and re.search(
            (
                r"(?:것|건|게|지|지는|것만)(?:은|는|도)? ?(?:아니|않)|"
                r"(?:라고|다고) ?(?:말|단정|장담|단언)?(?:할|볼) ?수 ?(?:는 |가 )?없|"
                r"(?<!아닌)(?<!않는)(?:는|란|을|할|될|"
                r"일) ?(?:법|이유|"
                r"까닭|보장|근거|필요)(?:은|는|이|도|가|란)? ?없|"
                r"(?:이|가|은|는) 아니"
            ),
            korean,
        )
        and not re.search("절대|결코|전혀", wide_left)
    ):
        return 0, True
    return inner + english + count, False


def _continues(right: str, stop: re.Match[str]) -> bool:
    """'…다고 할 수 없다' goes on after the joint."""
    return stop[0] == "고" and bool(re.match(r" ?(?:할|볼|하|말)", right[stop.end() :]))


def _is_elsewhere(
    low: str, clauses: Clauses, one: Statement, start: int, end: int
) -> bool:
    clause = low[start:end]
    if _OTHER_SUBJECT.search(clause) and not re.search(
        r"decod|prefill|디코|프리필", clause
    ):
        return True
    previous = low[clauses.clause(max(start - 1, 0))[0] : start] if start else ""
    first = max(clauses.sentence(one.start)[0], one.start - _REACH)
    before = low[first : one.start]
    other = max((m.end() for m in _OTHER_SUBJECT.finditer(before)), default=-1)
    ours = max((m.end() for m in _PHASE_WORD.finditer(before)), default=-1)
    if other > ours:
        return not _PHASE_WORD.search(low[one.start : one.end + 3])
    return bool(
        (
            _UNLIKE.search(clause)
            and one.end <= end
            and not re.search(r"달리[ ,]", low[start : one.start])
        )
        or (clause.startswith("which") and _UNLIKE.search(previous))
        or (clause.startswith("which") and _OTHER_SUBJECT.search(previous))
    )


def negations_within(low: str, one: Statement, start: int, end: int) -> int:
    """Negations of a statement inside the quotation [start, end) that holds it."""
    left, right = low[start : one.start], low[one.end : end]
    korean = _NOT_NEGATION.sub("", right)
    return len(_LEFT.findall(left)) + len(_RIGHT_KO.findall(korean))
