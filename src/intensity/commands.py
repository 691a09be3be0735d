"""What each command does with its arguments; cli.py says which arguments there are."""

from __future__ import annotations

import argparse
import json
from typing import Any

from .language import CourseError, Text


def _precision(args: argparse.Namespace) -> Any:
    from .names import canonical_format
    from .precision import Precision

    return Precision(
        weights=canonical_format(args.weights),
        activations=canonical_format(args.activations),
        kv=canonical_format(args.kv),
        compute="" if args.compute is None else canonical_format(args.compute),
    )


def cost(args: argparse.Namespace) -> int:
    """Print what one step costs, operation by operation."""
    from .names import assumption
    from .report import Report
    from .tables import hardware, model

    report = Report(
        model=model(args.model),
        hardware=None if args.hardware is None else hardware(args.hardware),
        phase=args.phase,
        batch=args.batch,
        context=args.context,
        prefix=args.prefix,
        precision=_precision(args),
        tokens=args.tokens,
        fused=not args.unfused,
        shards=args.shards,
        norms=args.norms,
        assumptions=tuple(filter(None, map(assumption, _named(args)))),
    )
    return _print(args, report.data() if args.json else report.lines())


def _named(args: argparse.Namespace) -> tuple[str, ...]:
    """The names as the user wrote them."""
    return tuple(name for name in (args.model, args.hardware) if name is not None)


def flip(args: argparse.Namespace) -> int:
    """Print where the verdict flips."""
    from .flips import Flip, flip_batch, flip_context, flip_prompt
    from .names import assumption
    from .tables import hardware, model

    shape, precision = model(args.model), _precision(args)
    device = hardware(args.hardware)
    roof = device.roof(precision.compute)
    how: dict[str, Any] = {
        "precision": precision,
        "fused": not args.unfused,
        "shards": args.shards,
    }
    found: Flip
    if args.phase == "prefill":
        _only(args.context is None and args.tokens == 1, "prefill", "--batch")
        batch = 1 if args.batch is None else args.batch
        found = flip_prompt(shape, roof, batch=batch, prefix=args.prefix, **how)
    elif args.context is not None:
        _only(args.batch is None and not args.prefix, "decode", "--context")
        found = flip_batch(shape, roof, context=args.context, tokens=args.tokens, **how)
    else:
        _only(not args.prefix, "decode", "--batch")
        found = flip_context(shape, roof, batch=args.batch, tokens=args.tokens, **how)
    data = {
        "model": shape.name,
        "hardware": device.name,
        "phase": args.phase,
        "variable": found.variable,
        "value": found.value,
        "never": found.never,
        "reason": found.reason.say(),
        "aggregate": found.aggregate,
        "per_op": found.per_op,
        "by_op": found.by_op,
        "warnings": [str(a) for a in map(assumption, _named(args)) if a],
    }
    return _print(args, data if args.json else _flip_lines(data))


def _only(holds: bool, phase: str, option: str) -> None:
    if not holds:
        raise CourseError(
            Text(
                ko=f"{phase}에서 {option}을 줄 때 쓸 수 없는 옵션이 있습니다. "
                "--batch와 --context는 하나만, --prefix는 prefill에, "
                "--tokens는 decode에 씁니다.",
                en=f"{phase} with {option} does not take all of these: give one of "
                "--batch and --context, --prefix in prefill, --tokens in decode",
            )
        )


def _flip_lines(data: dict[str, Any]) -> list[str]:
    never = Text("없음", "never").say()

    def shown(value: int | None) -> str:
        return never if value is None else f"{value:,}"

    names = {
        "batch": Text("연산 병목이 되는 최소 배치", "smallest compute-bound batch"),
        "context": Text("연산 병목인 최대 컨텍스트", "longest compute-bound context"),
        "prompt": Text(
            "연산 병목이 되는 최소 프롬프트", "shortest compute-bound prompt"
        ),
    }
    return [
        f"{data['model']} · {data['hardware']} · {data['phase']}",
        f"{names[data['variable']]}: {shown(data['value'])}",
        data["reason"],
        Text("연산별 판정 기준", "by the per-operation verdict").say()
        + f": {shown(data['per_op'])}",
        *(f"  {name:<18} {shown(value)}" for name, value in data["by_op"].items()),
        *(f"! {warning}" for warning in data["warnings"]),
    ]


def show(args: argparse.Namespace) -> int:
    """Print a model's or a device's numbers with their sources."""
    from .show import show_data, show_lines

    return _print(args, show_data(args.name) if args.json else show_lines(args.name))


def list_names(args: argparse.Namespace) -> int:
    """Print the names of models and devices."""
    from .show import list_data, list_lines

    return _print(args, list_data(args.kind) if args.json else list_lines(args.kind))


def check(args: argparse.Namespace) -> int:
    """Print whether every table holds; 1 where one does not."""
    from .check import check

    findings = check()
    if args.json:
        rows = [
            {"what": what, "ok": ok, "ko": text.ko, "en": text.en}
            for what, ok, text in findings
        ]
        _print(args, rows)
    else:
        _print(args, [f"{'ok ' if ok else 'BAD'} {w}: {t}" for w, ok, t in findings])
    return 0 if all(ok for _, ok, _ in findings) else 1


def _print(args: argparse.Namespace, output: Any) -> int:
    if args.json:
        print(json.dumps(output, ensure_ascii=False, indent=1))
    else:
        print("\n".join(output))
    return 0
