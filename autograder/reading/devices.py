"""Find hardware names and how many of it: chips, cards, phones' and servers' parts.

A name is filled only when it says which chip is meant; "a modern GPU", "Hopper" and
"Apple silicon" are kept as partial.  The canonical strings are those of the label
rules ("A100-80GB", "RTX 4090"), which the judge maps to the library's names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from .mention import Mention, inside_word

_DATACENTRE = (
    "gb200|gb300|gh200|gb10|b300|b200|b100|h800|h200|h100|h20|a800|a100|a40|a30|a16"
    "|a10g|a10|a2|l40s|l40|l20|l4|t4|v100s|v100|p100|p40|p4|k80"
    "|mi355x|mi325x|mi300x|mi300a|mi300|mi250x|mi250|mi210|mi100|mi60|mi50|n300|n150"
    "|sn40l|sn30|wse-?[23]|cs-?[23]"
)
_HANGUL = {
    "에이백": "A100", "에이100": "A100", "에이치100": "H100", "에이치200": "H200",
    "엘4": "L4",
}  # fmt: skip
_GEFORCE = (
    "1080|1070|1060|2060|2070|2080|3050|3060|3070|3080|3090|4060|4070|4080|4090|5060|"
    "5070|5080|5090"
)


def _chip(m: re.Match[str]) -> str:
    name = m["dc"].upper()
    form = (m["form1"] or m["form2"] or "").upper().replace("PCIE", "PCIe")
    form = re.sub(r"SXM\d?", "SXM", form)
    memory = m["mem1"] or m["mem2"] or ""
    memory = f"{int(re.sub(r'[^0-9]', '', memory))}GB" if memory else ""
    if form == "SXM" and memory:
        form = ""  # the ordinary part; the size says which
    return "-".join(part for part in (name, form, memory) if part)


def _geforce(m: re.Match[str]) -> str:
    brand = "GTX" if m["gf"].startswith("10") else "RTX"
    suffix = {"ti": " Ti", "super": " Super", "d": " D", None: ""}[
        (m["gfx"] or "").strip(" -") or None
    ]
    return f"{brand} {m['gf']}{suffix}"


def _workstation(m: re.Match[str]) -> str:
    words = re.split("[- ]", m["pro"])
    spelled = (
        w.capitalize() if w in ("ada", "blackwell") else w.upper() for w in words
    )
    return f"RTX {' '.join(spelled)}"


def _apple(m: re.Match[str]) -> str:
    grade = (m["grade"] or "").strip()
    grade = {"맥스": "Max", "울트라": "Ultra", "프로": "Pro"}.get(
        grade, grade.capitalize()
    )
    return f"M{m['apple']} {grade}".strip()


def _tpu(m: re.Match[str]) -> str:
    word = m["tpu"] or m["barev"] or ""
    word = {"trillium": "v6e", "ironwood": "v7"}.get(word, word)
    return f"TPU {word.replace(' lite', 'e')}"


def _word(group: str) -> Callable[[re.Match[str]], str]:
    return lambda m: m[group]


_MEMORY = (
    r"(?<!\d)(?:16|24|32|40|48|64|80|94|96|128|141|192|256|288)\s?gb?(?![a-z/]|\s?/|"
    r"ps)"
)
_FORM = r"sxm\d?|pcie|nvl"
# (group that must match, pattern, how to write it)
_RULES: tuple[tuple[str, str, Callable[[re.Match[str]], str]], ...] = (
    (
        "dc",
        rf"(?:nvidia |tesla |amd |instinct |엔비디아 |테슬라 )?(?P<dc>{_DATACENTRE})"
        rf"(?:[-_ ]?(?P<form1>{_FORM})(?![a-z]))?(?:[-_ ]?\(?(?P<mem1>{_MEMORY})\)?)?"
        rf"(?:[-_ ]?(?P<form2>{_FORM})(?![a-z]))?(?:[-_ ]?(?P<mem2>{_MEMORY}))?",
        _chip,
    ),
    ("hdc", rf"(?P<hdc>{'|'.join(_HANGUL)})", lambda m: _HANGUL[m["hdc"]]),
    (
        "pro",
        r"(?:nvidia )?(?:quadro )?rtx[- ]?(?P<pro>pro 6000(?: blackwell)?|"
        r"a[2456][05]?00|a2000|a3000"
        r"|(?:6000|5000|4500|4000|2000)[- ]?ada|[68]000)(?: generation)?",
        _workstation,
    ),
    ("wa", r"(?P<wa>a6000|a5000|a4000|a4500)", lambda m: f"RTX {m['wa'].upper()}"),
    (
        "gf",
        rf"(?:(?:geforce|지포스|nvidia)[- ]?)?(?P<rtx>(?:rtx|"
        rf"gtx)[- ]?)?(?P<gf>{_GEFORCE})"
        r"(?P<gfx>[- ]?(?:ti|super|d)(?![a-z]))?(?!\s?(?:gb|g\b|ms|tok|토큰|tflops|개|"
        r"번|x ?\d{3}|%|만|년|[.,]\d))",
        _geforce,
    ),
    (
        "rx",
        (r"(?:radeon |라데온 )?(?P<rx>(?:rx[- ]?)?[679]\d{3} ?xtx?|rx[- ]?\d{4})"),
        lambda m: (
            "RX "
            + re.sub(
                r" ?(XTX?)",
                r" \1",
                m["rx"].upper().replace("-", " ").removeprefix("RX").strip(),
            )
        ),
    ),
    (
        "arc",
        (r"(?:intel )?(?P<arc>arc (?:pro )?[ab]\d{2,3})"),
        lambda m: "Arc " + m["arc"][4:].title(),
    ),
    (
        "titan",
        (r"(?P<titan>titan (?:rtx|v|xp))"),
        lambda m: "Titan " + m["titan"][6:].upper(),
    ),
    (
        "apple",
        (
            r"(?:apple |애플 )?m(?P<apple>[1-5])(?P<grade> ?(?:max|ultra|pro|"
            r"맥스|울트라|"
            r"프로))?(?! ?=|(?<=\d)[:.]\d)"
        ),
        _apple,
    ),
    (
        "tpu",
        (
            r"tpu[- ]?(?P<tpu>v\d(?:e|p|i| lite)?|trillium|"
            r"ironwood)(?:-(?P<slice>\d{1,4}))?"
        ),
        _tpu,
    ),
    ("barev", r"(?P<barev>v[56][ep])(?:-\d{1,4})?", _tpu),
    (
        "gaudi",
        (r"(?:intel |habana )?(?:gaudi|가우디)[- ]?(?P<gaudi>[123])"),
        lambda m: f"Gaudi {m['gaudi']}",
    ),
    (
        "jetson",
        r"(?:nvidia )?(?:jetson|젯슨) ?(?P<jetson>(?:agx |nx )?(?:orin|오린|xavier|"
        r"thor|nano)(?: nano| nx)?)",
        lambda m: (
            "Jetson "
            + m["jetson"]
            .replace("오린", "orin")
            .title()
            .replace("Agx", "AGX")
            .replace("Nx", "NX")
        ),
    ),
    ("spark", r"(?P<spark>dgx (?:spark|스파크))", lambda _: "DGX Spark"),
    ("halo", r"(?P<halo>strix halo|ryzen ai max\+?(?: 395)?)", lambda _: "Strix Halo"),
    (
        "ryzen",
        r"(?:amd )?(?:ryzen|라이젠) (?P<ryzen>[3579] (?:pro )?\d{4}[a-z0-9]{0,3})",
        lambda m: "Ryzen " + m["ryzen"].upper(),
    ),
    (
        "tr",
        (r"threadripper (?P<tr>(?:pro )?\d{4}[a-z]{0,2})"),
        lambda m: "Threadripper " + m["tr"].upper(),
    ),
    (
        "epyc",
        (r"(?:amd )?(?:epyc|에픽) (?P<epyc>\d{4}[a-z]?)"),
        lambda m: "EPYC " + m["epyc"].upper(),
    ),
    (
        "xeon",
        r"(?:intel )?(?:xeon|제온) (?P<xeon>(?:(?:platinum|gold|silver|max|"
        r"w\d?)[- ]?)?\d{4}[a-z]?\+?(?: v\d)?)",
        lambda m: "Xeon " + m["xeon"].title(),
    ),
    (
        "core",
        (
            r"(?:intel )?(?:core |코어 )?(?P<core>(?:i[3579]|"
            r"ultra [579])[- ]\d{3,5}[a-z]{0,2})"
        ),
        lambda m: "Core " + m["core"].upper().replace("I", "i", 1),
    ),
    (
        "snap",
        (r"(?P<snap>snapdragon (?:8 ?(?:elite|gen ?\d)|x elite|\d{3,4}))"),
        lambda m: m["snap"].title(),
    ),
    (
        "pi",
        (r"(?:raspberry pi|라즈베리 ?파이) ?(?P<pi>[345])"),
        lambda m: f"Raspberry Pi {m['pi']}",
    ),
    (
        "phone",
        (
            r"(?P<phone>iphone 1\d(?: pro)?(?: max)?|pixel \d{1,2}(?: pro)?|"
            r"galaxy s2\d(?: ultra)?)"
        ),
        lambda m: m["phone"].title(),
    ),
    (
        "npu",
        (r"(?P<npu>ascend 910[abc]?|inferentia ?2|trainium ?2?|rngd|warboy)"),
        lambda m: m["npu"].title(),
    ),
)
# Only parts of a name: chip families, classes, places.  Ordered, longest first.
_PARTIAL = (
    r"apple silicon|애플 ?실리콘|(?:mac(?:book| ?mini| studio)?s?|맥북(?: ?프로|"
    r" ?에어)?|맥 ?미니|맥 ?스튜디오)"
    r"|(?:hopper|ampere|blackwell|volta|turing|ada lovelace|broadwell|sapphire rapids|"
    r"cdna ?\d?|호퍼|암페어|블랙웰)"
    r"(?: (?:gpus?|cards?|chips?|hosts?|host|지피유))?"
    r"|(?:lp)?ddr\d\w?(?:[- ]\d{4})?(?: ?(?:듀얼 ?채널|dual[- ]channel))?"
    r"|groq(?:'?s)?(?: (?:chips?|lpus?))?|그록(?: ?(?:칩|lpu))?|lpus?"
    r"|(?:modern|recent|latest|consumer|gaming|data[- ]?cent(?:er|re)|high[- ]end|big|"
    r"small|edge|mobile|desktop|"
    r"laptop|server|flagship|cheap|enterprise|nvidia|amd|weak|"
    r"low[- ]end)(?:[- ](?:class|grade))?"
    r" (?:gpus?|cards?|accelerators?|npus?|desktop|cpus?|chips?|devices?|hardware)"
    r"|(?:최신|최근|요즘|서버용|데이터 ?센터(?:급|용)?|소비자용|게이밍|고성능|보급형|"
    r"저가형|엣지|모바일|노트북|대형|"
    r"엔비디아|amd|인텔)(?:의)? ?(?:gpu|그래픽 ?카드|가속기|npu|cpu|데스크톱|카드)"
    r"|(?:this|my|our|that) (?:box|machine|card|laptop|server|gpu)|라우터|routers?"
    r"|스마트폰|smartphones?|laptops?|노트북|npus?|tpus?|fpgas?|cpus?(?=에서| only)|"
    r"gpus?(?=에서|에선|$)|그래픽 ?카드(?=에서)"
)


_NAME_END = r"(?![a-wyz0-9]|x(?!\d{1,2}(?![a-z0-9])))"  # "A100x8" ends after A100


@cache
def _hardware() -> re.Pattern[str]:
    words = "|".join(pattern for _, pattern, _ in _RULES)
    return re.compile(
        rf"(?<![a-z0-9.])(?:{words}){_NAME_END}|"
        rf"(?<=x)(?P<dc8>{_DATACENTRE})s?(?![a-z0-9])|{_plural()}"
    )


def _plural() -> str:
    return (
        rf"(?<![a-z0-9.])(?P<many>(?:rtx )?(?:{_DATACENTRE}|{_GEFORCE}))s(?![a-z0-9])"
    )


@cache
def _partial() -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z0-9])(?:{_PARTIAL})(?![a-z0-9])")


@cache
def _unknown() -> re.Pattern[str]:
    return re.compile(
        r"(?<![A-Za-z0-9.\-])(?:[AH][1-9]\d{2}[A-Z]?|MI\d{3}[A-Z]?|(?:RTX|"
        r"GTX) ?\d{4}(?: ?Ti)?"
        r"|TPU v\d+\w?)(?![A-Za-z0-9\-])"
    )


def find_devices(low: str, text: str) -> Iterator[Mention]:
    """Every device named, complete, partial, or well formed but unknown.

    >>> [m.value for m in find_devices("a100 80gb, 4090", "A100 80GB, 4090")]
    ['A100-80GB', 'RTX 4090']
    """
    taken: list[tuple[int, int]] = []
    for match in _hardware().finditer(low):
        value = _value(match)
        if (
            value is None
            or inside_word(low, match.start())
            or _not_hardware(match, low)
        ):
            continue
        taken.append(match.span())
        yield Mention("hardware", value, *match.span())
    for match in _unknown().finditer(text):
        if not any(match.start() < e and s < match.end() for s, e in taken):
            taken.append(match.span())
            yield Mention("hardware", match[0], *match.span(), "unknown")
    for match in _partial().finditer(low):
        if not any(match.start() < e and s < match.end() for s, e in taken):
            yield Mention(
                "hardware", text[match.start() : match.end()], *match.span(), "partial"
            )


def _value(match: re.Match[str]) -> str | None:
    if match["dc8"]:
        return match["dc8"].upper()
    if match["many"]:
        many = match["many"].removeprefix("rtx ").upper()
        return f"RTX {many}" if many.isdigit() else many
    for group, _, write in _RULES:
        if match[group]:
            return write(match)
    return None


def _not_hardware(match: re.Match[str], low: str) -> bool:
    """Bare four-digit cards are numbers when a size word stands before them."""
    if not match["gf"] or match["rtx"]:
        return False
    before = low[max(0, match.start() - 14) : match.start()]
    if re.search(r"\d,$", before):
        return True  # the end of 1,080
    return bool(
        re.search(
            (
                r"(?:context|ctx|컨텍스트|문맥|길이|batch|배치|prompt|프롬프트|토큰|"
                r"tokens?|isl|kv|bs|초당|=)\s*(?:는|은|이|가|of|:|=)?\s*$"
            ),
            before,
        )
    )
