"""read(text): what a claim says, slot by slot.  Reading judges nothing.

Order of work: normalise, cut into clauses, find the main claim, attach conditions,
then tone (quantifier, evidence) and the kind of overclaim.
"""

from __future__ import annotations

import re
from dataclasses import replace

from .claims import find_main
from .clauses import Clauses
from .cues import absolutes, hedges
from .evidence import inferred, measured, quantities, sourced, without_denials
from .main import BOUND, Main
from .mechanism import gives_symptom
from .normalise import normalise
from .result import Quantity, Reading, Span, Unclear
from .slots import fill

_HANGUL = re.compile("[가-힣]")
_ENGLISH_WORD = re.compile(r"(?<![\w.-])[a-z]{2,}(?![\w-]*\d)")
_TERMS = frozenset({
    "decode", "prefill", "memory", "compute", "bound", "bandwidth", "batch",
    "gpu", "llm", "kv", "cache", "ridge", "roofline", "model", "hardware",
    "precision", "context", "hbm", "flops", "flop", "byte", "gemm", "gemv",
    "moe", "mla", "attention", "awq", "gptq", "llama", "qwen", "gemma",
    "mistral", "ttft", "tpot", "itl", "sm", "tok", "ms", "bs", "ctx", "tp",
    "nvidia", "apple", "rtx", "fp", "bf", "int", "gb", "tb", "tensor", "core",
    "dram", "pcie", "sram", "lpddr", "max", "pro", "ultra", "instruct", "token",
    "decoding", "inferred", "measured", "and", "vs", "ok", "cpu", "macbook",
    "exaone", "vram", "oom", "ncu", "nsight", "gqa", "mha", "prompt", "tokens",
    "limited", "isl", "osl", "inference", "mixtral", "deepseek", "pd", "mac",
    "tflops", "chat", "xt",
})  # fmt: skip
_INSTRUCTION = re.compile(
    r"ignore (?:all |any |the )?(?:previous|above|prior)|(?:give|award|assign) (?:me |"
    r"this |it )?(?:full|maximum|all|10|100)|full (?:marks|score|points)|as an? (?:ai|"
    r"grader|language model)|system prompt|you are (?:a|the) grader|이전 ?(?:지시|"
    r"명령)|지시를 ?무시|만점을 ?(?:줘|주|부여|달)|채점기|정답 ?처리|점수를 ?(?:줘|"
    r"주세요|달라)|\"?accept\"?\s*[:=]\s*true"
)
_KEYWORDS = re.compile(
    r"decode|prefill|디코드|프리필|memory|compute|메모리|연산|batch|배치|model|모델|"
    r"hardware|하드웨어|precision|정밀도|roofline|ridge|측정|bandwidth|대역폭|bound"
)
_NAMES = re.compile(
    r"batch|배치|model|모델|hardware|하드웨어|precision|정밀도|roofline|루프라인|"
    r"ridge|측정|intensity|연산 강도"
)
_VERB = re.compile(
    r"(?<![a-z])(?:is|are|was|were|be|become[s]?|turns?|limits?|caps?|stays?|remains?|"
    r"sits?|spends?|makes?|means?|runs?|waits?|needs?|has|have|reads?|gates?|costs?|"
    r"flips?(?! condition)|tends?|can|will|would|leaves?|sets?|gets?|starts?|keeps?|"
    r"dominates?|"
    r"moves?)(?![a-z])|'s |다[.\s,\"']|다$|요[.\s]|요$|임[.\s]|임$|음[.\s]|음$|"
    r"[가-힣](?:은|이|가) |(?<![하되히리지있없])는 |이고|이며|면|됨|봄|병목$|바운드$|"
    r"limited|→|[:=]"
)


