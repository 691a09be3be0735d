"""The doctor names what is missing and how to get it."""

import json

import pytest

from autograder.cli import main
from autograder.commands.doctor import LAYERS, REMEDIES
from autograder.execution import sandbox


@pytest.fixture
def speak(monkeypatch):
    return lambda lang: monkeypatch.setenv("INTENSITY_LANG", lang)


@pytest.mark.parametrize("lang", ["ko", "en"])
def test_every_missing_layer_has_a_remedy(monkeypatch, capsys, speak, lang):
    speak(lang)
    monkeypatch.setattr(sandbox, "_layers", lambda: ("rlimits",))
    assert main(["doctor"]) == 1
    text = capsys.readouterr().out
    for layer, remedy in REMEDIES.items():
        assert f"{layer}: {remedy.say()}" in text
    assert "--unsafe-no-sandbox" in text


def test_a_safe_machine_is_status_0_and_offers_no_remedy(monkeypatch, capsys, speak):
    speak("en")
    monkeypatch.setattr(sandbox, "_layers", lambda: tuple(LAYERS))
    assert main(["doctor"]) == 0
    text = capsys.readouterr().out
    assert "this machine can grade" in text
    assert "install" not in text


def test_json_carries_the_layers(monkeypatch, capsys):
    monkeypatch.setattr(sandbox, "_layers", lambda: ("rlimits",))
    assert main(["doctor", "--json"]) == 1
    shown = json.loads(capsys.readouterr().out)
    assert shown["layers"] == ["rlimits"]
    assert shown["enough"] is False
    assert shown["machine"]["python"]
    assert "python3" in shown["machine"]["kernels"].split(", ")


def test_every_layer_that_can_be_entered_is_explained():
    assert set(sandbox.layers()) <= set(LAYERS)
