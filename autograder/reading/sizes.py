"""Find sizes: batch, context, prompt length, and the number of devices."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from .mention import Mention
from .numbers import DIGITS, NUMBER, number
from .ranges import VALUE, value

_LINK = (
    r"(?:\s|크기|사이즈|길이|length|len|window|size|sizes|\bof\b|\bis\b|\bwas\b|"
    r"\bat\b|\bwith\b|\bby\b|\bfor\b|\bare\b|\bthe\b|\bto\b"
    r"|\bpasse[sd]\b|\bpass\b|\breach(?:es|ed)?\b|\bgrows?\b|\bhits?\b|\bgoes\b|"
    r"\brises?\b|\bset\b|\bwe (?:tried|tested|ran)\b|\bi (?:tried|tested|ran)\b|"
    r"\bfixed\b|\bkept\b|\bheld\b|\bcapped\b|\blocked\b|\btokens?\b|\bbetween\b|"
    r"\branging\b|\bcrossed\b"
    r"|은|는|이|가|을|를|도|의|만|수|로|[:=(\"'])*"
)
_BATCH = (
    r"(?:max[-_ ]?batch(?:[-_ ]?size)?|batch(?:[-_ ]?sizes?|es|ing)?|bsz|bs|"
    r"b(?=\s?=\s?\d|\s?[<>]=?\s?\d)|m(?=\s?=\s?\d)"
    r"|(?:미니 ?)?배치(?:[-_ ]?(?:크기|사이즈))?|동시 ?(?:요청|사용자|접속|"
    r"시퀀스)(?: ?수)?|동접(?:자)?(?: ?수)?|동시성|concurrency|max[-_ ]num[-_ ]seqs?|"
    r"최대 시퀀스 수)"
)
_SEQUENCES = (
    r"(?:(?:concurrent|parallel|simultaneous|batched|active) )?(?:sequences?|seqs?|"
    r"requests?|users?|streams?|clients?|prompts?(?= ?(?:x|of|×))|conversations?)"
)


_SIGN = {
    "more than": ">", "over": ">", "above": ">", "past": ">", "beyond": ">",
    "exceeding": ">", "at least": ">=", "under": "<", "below": "<", "fewer than": "<",
    "until": "<=", "up to": "<=", "at most": "<=",
}  # fmt: skip


@cache
def _batch_named() -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?P<pre>past|beyond|above|over|below|under|up to|until|at most|at least|"
        rf"more than|exceeding)\s(?:a )?)?(?<![a-z0-9_])(?P<word>{_BATCH})(?![a-z])"
        rf"(?:-(?=\d))?{_LINK}\s?{VALUE}(?P<after>\s?(?:gb|tb|ms|%|x faster|배(?!치)|"
        rf"tok\w*/s|k?\s?tokens?))?"
    )


@cache
def _batch_valued() -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?P<mod>more than|over|above|past|beyond|at least|under|below|"
        rf"fewer than|up to|at most|>=?|<=?)\s?)?(?:about |roughly |"
        rf"around )?(?<![\w.,-])"
        rf"(?P<n>{NUMBER}|thousands|hundreds)(?P<plus>\+)?"
        rf"(?:[- ](?:max[- ])?(?P<batch>batch(?:es)?|배치|way batch)(?!\w)"
        rf"|[- ]?(?P<conc>concurrency|concurrent(?: \w+)?|simultaneous \w+|"
        rf"parallel (?:requests|sequences|users)|동접|명(?:이|의)? ?(?:동시|사용자)?|"
        rf"동시 ?(?:요청|사용자))(?![a-z])"
        rf"|[- ](?P<seq>{_SEQUENCES})(?![a-z])"
        rf"|\s?(?:개|건)?씩 (?:묶|한꺼번에|동시에|처리|돌)|\s?(?P<geon>건씩|개씩|"
        rf"개 ?요청|요청|개의 ?(?:요청|시퀀스|프롬프트)))"
    )


@cache
def _single() -> re.Pattern[str]:
    return re.compile(
        r"(?<![a-z])(?:(?:a |one )?single[- ](?:[\d,]+k?[- ]token )?(?:request|user|"
        r"stream|sequence|client|"
        r"query|prompt|batch|session|conversation)s?"
        r"|(?:one|1|a lone|a sole|the only|just one|only one) (?:request|user|stream|"
        r"sequence|client|query|"
        r"conversation)(?! per\b)(?: at a time)?|one at a time"
        r"|no batching|without (?:any )?batching|unbatched|no concurrency|"
        r"batch of one|for myself|(?:just|only) me)(?![a-z])"
        r"|혼자(?:서)? ?(?:쓰|쓸|돌|사용|써|띄|굴)|나 혼자|한 ?(?:사람|명)(?:이|"
        r"만)? ?(?:쓰|쓸|사용)|(?:배칭|배치) ?없이|"
        r"배칭을? ?(?:안|하지 않)|(?:단일|개별) ?(?:요청|사용자|스트림|시퀀스|유저)|"
        r"싱글 ?(?:유저|스트림|배치)"
        r"|(?:프롬프트|문서|입력)(?: ?[\d,천만k]+ ?토큰)?(?:이|을|은|를)? ?(?:하나|"
        r"한 ?(?:개|건)|1 ?(?:개|건))(?=[를을만의 ,.])"
        r"|(?:요청|사용자|시퀀스|질문)(?:이|을|은)? ?(?:하나|한 ?(?:개|건|명)|"
        r"1 ?(?:개|건|명))|(?:한|1) ?(?:건|개|명)씩|요청을? ?한 ?번에 ?하나|"
        r"하나씩 (?:돌|처리|생성|보)|1인 ?사용"
    )


_LENGTH_NUMBER = rf"(?:{DIGITS})\s?(?:만\s?\d천|[천만]|k(?![a-z]))?"
_CONTEXT = (
    r"(?:context(?:s)?(?: length| window| size)?|ctx(?:[-_ ]?len)?|"
    r"컨텍스트(?: ?길이)?|콘텍스트(?: ?길이)?|문맥(?: ?길이)?|"
    r"seq(?:uence)?[-_ ]?len(?:gth)?s?|seqlen|n_ctx|시퀀스 ?길이"
    r"|(?<![가-힣] )길이|kv(?: ?(?:cache|캐시))?(?: ?(?:length|len|길이))?|"
    r"cache(?:d)?(?: (?:length|len|tokens|of))?|캐시 ?길이|history)"
)
_PROMPT = (
    r"(?:prompts?(?: length| len| size)?(?: of)?|프롬프트(?: ?길이)?|isl|"
    r"input(?: length| len| tokens| of)?|입력(?: ?(?:길이|토큰(?: ?수)?))?|prompt_len|"
    r"pp(?=\d))"
)


@cache
def _length_named() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![a-z0-9_])(?:(?P<ctx>{_CONTEXT})|"
        rf"(?P<prompt>{_PROMPT}))(?![a-z]){_LINK}\s?{VALUE}"
        r"(?P<after>\s?(?:gb|tb|mb|ms|%|x\b|배(?!치)|tok\w*/s|bits?|bytes?|b\b|"
        r"layers?|heads?|requests?|chunks?|개 ?(?:요청|청크)|prompts?|steps?))?"
    )


@cache
def _length_valued() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w.,])(?P<n>{_LENGTH_NUMBER})[- ]?(?:tokens?[- ]?|토큰(?:짜리|"
        rf"의)?(?:을| 길이)? ?)?(?:long )?(?:of )?"
        rf"(?:(?P<ctx>contexts?|ctx|컨텍스트|콘텍스트|문맥|cache\b|kv|history|cached)|"
        rf"(?P<prompt>prompts?|프롬프트|입력|input))(?![a-z])"
        rf"|토큰 ?(?P<fed>{_LENGTH_NUMBER}) ?개(?:를|의)? ?(?:한 ?번에|한꺼번에|"
        rf"동시에|넣|프리필|입력)"
        rf"|(?<![\w.,])(?P<many>{_LENGTH_NUMBER}) ?(?:tokens?|토큰)(?:을|"
        rf"의)? ?(?:in a prompt|per prompt|of prompt|(?:길이 ?)?프롬프트|프리필|"
        rf"of prefill|prefills?)"
        rf"|(?:x|×) ?(?P<each>{_LENGTH_NUMBER}) ?(?:tokens?|토큰)"
        rf"|(?:prefill(?:ing)?|프리필)(?:은|는|을| of| with|"
        rf" at)? (?:a )?(?P<pre>{_LENGTH_NUMBER}) ?(?:tokens?|토큰)"
        rf"|(?<![\w.,/x-])(?P<bare>\d{{1,3}}k)(?: ?tokens?(?!/)|"
        rf" ?토큰)?(?![a-z0-9/]| ?(?:tok|ops|flop|dpi|캐시))"
    )


_CARDS = (
    r"(?:장|대(?![가-힣])|개(?= ?(?:로|를|에|의)? ?(?:gpu|카드|a100|h100))|-?cards?|"
    r"[- ]way (?:tp|tensor)|(?<!한)(?<!한 )[- ]?gpus?|chips?)"
)


@cache
def _counts() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w.])(?P<times>\d{{1,4}}) ?(?:x|\*) ?(?=(?:nvidia |"
        rf"amd )?(?:[a-z]{{1,2}}\d|rtx|gtx|mi\d|\d{{4}}|tpu|gaudi))"
        rf"|(?<=[0-9a-z]) ?(?:x|\*) ?(?P<after>\d{{1,3}})(?![a-z0-9_.]| ?(?:tok|토큰)|"
        rf"배)"
        rf"|(?<![a-z])(?:tp|tensor[- _]parallel(?:ism)?(?:[-_ ]size)?|"
        rf"텐서 ?병렬(?:화)?)(?: degree| of|"
        rf"[-_ ]?size)? ?[=:]? ?(?P<tp>\d{{1,3}})(?![\d.])"
        rf"|(?:tpu[- ]?v\d[a-z]?|[abhlt]\d{{1,3}}[a-z]?|mi\d{{3}}x?|gaudi ?\d|"
        rf"\d0[5-9]0(?: ti)?) (?P<pieces>\d{{1,3}}) ?(?:개|대)"
        rf"|tpu[- ]?v\d[a-z]?-(?P<slice>\d{{1,4}})"
        rf"|(?<![\w.가-힣])(?P<cards>{NUMBER}) ?{_CARDS}(?![a-z])"
        rf"|(?<![\w.,-])(?:(?P<one>a single|single|one|한 장의|하나의)|(?P<words>two|"
        rf"three|four|eight|sixteen|a pair of|두 장의|\d{{1,2}}))"
        rf"(?= (?:nvidia |amd |intel |apple )?(?:rtx |gtx |"
        rf"tesla )?(?:[abhltv]\d{{1,3}}\w?|mi\d|\d0[5-9]0|m[1-5]\b|gpus?|cards?|tpu|"
        rf"gaudi|jetson|l40s|40\d0|30\d0))"
    )


def find_sizes(low: str) -> Iterator[Mention]:
    """Batch, context, prompt and device count, wherever they are named.

    >>> [(m.slot, m.value) for m in find_sizes("batch 8, 4k context")]
    [('batch', 8), ('context', 4096)]
    """
    yield from _batches(low)
    yield from _lengths(low)
    yield from _device_counts(low)


def _batches(low: str) -> Iterator[Mention]:
    ends: set[int] = set()
    for match in _batch_named().finditer(low):
        if "token" in low[match.start("word") : match.start("first")] or match["after"]:
            continue
        if re.match(
            r"max[-_ ]?num[-_ ]?batched", low[max(0, match.start() - 8) : match.end()]
        ):
            continue
        found = value(match)
        ends.add(match.end("first"))
        if found is not None and not _is_other(low, match):
            if match["pre"] and isinstance(found, int):
                found = f"{_SIGN[match['pre']]}{found}"
            yield Mention("batch", found, *match.span(), _kind(match["word"]))
    for match in _single().finditer(low):
        ends.add(match.end())
        yield Mention("batch", 1, *match.span(), "batch")
    for match in _batch_valued().finditer(low):
        if match.end("n") in ends or match["n"] in ("hundreds", "thousands"):
            continue
        if match["seq"] and re.match(r"(?:per|/) ?s", low[match.end() :].lstrip()):
            continue
        n = number(match["n"])
        if n is None:
            continue
        sign = _SIGN.get(match["mod"] or "", match["mod"] or "")
        sign = ">=" if match["plus"] else sign
        concurrent = match["conc"] or (match["seq"] or "").startswith(
            ("conc", "para", "simul", "user", "client")
        )
        yield Mention(
            "batch",
            f"{sign}{n}" if sign else n,
            *match.span(),
            "concurrency" if concurrent and n > 1 else "batch",
        )
    for match in re.finditer(
        (
            rf"동시(?:에)? ?(?P<n>{NUMBER}) ?(?:명|개|건)(?:의 ?(?:요청|"
            rf"사용자))?(?P<op>까지|이하|이상)?"
        ),
        low,
    ):
        n = number(match["n"])
        sign = {"까지": "<=", "이하": "<=", "이상": ">="}.get(match["op"] or "", "")
        if n:
            yield Mention(
                "batch", f"{sign}{n}" if sign else n, *match.span(), "concurrency"
            )
    for match in re.finditer(r"요청(?:을|이)? ?(?P<n>\d{1,5}) ?(?:개|건)", low):
        n = number(match["n"])
        if n:
            yield Mention("batch", n, *match.span(), "batch")


def _kind(word: str) -> str:
    if "seqs" in word or "시퀀스" in word:
        return "max_num_seqs" if "동시" not in word else "concurrency"
    return "concurrency" if word.startswith(("동시", "동접", "conc")) else "batch"


def _is_other(low: str, match: re.Match[str]) -> bool:
    """'batch 12에서 32로' is a change; a decimal, percent or unit is no batch."""
    rest = low[match.end() :]
    return bool(
        re.match(
            (
                r"\.\d|\s?(?:%|못|불가|tok|ms\b|gb|tflops|배(?!치)|x (?:faster|"
                r"more|the)|"
                r"times\b|초)"
            ),
            rest,
        )
    ) or bool(re.match(r"(?:\d)", rest))


def _lengths(low: str) -> Iterator[Mention]:
    ends: set[int] = set()
    for match in _length_named().finditer(low):
        found = value(match, binary=True)
        if (
            found is None
            or match["after"]
            or _is_other(low, match)
            or "," in str(found)
        ):
            continue
        smallest = int(re.sub(r"\D", "", str(found).split("-")[0].split(",")[0]) or 0)
        tokens = (
            re.search((r"k|천|만|token|토큰|길이|length|isl|len|=|:"), match[0])
            or smallest >= 16
        )
        if not tokens or (smallest <= 1 and isinstance(found, int)):
            continue
        ends.add(match.end("first"))
        ends.add(match.end("second") if match["second"] else -1)
        yield Mention("context" if match["ctx"] else "prompt_len", found, *match.span())
    for match in _length_valued().finditer(low):
        group = next(g for g in ("n", "fed", "many", "each", "pre", "bare") if match[g])
        if any(abs(match.end(group) - end) < 2 for end in ends):
            continue
        before = low[max(0, match.start() - 12) : match.start()]
        if re.search(r"(?:chunk|청크|budget|예산|batched)\S*\s?\S{0,3}$", before):
            continue
        found = number(match[group], binary=True)
        if found is None or found < (2 if re.search("tok|토큰|k", match[0]) else 16):
            continue
        ends.add(match.end(group))
        slot = (
            "bare"
            if group == "bare"
            else "context"
            if group == "n" and match["ctx"]
            else "prompt_len"
        )
        yield Mention(
            "context" if slot == "bare" else slot,
            found,
            *match.span(),
            "bare" if slot == "bare" else "",
        )


def _device_counts(low: str) -> Iterator[Mention]:
    for match in _counts().finditer(low):
        for group in ("times", "after", "tp", "slice", "pieces", "cards", "words"):
            if match[group]:
                word = (
                    "two" if match[group] in ("a pair of", "두 장의") else match[group]
                )
                n = number(word)
                if n:
                    yield Mention("hardware_count", n, *match.span(), group)
        if match["one"]:
            yield Mention("hardware_count", 1, *match.span(), "one")
