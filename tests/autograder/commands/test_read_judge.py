"""`autograder read` and `judge`: one object a line, and no line stops the rest."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

import jsonschema
import pytest

from autograder.commands import judge, read

CONTRACTS = Path(__file__).parents[2] / "contracts"
LINES = [
    {"id": "a", "text": "디코드는 메모리 바운드다."},
    {"id": 7, "text": "Llama-3-8B, H100, bf16, batch 8: decode is memory-bound."},
    {"id": None, "text": ""},
]


def run(command, content, tmp_path, capsys):
    file = tmp_path / "in.jsonl"
    file.write_bytes(content)
    status = command.run(Namespace(jsonl=str(file)))
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(("command", "name"), [(read, "read"), (judge, "judge")])
def test_every_line_is_answered_as_the_contract_says(command, name, tmp_path, capsys):
    content = "\n".join(json.dumps(line, ensure_ascii=False) for line in LINES)
    status, replies = run(command, content.encode(), tmp_path, capsys)
    schema = json.loads((CONTRACTS / f"{name}.schema.json").read_text("utf-8"))
    assert status == 0
    assert [reply["id"] for reply in replies] == ["a", 7, None]
    for reply in replies:
        jsonschema.validate(reply, schema)


@pytest.mark.parametrize(
    "bad", [b"{", b'{"id": 1}', b"[1]", b'"x"', b"\xff\xfe", b"[" * 9999]
)
def test_a_bad_line_says_so_in_its_place(bad, tmp_path, capsys):
    good = json.dumps(LINES[0]).encode()
    status, replies = run(read, good + b"\n" + bad + b"\n" + good, tmp_path, capsys)
    assert status == 1
    assert len(replies) == 3
    assert "2" in replies[1]["error"]["ko"]
    assert replies[0] == replies[2]


def test_a_missing_file_is_wrong_usage(tmp_path, capsys):
    assert read.run(Namespace(jsonl=str(tmp_path / "none.jsonl"))) == 2
    assert "none.jsonl" in capsys.readouterr().err


@pytest.mark.parametrize("command", [read, judge])
def test_the_option_is_asked_for(command):
    parser = ArgumentParser()
    command.add_arguments(parser)
    assert parser.parse_args(["--jsonl", "x"]).jsonl == "x"
