"""Find number formats and what they are for: weights, activations or KV cache.

"fp16" alone is weights and activations; "KV는 fp8" never fills the weights; "4-bit"
says nothing of the activations unless the method (AWQ, GPTQ, W4A16) does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from .mention import Mention

_BITS_WORD = {
    "2": "int2",
    "3": "int3",
    "4": "int4",
    "5": "int5",
    "6": "int6",
    "8": "int8",
}
_FLOAT = r"bf16|fp16|fp32|tf32|fp8|fp6|nvfp4|mxfp4|mxfp8|fp4|nf4|int8|int4|int3|int2"
_WORDS = (
    r"(?P<wa>w(?P<wb>\d{1,2})[- /]?a(?P<ab>\d{1,2})(?:[- /]?kv(?P<kvb>\d{1,2}))?)"
    r"|(?P<ggml>i?q\d(?:_[0-9ks](?:_?[smlx]{1,3})?|_xxs|_xs|k(?:m|s)?)?|"
    r"iq\d(?:_\w{1,3})?)"
    r"|(?P<bfloat>bfloat ?16|브레인 ?플로트(?: ?16)?|비에프 ?16)"
    r"|(?P<float>float ?(?P<fbits>32|16|8))|(?P<fbit>f(?P<fb>16|32))"
    r"|(?P<half>half(?:[- ]precision)?|반정밀도)|(?P<single>(?:single|"
    r"full)[- ]precision|단정밀도)"
    r"|(?P<e8>e4m3\w*|e5m2\w*)"
    r"|(?P<awq>awq|에이더블유큐)|(?P<gptq>gptq|지피티큐)|(?P<wonly>weight[- ]only|"
    r"가중치(?: 전용|만) ?양자화)"
    r"|(?P<smooth>smoothquant|llm\.int8\(?\)?)"
    r"|(?P<std>bf[- ]?16|fp[- ]?(?:32|16|8|6|4)|tf[- ]?32|nvfp4|mxfp[48]|nf4|"
    r"int[- ]?(?:8|4|3|2))"
    r"|(?P<ubits>[us]?int\d)"
    r"|(?P<bits>(?:16|8|6|5|4|3|2|32)(?:[- ]?bits?|"
    r"[- ]?비트))(?P<bfloatword> ?(?:float\w*|부동 ?소수\w*|정수|integer))?"
    r"|(?P<kbits>(?:사|팔) ?비트)"
)


@cache
def _formats() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![a-z0-9.])(?:{_WORDS})(?![a-z0-9]|_[a-z0-9])|"
        rf"(?<=[16]x)(?P<cross>{_FLOAT})(?![a-z0-9])"
        rf"|(?<![a-z0-9.])(?P<crossed>{_FLOAT})(?=x(?:int|fp))"
    )


_KV_BEFORE = re.compile(
    r"(?:kv[-_ ]?(?:cache|캐시|캐쉬)?(?:[-_ ]?(?:dtype|type|precision|정밀도))?|"
    r"키밸류 ?캐시|(?<!\w)cache)\s*"
    r"(?:는|은|만|를|을|도|이|가|까지|is|in|at|as|to|of|with|stored in|"
    r"quanti[sz]ed to|kept in|also|[=:(])*\s*$"
)
_KV_AFTER = re.compile(
    r"^\s*(?:(?:quanti[sz]ed|정밀도의|포맷의?|짜리|양자화(?:한|된)?|for the|"
    r"의)\s*)?(?:kv|키밸류|cache\b)"
)
_ACT_BEFORE = re.compile(
    r"(?:activations?|activation dtype|compute|활성(?:값|화)?|액티베이션|act)\s*(?:는|"
    r"은|만|in|at|are|is|to|with|[=:(])*\s*$"
)
_ACT_AFTER = re.compile(
    r"^\s*(?:activations?|활성|액티베이션|compute(?! ?-?bound)|math)"
)
_WEIGHT_BEFORE = re.compile(
    r"(?:weights?|weight dtype|가중치|웨이트|파라미터)\s*(?:는|은|만|를|을|in|at|are|"
    r"is|to|with|as|stored in|quanti[sz]ed to|[=:(])*\s*$"
)
_WEIGHT_AFTER = re.compile(
    r"^[\s-]*(?:model )?(?:weights?|가중치|웨이트)(?! ?-?only| ?전용)"
)


def find_formats(low: str) -> Iterator[Mention]:
    """Every number format, with `kind` saying its role.

    kind: both | weights | activations | kv | bits (a width alone) | method | pair

    >>> [(m.value, m.kind) for m in find_formats("w4a16, kv는 fp8")]
    [('int4/fp16', 'pair'), ('fp8', 'kv')]
    """
    for match in _formats().finditer(low):
        value, kind = _meaning(match, low)
        if value is None:
            continue
        before = low[max(0, match.start() - 30) : match.start()]
        after = low[match.end() : match.end() + 24]
        if match["cross"]:
            kind = (
                "weights"
                if value.startswith(("int", "fp4", "nv", "mx", "nf"))
                else "activations"
            )
        elif match["crossed"]:
            kind = "activations" if value in ("fp16", "bf16") else "weights"
        elif kind in ("both", "bits"):
            if _KV_BEFORE.search(before) or _KV_AFTER.search(after):
                kind = "kv"
            elif _ACT_BEFORE.search(before) or _ACT_AFTER.search(after):
                kind = "activations"
            elif _WEIGHT_BEFORE.search(before) or _WEIGHT_AFTER.search(after):
                kind = "weights"
        if match["wa"] and match["kvb"]:
            yield Mention("precision", _width(match["kvb"], low), *match.span(), "kv")
        yield Mention("precision", value, *match.span(), kind)


def _meaning(match: re.Match[str], low: str) -> tuple[str | None, str]:
    """The canonical format and its default role."""
    if match["wa"]:
        return f"{_width(match['wb'], low)}/{_width(match['ab'], low)}", "pair"
    if match["ggml"]:
        return _ggml(match["ggml"]), "bits"
    if match["bfloat"]:
        return "bf16", "both"
    if match["float"] or match["fbit"]:
        return f"fp{match['fbits'] or match['fb']}", "both"
    if match["half"]:
        word = match["half"]
        real = "precision" in word or word == "반정밀도"
        real = real or bool(
            re.match(r"\s*(?:[,)/]|$|로|weights)", low[match.end() :][:8])
        )
        return ("fp16", "both") if real else (None, "")
    if match["single"]:
        return "fp32", "both"
    if match["e8"]:
        return "fp8", "both"
    if match["awq"] or match["gptq"] or match["wonly"]:
        near = low[max(0, match.start() - 16) : match.end() + 16]
        width = re.search(
            (r"(?<![\d])([2348])(?:[- ]?bit|[- ]?비트)|(?<!p)int([2348])"), near
        )
        if match["wonly"] and not width:
            return None, ""
        return f"int{(width[1] or width[2]) if width else 4}", "method"
    if match["smooth"]:
        return "int8/int8", "pair"
    if match["ubits"] and not match["std"]:
        return match["ubits"].lstrip("us"), "bits"
    if match["kbits"]:
        return ("int4" if match["kbits"][0] == "사" else "int8"), "bits"
    if match["bits"]:
        digits = re.match(r"\d+", match["bits"])
        bits = digits[0] if digits else "4"
        word = match["bfloatword"] or ""
        if "float" in word or "부동" in word or bits in ("16", "32"):
            return f"fp{bits}", "both"
        return _BITS_WORD[bits], "bits"
    plain = re.sub(
        r"[- ]", "", match["std"] or match["cross"] or match["crossed"] or ""
    )
    if not plain:
        return None, ""
    floating = plain.startswith(("bf", "fp", "tf", "mx")) and not plain.endswith("fp4")
    return plain, "both" if floating else "bits"


def _width(bits: str, low: str) -> str:
    if bits in ("16", "32"):
        return (
            f"bf{bits}"
            if bits == "16" and "bf16" in low and "fp16" not in low
            else f"fp{bits}"
        )
    if bits == "8" and re.search(r"fp-?8|e4m3|float ?8", low):
        return "fp8"
    return f"int{bits}"


def _ggml(word: str) -> str:
    plain = re.sub(r"^(i?q\d)k", r"\1_k", word)
    plain = re.sub(r"_k([sm])$", r"_k_\1", plain)
    if re.fullmatch(r"q\d", plain):
        return f"int{plain[1]}"
    return {"q4_k": "q4_k_m", "q5_k": "q5_k_m"}.get(plain, plain)
