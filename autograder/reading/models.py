"""Find model names: family, version and size, in any common spelling.

A name is filled only when it says which weights are meant.  "Llama-3" and "a 70B
model" are kept as partial; nothing is matched to the nearest name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from .mention import Mention, inside_word

# Family -> (how it is written, sizes of its releases that carry no version number).
# "*" accepts any size: the family's only generation has no number.
FAMILIES: dict[str, tuple[str, str]] = {
    "TinyLlama": (r"tiny[- ]?llama|타이니\s?라마", "*"),
    "CodeLlama": (r"code[- ]?llama|코드\s?라마", "*"),
    "Llama": (r"llama|라마", "7 13 30 33 65"),
    "Qwen-VL": (r"qwen[- ]?vl", ""),
    "Qwen": (r"qwen|큐웬|취엔|퀜|큐원", "1.8 7 14 72"),
    "QwQ": (r"qwq", "*"),
    "Mixtral": (r"mixtral|믹스트랄", "*"),
    "Mistral": (r"mistral|미스트랄", "7"),
    "CodeGemma": (r"code[- ]?gemma", "*"),
    "Gemma": (r"gemma|젬마", "2 7"),
    "Phi": (r"phi|파이(?=[- ]?[1-4])", ""),
    "DeepSeek-Coder": (r"deepseek[- ]?coder", "1.3 6.7 33"),
    "DeepSeek-LLM": (r"deepseek[- ]?llm", "*"),
    "DeepSeek": (r"deepseek|딥시크", "7 67"),
    "ChatGLM": (r"chatglm", "6"),
    "GLM": (r"glm", ""),
    "Yi": (r"yi(?=[-. ]?[\d])", "6 9 34"),
    "Falcon": (r"falcon|팔콘|팰컨", "*"),
    "OPT": (r"opt(?=[- ]?\d)", "*"),
    "BLOOM": (r"bloomz?", "*"),
    "GPT-NeoX": (r"gpt[- ]?neox", "*"),
    "GPT-J": (r"gpt[- ]?j", "*"),
    "GPT-OSS": (r"gpt[- ]?oss", "*"),
    "GPT": (r"gpt", ""),
    "MPT": (r"mpt(?=[- ]?\d)", "*"),
    "StarCoder": (r"starcoder|스타코더", "*"),
    "Vicuna": (r"vicuna|비쿠나", "*"),
    "Alpaca": (r"alpaca", "*"),
    "Baichuan": (r"baichuan", "*"),
    "InternLM": (r"internlm", "*"),
    "Command-R": (r"command[- ]?r", "*"),
    "EXAONE": (r"exaone|엑사원", ""),
    "SOLAR": (r"solar|솔라", "*"),
    "EEVE-Korean": (r"eeve(?:[- ]korean)?|이브", "*"),
    "Kanana": (r"kanana|카나나", ""),
    "Polyglot-Ko": (r"polyglot[- ]?ko|폴리글롯", "*"),
    "HyperCLOVAX-SEED": (
        (r"hyper\s?clova\s?x?[- ]?seed|하이퍼\s?클로바\s?x?[- ]?(?:seed|시드)"),
        "*",
    ),
    "SmolLM": (r"smollm", "*"),
    "OLMo": (r"olmo", ""),
    "Nemotron": (r"nemotron", "*"),
    "StableLM": (r"stablelm", "*"),
    "Granite": (r"granite", ""),
    "MiniCPM": (r"minicpm", ""),
    "PaLM": (r"palm", "*"),
    "Zephyr": (r"zephyr", "*"),
    "T5": (r"(?:flan[- ]?)?t5(?=[- ]?\d)", "*"),
}
# Names that are complete without a size, or whose variant is a word.
NAMED: dict[str, str] = {
    r"(?:deepseek[- ]?)?r1[- ]?distill[- ](llama[- ]\d+b|qwen[- ]\d+(?:\.\d)?b)": (
        "DeepSeek-R1-Distill-{0}"
    ),
    r"(?:deepseek|딥시크)[- ]?(v2[- ]?lite)": "DeepSeek-V2-Lite",
    r"(?:deepseek|딥시크)[- ]?(v2(?:\.5)?|v3(?:\.[12])?|r1)(?![- ]?distill)"
    r"(?:[- ]?0?324)?": ("DeepSeek-{0}"),
    r"phi[- ]?3[- ]?mini(?:[- ]?(4k|128k))?": "Phi-3-mini",
    r"phi[- ]?(3\.5[- ]?mini|3[- ]?medium|3[- ]?small|4[- ]?mini)": "Phi-{0}",
    r"phi[- ]?(2|4)(?![\d.]|[- ]?bit|[- ]?b)": "Phi-{0}",
    r"kimi[- ]?(k2)": "Kimi-K2",
    r"gpt[- ]?2[- ]?(small|medium|large|xl)": "GPT-2 {0}",
    r"gpt[- ]?3(?:\.5)?[- ]?(175b)": "GPT-3-175B",
    r"mistral[- ]?(nemo|small|large)(?:[- ]?\d{2,3}b)?": "Mistral-{0}",
    r"llama[- ]?4[- ]?(scout|maverick)": "Llama-4-{0}",
    r"command[- ]?r(\+| plus)": "Command-R+",
    r"(dbrx)": "DBRX",
    r"grok[- ]?(1)(?![\d.])": "Grok-1",
}
_LOOSE = r"[-_ :./]{0,2}"
_SIZE = (
    r"(?:\d{1,2}x\d{1,3}(?:\.\d)?b|\d{1,4}(?:\.\d{1,2})?\s?b(?!it|"
    r"yte)(?:[-_ ]?a\d{1,2}b)?)"
)
_HANGUL_SIZE = r"\d{1,5}(?:\.\d)?\s?억(?:\s?개)?(?:\s?(?:파라미터|매개변수|짜리))?"
_SUFFIX = (
    r"(?:[-_ ]?(?:instruct|chat|base|it|hf|awq|gptq|gguf|fp8|int4|int8|v0\.\d|"
    r"v1\.\d|q\d_\w+|챗|인스트럭트)(?![a-z0-9]))*"
)


@cache
def _names() -> re.Pattern[str]:
    families = "|".join(
        f"(?P<f{i}>{words})" for i, (words, _) in enumerate(FAMILIES.values())
    )
    return re.compile(
        rf"(?<![a-z0-9.])(?:(?P<before>{_SIZE})[- ])?(?:{families})"
        rf"(?:{_LOOSE}(?:v(?=\d))?(?P<version>\d{{1,2}}(?:\.\d{{1,2}})?)"
        rf"(?![\d.]*\d|\s?b(?![a-z])|\s?억|x\d|\s?장|[- ]?bit))?"
        rf"(?:{_LOOSE}(?P<variant>distill[- ](?:llama|qwen)|nano|lite|mini|think|"
        rf"seed))?"
        rf"(?:{_LOOSE}\(?(?P<size>{_SIZE}|{_HANGUL_SIZE})(?![a-z0-9])\)?)?"
    )


@cache
def _named() -> re.Pattern[str]:
    words = "|".join(f"(?P<n{i}>{pattern})" for i, pattern in enumerate(NAMED))
    return re.compile(
        rf"(?<![a-z0-9.])(?:{words})(?![a-z0-9])(?:[- ]?\(?\d{{2,3}}b\)?(?![a-z]))?"
    )


@cache
def _sizes() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![a-z0-9.$~-])(?P<size>{_SIZE}(?:[-~ ]{{1,2}}{_SIZE})?)(?![a-z0-9/])"
        rf"(?!\s?/)(?:[- ](?P<kind>moe|class|급))?"
        rf"|(?<![\d.])(?P<hangul>{_HANGUL_SIZE})"
    )


@cache
def _unknown() -> re.Pattern[str]:
    """Something-7B: a well-formed name of a family that is in no list of ours."""
    return re.compile(
        rf"(?<![a-z0-9.-])(?P<name>[a-z]{{3,12}}(?:[- ]?\d(?:\.\d)?)?-{_SIZE})"
        rf"(?![a-z0-9])"
    )


def find_models(low: str, text: str) -> Iterator[Mention]:
    """Every model named in `low`, complete ones and partial ones.

    >>> [m.value for m in find_models("라마 3 8b, qwen2.5-7b", "라마 3 8B, Qwen2.5-7B")]
    ['Llama-3-8B', 'Qwen2.5-7B']
    """
    taken: list[tuple[int, int]] = []
    for match in _named().finditer(low):
        taken.append(match.span())
        yield Mention("model", _fixed_name(match), *match.span())
    for match in _names().finditer(low):
        if not _overlaps(match.span(), taken) and not inside_word(low, match.start()):
            found = _from_parts(match)
            if found is not None:
                taken.append((found.start, found.end))
                yield found
    for match in _unknown().finditer(low):
        if not _overlaps(match.span(), taken):
            if match["name"].startswith(("tokens", "batch", "only", "about", "class")):
                continue
            taken.append(match.span())
            yield Mention(
                "model", text[match.start() : match.end()], *match.span(), "unknown"
            )
    for match in _sizes().finditer(low):
        if not _overlaps(match.span(), taken):
            size = match["size"]
            value = _size(match["hangul"]) if size is None else size.upper()
            if match["kind"] in ("moe",):
                value += " MoE"
            yield Mention("model", value.replace(" ", ""), *match.span(), "partial")


def _overlaps(span: tuple[int, int], taken: list[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in taken)


def _fixed_name(match: re.Match[str]) -> str:
    group = match.lastgroup or ""
    index = (
        next(i for i in range(len(NAMED)) if match[f"n{i}"] is not None)
        if not group.startswith("n")
        else int(group[1:])
    )
    template = list(NAMED.values())[index]
    inner = re.match(list(NAMED)[index], match[f"n{index}"])
    part = (inner[1] or "") if inner else ""
    return template.format(_spelled(part.replace(" ", "-")))


def _spelled(part: str) -> str:
    """v3 -> V3, xl -> XL, scout -> Scout, llama-8b -> Llama-8B."""
    if re.match(r"[vr]\d|xl$|dbrx|\d+b", part):
        return part.upper().replace("LITE", "Lite")
    if re.match(r"scout|maverick|nemo|small|large|llama|qwen", part):
        return re.sub(r"\db\b", lambda m: m[0].upper(), part.capitalize())
    return part


def _from_parts(match: re.Match[str]) -> Mention | None:
    index = next(i for i in range(len(FAMILIES)) if match[f"f{i}"] is not None)
    family = list(FAMILIES)[index]
    plain = FAMILIES[family][1]
    version, variant = match["version"], match["variant"]
    raw = match["size"] or match["before"]
    if raw is None and version is None and (match.end() - match.start()) < 4:
        return None  # "yi", "opt", "phi" alone are words
    start = (
        match.start()
        if match["before"] and not match["size"]
        else match.start(f"f{index}")
    )
    end = match.end()
    name = family
    if version:
        joined = family in (
            "Qwen",
            "ChatGLM",
            "Baichuan",
            "InternLM",
            "StarCoder",
            "SmolLM",
        )
        name += version if joined else f"-{version}"
    elif family == "Llama" and raw:
        name = "LLaMA"
    if variant:
        name += "-" + "-".join(
            w.capitalize() if w[0] in "dlq" else w for w in re.split("[- ]", variant)
        )
    if raw is None:
        return Mention("model", name.replace("LLaMA", "Llama"), start, end, "partial")
    size = _size(raw)
    full = f"{name}-{size}"
    unnumbered = plain == "*" or size.split("B")[0] in plain.split()
    if not version and not unnumbered and not variant:
        return Mention("model", f"{family} {size}", start, end, "partial")
    return Mention("model", full, start, end)


def _size(raw: str) -> str:
    """8b -> 8B, 80억 -> 8B, 30b-a3b -> 30B-A3B, 8x7b -> 8x7B."""
    hangul = re.match(r"(\d+(?:\.\d)?)\s?억", raw)
    if hangul:
        return f"{float(hangul[1]) / 10:g}B"
    size = re.sub(r"\s", "", raw).replace("_", "-").upper().replace("X", "x")
    return re.sub(r"B(?=A)", "B-", size)
