"""The packaged tables by name: `model` and `hardware`, read on first use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from .device import Figure, Hardware, load_devices
from .language import CourseError
from .model import Model
from .names import canonical_hardware, canonical_model
from .sheet import (
    DATA,
    Row,
    TableError,
    citations,
    load_notes,
    load_sources,
    note,
    rows,
    verification,
)

__all__ = ["Figure", "Hardware", "TableError", "hardware", "model"]

# Columns of models.csv that are counts, by the field of Model they fill.
_SIZES = {
    "layers": "layers", "hidden": "hidden", "vocab": "vocab", "heads": "heads",
    "kv_heads": "kv_heads", "head_dim": "head_dim", "ffn_dim": "ffn_dim",
    "ffn_matrices": "ffn_matrices", "full_layers": "full_attn_layers",
    "experts_total": "experts_total", "experts_active": "experts_active",
    "experts_shared": "experts_shared", "expert_dim": "moe_ffn_dim",
    "dense_first_layers": "dense_first_layers", "q_lora_rank": "q_lora_rank",
    "kv_lora_rank": "kv_lora_rank", "qk_nope": "qk_nope", "qk_rope": "qk_rope",
    "v_head": "v_head", "learned_positions": "learned_positions",
}  # fmt: skip


def model(name: str) -> Model:
    """The model of that name or alias.

    Raises UnknownName, listing near names, if there is none.

    >>> model("llama3:8b").layers
    32
    """
    return models()[canonical_model(name)]


def hardware(name: str) -> Hardware:
    """The device of that name or alias.

    Raises UnknownName, listing near names, if there is none.

    >>> hardware("A100").roof("bf16").flops_per_s
    312000000000000.0
    """
    return devices()[canonical_hardware(name)]


@cache
def models() -> Mapping[str, Model]:
    """All models by name."""
    return MappingProxyType(load_models(DATA))


@cache
def devices() -> Mapping[str, Hardware]:
    """All devices by name."""
    return MappingProxyType(load_devices(DATA))


def load_models(folder: Path) -> dict[str, Model]:
    """The models of models.csv by name.

    Raises TableError, naming file, line and column, for a shape that does not fit
    together or whose parameters, cache or published size contradict it.
    """
    sources, notes = load_sources(folder), load_notes(folder)
    table: dict[str, Model] = {}
    for row in rows(folder, "models.csv"):
        name = row.text("model")
        if name in table:
            raise row.error("model", f"{name!r} 중복입니다.", f"{name!r} appears twice")
        cited = citations(row, sources)
        try:
            shape = Model(
                name=name,
                org=row.text("org"),
                **{field: row.whole(column) for field, column in _SIZES.items()},
                tied_embeddings=row.whole("tied_embeddings") == 1,
                qkv_bias=row.whole("qkv_bias") == 1,
                window=row.whole("sliding_window") or None,
                max_context=row.whole("max_context") or None,
                source="; ".join(map(str, cited)),
                verification=verification(row, cited),
                note=note(row, notes),
            )
        except TableError:
            raise
        except CourseError as error:
            raise row.error("model", error.text.ko, error.text.en) from error
        _check_shape(shape, row)
        table[name] = shape
    return table


def _check_shape(shape: Model, row: Row) -> None:
    """The columns that follow from the shape are there to catch a slip in it."""
    for column, found in (
        ("kv_elems_per_token", shape.kv_elements_per_token),
        ("params_computed", shape.parameters),
        ("active_computed", shape.active_parameters),
    ):
        if row.whole(column) != found:
            raise row.error(
                column,
                f"{row.cell(column)}인데, 같은 행의 크기로 계산하면 {found}입니다.",
                f"is {row.cell(column)}, but this row's shape gives {found}",
            )
    attention = shape.attention + ("+SWA" if shape.window else "")
    if row.text("attn_kind") != attention:
        raise row.error(
            "attn_kind",
            f"이 행의 크기로는 {attention}입니다.",
            f"this row's shape gives {attention}",
        )
    published = row.number("params_published_B", 0.01, 1e5) * 1e9
    if abs(shape.parameters / published - 1) > 0.03:
        raise row.error(
            "params_published_B",
            f"공개된 크기와 계산한 크기({shape.parameters:.4g})가 3 % 넘게 다릅니다.",
            f"is more than 3 % off the computed size {shape.parameters:.4g}",
        )
