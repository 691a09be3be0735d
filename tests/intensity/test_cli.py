"""The `intensity` command, as scripts and people use it."""

import csv
import json
import shlex
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from intensity.cli import main

TESTS = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setenv("INTENSITY_LANG", "en")


@pytest.fixture
def run(capsys):
    """Run the command; give back exit status, output and error output."""

    def run(*arguments):
        try:
            status = main(list(map(str, arguments)))
        except SystemExit as leaving:
            status = leaving.code
        output, errors = capsys.readouterr()
        return status, output, errors

    return run


def data_of(run, *arguments):
    status, output, errors = run(*arguments, "--json")
    assert (status, errors) == (0, "")
    return json.loads(output)


def contract(name):
    text = (TESTS / "contracts" / f"{name}.schema.json").read_text("utf-8")
    return jsonschema.Draft202012Validator(json.loads(text))


@pytest.mark.parametrize(
    "model", ["Llama-3-8B", "DeepSeek-V3", "Mixtral-8x7B", "gemma-2-9b"]
)
@pytest.mark.parametrize("hardware", [(), ("A100",), ("H100",)])
@pytest.mark.parametrize("phase", ["prefill", "decode"])
def test_cost_keeps_its_contract(run, model, hardware, phase):
    data = data_of(run, "cost", model, *hardware, "--phase", phase, "--context", 700)
    contract("cost").validate(data)
    total = data["total"]
    for name in ("flops", "bytes", "weight_bytes", "activation_bytes", "kv_bytes"):
        assert sum(op[name] for op in data["ops"]) == pytest.approx(total[name])
    assert (data["ridge"] is None) == (not hardware)
    assert (total["time_s"] is None) == (not hardware)


@pytest.mark.parametrize(
    "how",
    [
        ("--phase", "decode", "--context", 512),
        ("--phase", "decode", "--context", 4096),
        ("--phase", "decode", "--batch", 256),
        ("--phase", "prefill", "--batch", 1),
        ("--phase", "prefill", "--prefix", 2000),
    ],
)
def test_flip_keeps_its_contract(run, how):
    data = data_of(run, "flip", "Llama-3-8B", "A100", *how)
    contract("flip").validate(data)
    assert data["value"] == data["aggregate"]
    assert data["never"] == (data["value"] is None)


def test_cost_agrees_with_the_independent_rows(run):
    # every bf16 total of Llama-3-8B on one device, through the command
    rows = csv.DictReader(
        (TESTS / "data" / "reference.csv").read_text("utf-8").splitlines()
    )
    compared = 0
    for row in rows:
        if (row["model"], row["op"]) != ("Meta-Llama-3-8B", "TOTAL"):
            continue
        if (row["hardware"], row["precision_w"]) != ("nvidia_A100_80G", "16"):
            continue
        data = data_of(
            run, "cost", "Meta-Llama-3-8B", "A100-80G", "--phase", row["phase"],
            "--batch", row["batch"], "--context", row["seqlen"],
        )  # fmt: skip
        total = data["total"]
        assert total["flops"] == pytest.approx(float(row["flops"]), rel=1e-3)
        assert total["bytes"] == pytest.approx(float(row["bytes_total"]), rel=1e-3)
        assert total["time_s"] == pytest.approx(float(row["time_s"]), rel=1e-3)
        assert total["bound_aggregate"] == row["bound"]
        compared += 1
    assert compared == 32


def test_flip_gives_the_published_thresholds(run):
    def flip(*how):
        return data_of(run, "flip", *how)["value"]

    assert flip("Llama-3-8B", "A100", "--phase", "decode", "--context", 512) == 563
    assert flip("Llama-2-70B", "A100", "--phase", "decode", "--context", 1024) == 250
    assert flip("Llama-2-7B", "H100", "--phase", "prefill", "--batch", 1) == 347


def test_a_device_that_is_too_small_is_said_apart(run):
    data = data_of(
        run, "cost", "Llama-2-70B", "4090", "--phase", "decode", "--context", 128
    )
    assert data["capacity"]["fits"] is False
    assert any("does not fit" in warning for warning in data["warnings"])


