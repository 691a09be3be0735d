"""Read the structured form of a claim, so that the same judge grades it.

Fields of the form (a mapping of names to short values; all optional):

    phase      "prefill" or "decode"
    verdict    "compute-bound" or "memory-bound" (or a sentence that says so)
    model      "Llama-3-8B"
    hardware   "A100-80GB"; with a count "8xH100" or "H100 8장"
    batch      8, "8", "1-32", ">300"
    precision  "bf16", "W4A16", "AWQ", "fp8, KV int8"
    context    cached tokens in decode: 4096, "4k"
    prompt     prompt tokens in prefill
    evidence   "inferred" or "measured"
    basis      the reason, the number or the source, in words
    flip       when the verdict would change: "batch > 300", "never"
    scope      "usually", "always" ... (how sure; left out it is plain)

An unknown field is named in the feedback; a value that cannot be read leaves its
slot empty and says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from autograder.reading import Pair, Reading, Unclear, read
from autograder.reading.fields import read_fields
from intensity import Text

from .claim import Claim, Policy
from .given import as_dict
from .judging import REQUIRED
from .outcome import Outcome, missing

FIELDS = (
    "phase",
    "verdict",
    "model",
    "hardware",
    "batch",
    "precision",
    "context",
    "prompt",
    "evidence",
    "basis",
    "flip",
    "scope",
)
_LONGEST = 500


def reading_from_form(form: Mapping[str, object]) -> Reading:
    """A Reading whose slots come from the fields, one by one.

    >>> reading = reading_from_form(
    ...     {"phase": "decode", "verdict": "memory-bound", "model": "Llama-3-8B",
    ...      "hardware": "H100", "batch": 8, "precision": "bf16"}
    ... )
    >>> reading.missing, reading.verdict
    ((), 'memory-bound')
    """
    texts = {name: _text(form.get(name)) for name in FIELDS}
    slots = read_fields(
        {
            "model": texts["model"],
            "hardware": texts["hardware"],
            "batch": _prefixed("batch ", texts["batch"]),
            "precision": texts["precision"],
            "context": _prefixed("context ", texts["context"]),
            "prompt_len": _prefixed("prompt ", texts["prompt"]),
        }
    )
    claim = read(f"{texts['phase']} {_predicate(texts['verdict'])}. {texts['scope']}")
    basis = read(texts["basis"])
    sentence = " / ".join(f"{name}: {text}" for name, text in texts.items() if text)
    unknown = slots.pop("unknown", ())
    reading = replace(
        claim,
        text=sentence,
        speech_act="assert",
        claims=(Pair(claim.phase, claim.verdict),),
        evidence=_evidence(texts["evidence"], basis),
        has_source_or_number=basis.has_source_or_number,
        quantities=(),
        flip_condition_stated=texts["flip"] or None,
        spans={},
        unclear=tuple(_unreadable(texts, slots, unknown)),
        notes=claim.notes - {"keywords"},
        overclaim_type=None,
        **slots,  # type: ignore[arg-type]
    )
    return replace(reading, overclaim_type=_overclaim(reading))


def _text(value: object) -> str:
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, int) and abs(value) > 10**12:
        return ""  # no size is that large; a huge one cannot even be printed
    if isinstance(value, int | float | str):
        return str(value)[:_LONGEST].strip()
    return ""


def _prefixed(word: str, value: str) -> str:
    """ "8" alone is no batch; "batch 8" is."""
    if not value or not (value[0].isdigit() or value[0] in "<>≤≥-~"):
        return value
    return word + value


def _predicate(verdict: str) -> str:
    plain = verdict.strip().lower().replace("_", "-")
    words = {
        "memory": "is memory-bound",
        "memory-bound": "is memory-bound",
        "compute": "is compute-bound",
        "compute-bound": "is compute-bound",
        "bandwidth": "is memory-bound",
        "메모리": "is memory-bound",
        "연산": "is compute-bound",
    }
    return words.get(plain, verdict)


def _evidence(word: str, basis: Reading) -> str:
    plain = word.strip().lower()
    if plain.startswith(("measured", "측정", "실측")):
        return "measured"
    if plain.startswith(("inferred", "추론", "유도", "계산")):
        return "inferred"
    return basis.evidence


def _unreadable(
    texts: Mapping[str, str], slots: Mapping[str, object], unknown: object
) -> Iterable[Unclear]:
    """Fields that were filled in and could not be read."""
    slot = {"model": "model", "hardware": "hardware", "batch": "batch"}
    for name, target in {**slot, "precision": "precision_weights"}.items():
        if texts[name] and slots.get(target) is None:
            partial = slots.get(f"{target}_partial")
            yield Unclear(name, "partial" if partial else "value")
    if isinstance(unknown, tuple):
        for name in unknown:
            yield Unclear(str(name), "unknown")


def _overclaim(reading: Reading) -> str | None:
    """Without a sentence only two kinds are left: absolute and unconditional."""
    if reading.quantifier == "absolute" and reading.missing:
        return "absolute"
    plain = reading.quantifier == "plain" and reading.flip_condition_stated is None
    return "unconditional" if plain and len(reading.missing) >= 3 else None


@dataclass(frozen=True, kw_only=True)
class Form:
    """A check of a claim given as a form; the fields are in the module's docstring.

    The other arguments are those of `Claim`.

    >>> form = {"phase": "decode", "verdict": "memory-bound", "batch": 1,
    ...         "model": "Llama-3-8B", "hardware": "A100", "precision": "bf16"}
    >>> Form(id="q2", points=4).check(form).status
    'right'
    """

    id: str
    points: float
    requires: tuple[str, ...] = REQUIRED
    policy: Policy = field(default_factory=Policy)
    phase: str | None = None
    verdict: str | None = None

    def check(self, answer: object) -> Outcome:
        """Grade `answer`; never raises, whatever a student typed."""
        fields = as_dict(answer)
        if isinstance(fields, Outcome):
            return fields
        if not any(_text(fields.get(name)) for name in FIELDS):
            return missing()
        unknown = [str(k)[:40] for k in fields if k not in FIELDS][:5]
        claim = Claim(
            id=self.id,
            points=self.points,
            requires=self.requires,
            policy=self.policy,
            phase=self.phase,
            verdict=self.verdict,
        )
        outcome = claim.grade(reading_from_form(fields))
        if not unknown:
            return outcome
        listed = ", ".join(unknown)
        note = Text(
            ko=(
                f"모르는 항목은 읽지 않았습니다: {listed}. 쓸 수 있는 항목: "
                f"{', '.join(FIELDS)}"
            ),
            en=f"Unknown fields were not read: {listed}. Known: {', '.join(FIELDS)}",
        )
        return replace(outcome, details=(*outcome.details, note))