def read(text: object) -> Reading:
    """Fill the slots of the main claim of `text`; never raises on any text.

    >>> r = read("Llama-3-8B on one H100 in bf16, batch 8: decode is memory-bound.")
    >>> r.phase, r.verdict, r.model, r.hardware, r.batch, r.missing
    ('decode', 'memory-bound', 'Llama-3-8B', 'H100', 8, ())
    >>> read("디코드는 항상 메모리 바운드다.").overclaim_type
    'absolute'
    """
    raw = text if isinstance(text, str) else ""
    normal = normalise(raw)
    low = normal.low
    clauses = Clauses(low)
    main = find_main(low, clauses)
    slots = fill(low, normal.text, clauses, main)
    found = list(quantities(low))
    tone, tone_span = _quantifier(low, clauses, main)
    odd = _odd(low)
    evidence = _evidence(low, clauses, main, found)
    if "keywords" in odd:
        evidence = "unstated"
        main.verdict, main.detail, main.pairs, main.flip = "other", "none", (), None
    unclear = [*slots.unclear, *_doubts(main)]
    flip = main.flip
    spans = {**slots.spans, **main.spans}
    if tone_span is not None:
        spans["quantifier"] = tone_span
    if flip is not None:
        spans["flip_condition_stated"] = flip
    values = slots.values
    reading = Reading(
        text=raw,
        lang=_language(low),
        speech_act=main.act,
        phase=main.phase,
        verdict=main.verdict,
        verdict_detail=main.detail,
        claims=main.pairs,
        evidence=evidence,
        has_source_or_number=sourced(low, found)
        or (main.act == "report" and _named_source(low)),
        quantifier=tone,
        flip_condition_stated=normal.text[flip[0] : flip[1]] if flip else None,
        spans={slot: normal.span(*span) for slot, span in spans.items()},
        unclear=tuple(
            Unclear(u.slot, u.why, normal.span(*u.span) if u.span else None)
            for u in unclear
        ),
        quantities=tuple(
            Quantity(q.value, q.unit, normal.span(*q.span)) for q in found
        ),
        notes=frozenset(main.notes) | normal.notes | odd,
        **values,  # type: ignore[arg-type]
    )
    kind = _overclaim(low, reading)
    return reading if kind is None else replace(reading, overclaim_type=kind)


def _language(low: str) -> str:
    if not _HANGUL.search(low):
        return "en"
    words = {w for w in _ENGLISH_WORD.findall(low) if w not in _TERMS}
    return "mixed" if len(words) >= 2 else "ko"


def _quantifier(low: str, clauses: Clauses, main: Main) -> tuple[str, Span | None]:
    """Absolute, hedged or plain; the words must scope over the main claim."""
    if main.denied_universal:
        return "hedged", None
    universal = [
        s for s in absolutes(low) if not any(a <= s[0] < b for a, b in main.apart)
    ]
    if main.act == "ask":
        return "plain", None
    if main.verdict == "other" and main.detail in ("none", "depends"):
        return "plain", None
    if universal:
        return "absolute", universal[0]
    start, end = clauses.sentence(main.at)
    if "two-statements" in main.notes and "verdict" in main.spans:
        start = clauses.sentence(main.spans["verdict"][0])[0]
    flip = main.flip
    verdict_end = main.spans.get("verdict", (0, main.at))[1]
    aside = re.search(
        (r"[:;]|\bbecause\b|\bsince\b|, which\b|\bif\b|\bwhen\b|\bunless\b"),
        low[verdict_end:end],
    )
    if aside:
        end = verdict_end + aside.start()
    for s, e in hedges(low):
        if any(a <= s < b for a, b in main.apart):
            continue
        if start <= s < end and not (flip and flip[0] <= s < flip[1]):
            if flip and flip[0] > main.at and s > flip[0]:
                continue  # it weakens the other side
            return "hedged", (s, e)
    return "plain", None


def _evidence(low: str, clauses: Clauses, main: Main, found: list[Quantity]) -> str:
    said = re.search(
        (
            r"(?:근거|evidence|basis)?\s*[:(=]?\s*\b(measured|inferred)\b|\((측정|실측|"
            r"추론|유도)\)"
        ),
        without_denials(low),
    )
    if said:
        word = said[1] or said[2]
        return "measured" if word in ("measured", "측정", "실측") else "inferred"
    if measured(low, found):
        return "measured"
    if (
        main.verdict == "other"
        and main.detail in ("none", "depends")
        and "definition" in main.notes
    ):
        return "unstated"
    if main.act == "refute" and main.denied_universal:
        return "unstated"
    reason = inferred(low, main.at, clauses.sentence(main.at), found) or (
        main.act in ("assert", "refute") and gives_symptom(low, clauses)
    )
    return "inferred" if reason else "unstated"