def test_numbers_that_are_not_verified_say_so(run):
    data = data_of(
        run, "cost", "OPT-175B", "A100", "--phase", "decode", "--context", 128
    )
    assert any("not verified: model OPT-175B (single)" in w for w in data["warnings"])
    assert all(source["verification"] for source in data["sources"])


DECODE = "--phase decode --context"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"cost Llama-3-8B A100 --batch -3 {DECODE} 8", "batch = -3"),
        (f"cost Llama-3-8B A100 {DECODE} 0", "context = 0"),
        (f"cost Llama-3-8B A100 {DECODE} x", "'x'"),
        (f"cost Llama-3-8B A100 {DECODE} 8 --weights bf17", "bf17"),
        (f"cost Llama-3-8B A100 {DECODE} 8 --compute fp8", "fp8"),
        (f"cost Llama-3-8B V100 {DECODE} 8", "bf16"),
        (f"cost Llama-3-7B {DECODE} 8", "Llama-3-8B"),
        (f"cost Llama-3-8B A101 {DECODE} 8", "A100"),
        ("cost Llama-3-8B A100 --context 8", "--phase"),
        (f"cost Llama-3-8B {DECODE} 8 --prefix 8", "prefix"),
        ("cost Llama-3-8B --phase prefill --context 8 --tokens 2", "tokens"),
        (f"flip Llama-3-8B A100 {DECODE} 8 --batch 8", "one of"),
        ("flip Llama-3-8B A100 --phase prefill --context 8", "--batch"),
        (f"cost Llama-3-8B {DECODE} {'9' * 400}", "context = 2^"),
        (f"cost Llama-3-8B {DECODE} {'9' * 5000}", "9'..."),
        (f"cost Llama-3-8B {DECODE} 8 --shards 3", "KV heads"),
        (f"cost DeepSeek-V3 {DECODE} 8 --unfused", "MLA"),
        (f"cost Llama-3-8B {DECODE} 8 --lang fr", "fr"),
        (f"cost Llama-3-8B {DECODE} 8 --toke 2", "--toke"),
        ("flip Llama-3-8B A100 --phase decode --tokens 99999999", "tokens ="),
        ("show nothing-of-that-name", "nothing-of-that-name"),
        ("", "COMMAND"),
        ("nonsense", "nonsense"),
    ],
)
def test_bad_input_gets_one_clear_line_and_exit_2(run, line, said):
    status, output, errors = run(*line.split())
    assert (status, output) == (2, "")
    assert errors.count("\n") == 1
    assert len(errors) < 300
    assert said in errors


@pytest.mark.parametrize(
    ("option", "ko", "en"),
    [
        ("--tokens=3", "한 번에 3 토큰", "3 tokens at once"),
        ("--shards=8", "장치 8대 중 한 대", "one of 8 devices"),
        ("--unfused", "unfused 어텐션", "unfused attention"),
    ],
)
def test_the_first_line_says_all_that_the_table_is_for(run, option, ko, en):
    line = ("cost", "Llama-3-8B", "A100", "--phase=decode", "--context=64", option)
    for lang, said in (("ko", ko), ("en", en)):
        first = run(*line, "--lang", lang)[1].splitlines()[0]
        assert said in first
        assert said not in run(*line[:-1], "--lang", lang)[1]
    data = data_of(run, *line)
    found = (data["tokens"], data["shards"], data["fused"])
    assert found != (1, 1, True)


def test_errors_speak_korean_to_those_who_do(run):
    _, _, errors = run(
        "--lang", "ko", "cost", "Llama-3-8B", "--phase", "decode", "--context", "0"
    )
    assert "이상의 정수" in errors


@pytest.mark.parametrize("lang", ["ko", "en"])
def test_the_table_shows_units_and_says_inferred(run, lang):
    status, output, _ = run(
        "cost", "Llama-3-8B", "A100", "--phase", "decode", "--context", "2048",
        f"--lang={lang}",
    )  # fmt: skip
    assert status == 0
    for part in ("FLOP/byte", "TB/s", "153", "attention", "lm_head", "SXM"):
        assert part in output
    assert {"ko": "추론값", "en": "inferred"}[lang] in output


