"""Read a value that may be one number, a range, a list or one-sided.

The same grammar serves batch, context and prompt: "32", "1-32", "1부터 64까지",
"1, 2 and 4", "more than 300", "300을 넘", "five or fewer", "up to 8".
"""

from __future__ import annotations

import re

from .numbers import ABOUT, NUMBER, number

_MORE = (
    r"(?:more than|over|above|past|beyond|exceed(?:s|ing)?|greater than|larger than|"
    r"bigger than|higher than|longer than|upwards? of|cross(?:ed|es|ing)?|"
    r"surpass\w*|>)"
)
_LEAST = r"(?:at least|no fewer than|>=|from)"
_LESS = r"(?:less than|fewer than|under|below|smaller than|shorter than|<)"
_MOST = r"(?:at most|no more than|up to|as many as|<=|until|max(?:imum)?(?: of)?)"
_UNIT = r"(?:\s?(?:개|건|명|토큰|tokens?|sequences?|seqs?|requests?|장))?"
_KOREAN = (
    r"(?P<kop>(?:를|을|가|이)?\s?(?:대\s?)?(?:정도\s?|쯤\s?|근처\s?)?(?:이상|초과|"
    r"이하|미만|(?:를|을)?\s?넘|을 웃(?:도|돌|돈)|(?:밑|아래)(?=으로|에서|로)|"
    r"보다 (?:커|크|많|길|작|적|짧)|"
    r"부터(?! ?\d)|"
    r"까지|까진))"
)
_ENGLISH = (
    r"(?P<eop>\+|\s?(?:or|and) (?:more|above|larger|higher|greater|longer|up)|"
    r"\s?(?:or|and) (?:fewer|less|below|smaller|under|lower)|\s?upwards?)"
)
# What may not follow an item of a list: it would be another quantity's number.
_NOT_ITEM = (
    r"[\w.,%-]*[\d.]|[a-z가-힣]|[-x*%]|\s?(?:k\b|tok|ms\b|gb|gpu|card|토큰|장\b|천|만|"
    r"x\b|way|(?:prompt|input|context|output|kv)s?\b)"
)
# Named groups of one value; `prefix` only keeps names apart when used twice.
VALUE = (
    rf"(?:(?P<more>{_MORE})|(?P<least>{_LEAST})|(?P<less>{_LESS})|"
    rf"(?P<most>{_MOST}))?\s?{ABOUT}"
    rf"(?P<first>-?{NUMBER})"
    rf"(?:(?P<listed>(?:\s?(?:,|/|그리고|및|and|or|와|과)\s?(?:and |"
    rf"or )?\d{{1,5}}(?!{_NOT_ITEM})){{1,12}})"
    rf"|\s?(?:-|~|(?<=\d)→(?=\d)|부터|에서(?= \d+ ?(?:까지|사이))|to|through|thru|"
    rf"up to|and up to|"
    rf"and(?= \d+[,)]?\s)|와|과|"
    rf"\.\.)\s?(?:up to )?(?P<second>{NUMBER})(?P<reach>\s?(?:까지|사이))?)?"
    rf"{_UNIT}(?:{_KOREAN}|{_ENGLISH})?"
)
_PLAIN = re.compile(NUMBER)
_FIRST = {
    "이상": ">=",
    "부터": ">=",
    "초과": ">",
    "이하": "<=",
    "까지": "<=",
    "까진": "<=",
    "미만": "<",
    "밑": "<",
    "아래": "<",
}


def value(match: re.Match[str], *, binary: bool = False) -> int | str | None:
    """What VALUE matched, in the notation of the label rules; None if no value.

    >>> value(re.compile(VALUE).search("at least 16"))
    '>=16'
    >>> value(re.compile(VALUE).search("1부터 64까지"))
    '1-64'
    """
    raw = match["first"]
    first = None if raw.startswith("-") else number(raw, binary=binary)
    if match["second"]:
        second = number(match["second"], binary=binary)
        unit = re.search(r"[k천만]", match["second"])
        if unit and first is not None and raw.isdigit():  # 4-8k
            first = number(raw + unit[0], binary=binary)
        if first is None or second is None:
            return None
        return f"{first}-{second}" if first < second else second
    if first is None:
        return None
    if match["listed"]:
        rest = [number(part, binary=binary) for part in _PLAIN.findall(match["listed"])]
        values = [first, *(item or 0 for item in rest)]
        before = match.string[max(0, match.start("first") - 10) : match.start("first")]
        if len(values) == 2 and values[0] < values[1] and "between" in before:
            return f"{values[0]}-{values[1]}"
        if values == sorted(set(values)):
            return ",".join(map(str, values))
        return first
    operator = _operator(match)
    return f"{operator}{first}" if operator else first


def _operator(match: re.Match[str]) -> str:
    for group, operator in (
        ("more", ">"),
        ("least", ">="),
        ("less", "<"),
        ("most", "<="),
    ):
        if match[group]:
            return operator
    korean = match["kop"] or ""
    if korean:
        if "넘" in korean or "웃" in korean:
            return ">"
        if "보다" in korean:
            return ">" if re.search("커|크|많|길", korean) else "<"
        return next((op for word, op in _FIRST.items() if word in korean), "")
    english = match["eop"] or ""
    if english:
        return (
            "<="
            if re.search(("fewer|less|below|smaller|under|lower"), english)
            else ">="
        )
    return ""
