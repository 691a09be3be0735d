"""The `intensity` command: costs, flips, tables and figures at a shell prompt."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from .language import CourseError, Text
from .usage import Parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 done, 1 something needs a person, 2 wrong usage."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _choose_language(arguments)
    _print_anything()
    try:
        parsed = _parser().parse_args(arguments)
        status: int = parsed.run(parsed)
        if sys.stdout is not None:  # None where the caller closed it
            sys.stdout.flush()
    except CourseError as error:
        print(f"intensity: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # `| head` closed the pipe: not an error
        _drop_output()
        return 0
    except OSError as error:  # a full disk, say
        print(f"intensity: {error.strerror or error}", file=sys.stderr)
        _drop_output()
        return 1
    return status


def _drop_output() -> None:
    """Let the interpreter's last flush succeed, whatever became of the output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _choose_language(arguments: list[str]) -> None:
    """Obey --lang before anything is said, wherever on the line it stands.

    Of several the last counts, as with any option; one that argparse must refuse
    stays on the line.
    """
    index = 0
    while index < len(arguments):
        name, equals, value = arguments[index].partition("=")
        if name == "--lang" and not equals:
            value = (arguments[index + 1 : index + 2] or [""])[0]
        if name == "--lang" and value in ("ko", "en"):
            os.environ["INTENSITY_LANG"] = value
            del arguments[index : index + (1 if equals else 2)]
        else:
            index += 1