@pytest.mark.parametrize("command", ["cost", "flip", "show", "list", "plot", "check"])
@pytest.mark.parametrize("lang", ["ko", "en"])
def test_help_of_every_command_in_both_languages(run, command, lang):
    status, output, _ = run(command, "--help", "--lang", lang)
    assert status == 0
    hangul = any("가" <= char <= "힣" for char in output)
    assert hangul == (lang == "ko")


def test_tables_are_listed_shown_and_checked(run):
    assert len(data_of(run, "list", "models")) == 63
    assert len(data_of(run, "list", "hardware")) == 79
    status, output, _ = run("show", "A100")
    assert status == 0
    assert "312" in output
    assert "verified" in output
    status, output, _ = run("check")
    assert status == 0


def test_tensor_parallelism_reports_what_it_sends(run):
    data = data_of(
        run, "cost", "Llama-2-70B", "A100", "--phase", "decode", "--context", 128,
        "--shards", 8,
    )  # fmt: skip
    # 2 a layer x 80 layers x 8192 x 2 bytes x 2 x 7/8
    assert data["allreduce_bytes"] == 2 * 80 * 8192 * 2 * 2 * 7 / 8


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("cost", "", "A100", "--phase", "decode", "--context", "8"), 2),
        (("cost", "Llama-3-8B", "", "--phase", "decode", "--context", "8"), 2),
        (("cost", "Llama-3-8B", "A100", "--phase", "decode", "--context", ""), 2),
        (("cost", "Llama-3-8B", "--phase=decode", "--context=8", "--compute="), 2),
        (("show", ""), 2),
        (("cost", "Llama-3-8B", "--phase", "decode", "--context", "８"), 0),
    ],
)
def test_an_empty_word_is_not_taken_as_left_out(run, arguments, status):
    assert run(*arguments)[0] == status


@pytest.mark.parametrize("place", [0, 1, 2, 4, 5, 6])  # not before an option's value
def test_the_language_may_stand_anywhere_and_the_last_one_counts(run, place):
    words = ["cost", "Llama-3-8B", "--phase", "decode", "--context=8", "--batch=2"]
    line = ["--lang", "en", *words[:place], "--lang=ko", *words[place:]]
    status, output, _ = run(*line)
    assert status == 0
    assert "배치 2" in output


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("cost Llama-3-8B --phase decode", "빠진 인자"),
        ("cost Llama-3-8B --phase decode --context", "값이 하나"),
        ("cost Llama-3-8B --phase x --context 8", "쓸 수 있는 값"),
        (f"cost Llama-3-8B {DECODE} 8 --bogus", "모르는 인자"),
        ("cost --help", "사용법"),
    ],
)
def test_usage_is_said_in_korean(run, line, said):
    _, output, errors = run("--lang", "ko", *line.split())
    assert said in output + errors


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp949", "utf-8"])
@pytest.mark.parametrize("lang", ["ko", "en"])
def test_a_terminal_that_lacks_a_letter_gets_an_escape(encoding, lang):
    line = ["--lang", lang, "cost", "Llama-3-8B", "A100", "--phase", "decode"]
    done = subprocess.run(
        [sys.executable, "-m", "intensity.cli", *line, "--context", "8"],
        env={"PYTHONIOENCODING": encoding, "LC_ALL": "C"},  # and no HOME
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "FLOP/byte" in done.stdout.decode(encoding)


def test_a_closed_pipe_is_not_an_error():
    command = shlex.join([sys.executable, "-m", "intensity.cli", "list", "--json"])
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command} | head -1"],
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(("where", "status"), [("/dev/full", 1), ("&-", 0)])
def test_output_that_cannot_be_written_is_no_traceback(where, status):
    command = shlex.join([sys.executable, "-m", "intensity.cli", "list"])
    done = subprocess.run(
        ["bash", "-c", f"{command} >{where}"], capture_output=True, check=False
    )
    assert done.returncode == status
    assert done.stderr.count(b"\n") == status


def test_json_is_strict_json(run):
    def refuse(word):
        raise AssertionError(word)

    most = 10**15
    _, output, _ = run(
        "cost", "Mixtral-8x7B", "H100", "--phase", "decode", "--context", most,
        "--batch", most, "--json",
    )  # fmt: skip
    contract("cost").validate(json.loads(output, parse_constant=refuse))
