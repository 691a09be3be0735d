"""read(text): what a claim says, slot by slot.  Reading judges nothing.

Order of work: normalise, cut into clauses, find the main claim, attach conditions,
then tone (quantifier, evidence) and the kind of overclaim.
"""

from __future__ import annotations

import re
from dataclasses import replace

from .claims import find_main
from .clauses import Clauses
from .evidence import evidence
from .main import Main
from .normalise import normalise
from .overclaim import overclaim_type
from .quantities import quantities
from .result import Quantity, Reading, Unclear
from .results import sourced
from .slots import fill
from .tone import quantifier

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


# A claim is a few sentences; what stands so far behind its beginning is none of it.
MOST_READ = 10_000


def read(text: object) -> Reading:
    """Fill the slots of the main claim of `text`; never raises on any text.

    Of a text of more than `MOST_READ` characters, only so many are read.

    >>> r = read("Llama-3-8B on one H100 in bf16, batch 8: decode is memory-bound.")
    >>> r.phase, r.verdict, r.model, r.hardware, r.batch, r.missing
    ('decode', 'memory-bound', 'Llama-3-8B', 'H100', 8, ())
    >>> read("디코드는 항상 메모리 바운드다.").overclaim_type
    'absolute'
    """
    raw = text[:MOST_READ] if isinstance(text, str) else ""
    normal = normalise(raw)
    low = normal.low
    clauses = Clauses(low)
    main = find_main(low, clauses)
    slots = fill(low, normal.text, clauses, main)
    found = list(quantities(low))
    tone, tone_span = quantifier(low, clauses, main)
    odd = _odd(low)
    support = evidence(low, clauses, main, found)
    if "keywords" in odd:
        support = "unstated"
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
        evidence=support,
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
    kind = overclaim_type(low, reading)
    return reading if kind is None else replace(reading, overclaim_type=kind)


def _language(low: str) -> str:
    if not _HANGUL.search(low):
        return "en"
    words = {w for w in _ENGLISH_WORD.findall(low) if w not in _TERMS}
    return "mixed" if len(words) >= 2 else "ko"


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