def _print_anything() -> None:
    """Escape what the output's encoding lacks, as Python does for errors anyway."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="intensity",
        description=Text(
            "LLM 추론의 FLOP, 바이트, 연산 강도, 판정, 뒤집힘을 계산합니다.",
            "FLOPs, bytes, intensity, verdicts and flips of LLM inference.",
        ).say(),
        epilog=Text(
            "종료 상태: 0 완료, 1 사람이 볼 일이 있음, 2 잘못된 사용",
            "exit status: 0 done, 1 something needs a person, 2 wrong usage",
        ).say(),
    )
    parser.add_argument(
        "--lang", choices=("ko", "en"), help=Text("출력 언어", "output language").say()
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add in (_add_cost, _add_flip, _add_show, _add_list, _add_plot, _add_check):
        add(commands)
    return parser


def _command(commands: Any, name: str, run: Any, summary: Text) -> Any:
    command = commands.add_parser(name, help=summary.say(), description=summary.say())
    command.set_defaults(run=run)
    return command


def _json_flag(command: Any) -> None:
    summary = Text("사람용 표 대신 JSON", "JSON instead of a table")
    command.add_argument("--json", action="store_true", help=summary.say())


def _add_cost(commands: Any) -> None:
    summary = Text(
        "한 단계의 연산별 비용과 판정", "costs of a step, operation by operation"
    )
    command = _command(commands, "cost", _cost, summary)
    _configuration(command, hardware="?")
    command.add_argument(
        "--batch",
        type=_whole,
        default=1,
        metavar="N",
        help=Text(
            "함께 처리하는 시퀀스 수 (기본 1)", "sequences run together (1 unless said)"
        ).say(),
    )
    command.add_argument(
        "--context",
        type=_whole,
        required=True,
        metavar="N",
        help=Text(
            "prefill: 이번에 처리할 토큰 수, decode: 새 토큰을 포함한 캐시 길이",
            "prefill: tokens of this pass; decode: cached tokens with the new one",
        ).say(),
    )
    command.add_argument(
        "--norms",
        action="store_true",
        help=Text(
            "norm, rotary, gate, residual, embedding도 따로 셉니다",
            "also charge norms, rotary, gate, residuals and embedding",
        ).say(),
    )
    _json_flag(command)


def _add_flip(commands: Any) -> None:
    summary = Text(
        "판정이 뒤집히는 배치, 컨텍스트, 프롬프트", "where the verdict flips"
    )
    command = _command(commands, "flip", _flip, summary)
    _configuration(command, hardware=None)
    command.add_argument(
        "--context",
        type=_whole,
        metavar="N",
        help=Text(
            "decode: 이 컨텍스트에서 연산 병목이 되는 최소 배치를 풉니다",
            "decode: solve for the smallest compute-bound batch at this context",
        ).say(),
    )
    command.add_argument(
        "--batch",
        type=_whole,
        metavar="N",
        help=Text(
            "decode: 연산 병목인 최대 컨텍스트를, prefill: 최소 프롬프트를 풉니다",
            "decode: solve for the longest compute-bound context; prefill: for the "
            "shortest prompt",
        ).say(),
    )
    _json_flag(command)


def _configuration(command: Any, hardware: str | None) -> None:
    """What cost and flip ask alike."""
    say = Text("이름이나 별칭", "a name or an alias").say()
    command.add_argument("model", metavar="MODEL", help=say)
    command.add_argument("hardware", metavar="HARDWARE", nargs=hardware, help=say)
    command.add_argument(
        "--phase",
        choices=("prefill", "decode"),
        required=True,
        help=Text("어느 단계인지", "which phase").say(),
    )
    command.add_argument(
        "--prefix",
        type=_whole,
        default=0,
        metavar="N",
        help=Text("prefill 전에 캐시된 토큰", "tokens cached before a prefill").say(),
    )
    for name, summary in (
        ("weights", Text("가중치 형식", "format of the weights")),
        ("activations", Text("활성값 형식", "format of the activations")),
        ("kv", Text("KV 캐시 형식", "format of the KV cache")),
    ):
        command.add_argument(
            f"--{name}",
            default="bf16",
            metavar="F",
            help=summary.say() + Text(" (기본 bf16)", " (bf16 unless said)").say(),
        )
    command.add_argument(
        "--compute",
        metavar="F",
        help=Text(
            "연산 형식 (기본: 가중치와 활성값 가운데 넓은 쪽)",
            "format of the arithmetic (the wider of weights and activations)",
        ).say(),
    )
    command.add_argument(
        "--tokens",
        type=_whole,
        default=1,
        metavar="N",
        help=Text(
            "decode 한 번에 검증하는 토큰 수", "tokens verified in one decode step"
        ).say(),
    )
    command.add_argument(
        "--unfused",
        action="store_true",
        help=Text("점수를 메모리에 쓰는 어텐션", "attention that stores scores").say(),
    )
    command.add_argument(
        "--shards",
        type=_whole,
        default=1,
        metavar="N",
        help=Text(
            "텐서 병렬 장치 수, 결과는 장치 하나", "tensor-parallel devices; one's cost"
        ).say(),
    )


def _add_show(commands: Any) -> None:
    summary = Text(
        "모델이나 장치의 값과 출처", "a model's or device's numbers, sourced"
    )
    command = _command(commands, "show", _show, summary)
    command.add_argument("name", metavar="NAME")
    _json_flag(command)


def _add_list(commands: Any) -> None:
    summary = Text("아는 모델과 장치의 목록", "the models and devices known")
    command = _command(commands, "list", _list, summary)
    command.add_argument(
        "kind", nargs="?", choices=("models", "hardware"), metavar="models|hardware"
    )
    _json_flag(command)


def _add_plot(commands: Any) -> None:
    from .plot_command import add_arguments, run

    summary = Text(
        "루프라인이나 뒤집힘 지도를 그립니다", "draw a roofline or a flip map"
    )
    add_arguments(_command(commands, "plot", run, summary))


def _add_check(commands: Any) -> None:
    summary = Text("모든 표를 검사합니다", "validate every table")
    _json_flag(_command(commands, "check", _check, summary))


def _whole(text: str) -> int:
    """A whole number; whether it is in range is the library's to say."""
    try:
        return int(text)
    except ValueError:
        shown = repr(text) if len(text) <= 60 else f"{text[:57]!r}..."
        message = Text(f"{shown}: 정수가 아닙니다", f"{shown} is not a whole number")
        raise argparse.ArgumentTypeError(message.say()) from None


def _precision(args: argparse.Namespace) -> Any:
    from .names import canonical_format
    from .precision import Precision

    return Precision(
        weights=canonical_format(args.weights),
        activations=canonical_format(args.activations),
        kv=canonical_format(args.kv),
        compute="" if args.compute is None else canonical_format(args.compute),
    )


def _cost(args: argparse.Namespace) -> int:
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


def _flip(args: argparse.Namespace) -> int:
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


def _show(args: argparse.Namespace) -> int:
    from .show import show_data, show_lines

    return _print(args, show_data(args.name) if args.json else show_lines(args.name))


def _list(args: argparse.Namespace) -> int:
    from .show import list_data, list_lines

    return _print(args, list_data(args.kind) if args.json else list_lines(args.kind))


def _check(args: argparse.Namespace) -> int:
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


if __name__ == "__main__":
    sys.exit(main())