def _named_source(low: str) -> bool:
    return bool(re.search(r"논문|블로그|문서|paper|blog|docs|according to", low))


def _doubts(main: Main) -> list[Unclear]:
    """What a person should look at before points are given or taken."""
    doubts = []
    if "contradiction" in main.notes:
        doubts.append(Unclear("verdict", "contradiction", main.spans.get("verdict")))
    if (
        main.verdict == "other"
        and main.detail == "none"
        and "definition" not in main.notes
    ):
        doubts.append(Unclear("verdict", "no-verdict"))
    if main.phase == "unspecified" and "off-domain" not in main.notes:
        doubts.append(Unclear("phase", "no-phase"))
    if "off-domain" in main.notes:
        doubts.append(Unclear("phase", "off-domain"))
    return doubts


def _odd(low: str) -> frozenset[str]:
    notes = set()
    if _INSTRUCTION.search(low):
        notes.add("instruction")
    names = set(_NAMES.findall(low))
    if len(names) >= 2 and len(_KEYWORDS.findall(low)) >= 5 and not _VERB.search(low):
        notes.add("keywords")
    return frozenset(notes)


_DIAGNOSIS = re.compile(  # a way to find out, not a claim
    r"(?:라면|으면|면|동안(?:은|에는)?|한) [^.;]{0,60}(?:라고|으로|로) ?(?:진단|판단|"
    r"판정|"
    r"간주|보면 ?된)|(?:\bif\b|\bas long as\b|\bwhen\b|\bwhile\b)[^.;]{0,80}, "
    r"(?:you can )?(?:call|diagnose|treat|classify|count) (?:it|decode|prefill|the)\b"
)


def _overclaim(low: str, reading: Reading) -> str | None:
    """Section 2 of the label rules."""
    if reading.speech_act != "assert" and not (
        reading.speech_act == "refute" and reading.quantifier == "absolute"
    ):
        return None
    if {"definition", "off-domain", "keywords"} & reading.notes:
        return None
    if reading.quantifier != "absolute" and _DIAGNOSIS.search(low):
        return None
    if reading.verdict == "other" and reading.verdict_detail in ("none", "depends"):
        return None
    if reading.quantifier == "absolute":
        case = len(reading.missing) <= 2 and reading.evidence == "measured"
        concludes = re.search(
            (r"\bso\b|therefore|hence|thus|그러니까|따라서|그러므로|그래서|즉"), low
        )
        if case and concludes:
            return "overgeneralised"
        return "absolute" if reading.missing else None
    if reading.quantifier == "plain" and _general_conclusion(low, reading):
        return "overgeneralised"
    bound = reading.verdict in BOUND or reading.verdict_detail == "split"
    if (
        bound
        and reading.speech_act == "assert"
        and reading.quantifier == "plain"
        and reading.flip_condition_stated is None
        and len(reading.missing) >= 3
    ):
        return "unconditional"
    return None


def _general_conclusion(low: str, reading: Reading) -> bool:
    """One measured case, then a sentence about LLMs as a class."""
    if len(reading.missing) > 2:
        return False
    return bool(
        re.search(
            (
                r"(?:so|therefore|hence|thus|which (?:shows|proves)|"
                r"proves? that)[^.;]*\b(?:llms?|llm (?:inference|decod\w+)|"
                r"language models|gpus|transformers)\b[^.;]*(?:are|is|decode|bound|"
                r"limited)"
            ),
            low,
        )
        or re.search(
            (
                r"(?:그러니까|따라서|그러므로|그래서|즉|결국)[^.;]*(?:llm|"
                r"언어 ?모델|gpu|"
                r"트랜스포머)(?:은|는|이란|들은| 디코|의)"
            ),
            low,
        )
    )
