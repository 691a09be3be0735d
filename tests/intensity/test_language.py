"""Which language speaks, and errors that carry both."""

import pickle

import pytest

from intensity.language import CourseError, Text, language


@pytest.fixture
def environment(monkeypatch):
    for variable in ("INTENSITY_LANG", "LC_ALL", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    return monkeypatch


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, "en"),
        ({"LANG": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LC_ALL": "ko_KR.UTF-8", "LANG": "C"}, "ko"),
        ({"LC_ALL": "C", "LANG": "ko_KR.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "ko_KR.UTF-8"}, "ko"),
        ({"INTENSITY_LANG": "ko", "LC_ALL": "C"}, "ko"),
        ({"INTENSITY_LANG": "en", "LANG": "ko_KR.UTF-8"}, "en"),
        ({"INTENSITY_LANG": "KO-kr"}, "ko"),
        ({"INTENSITY_LANG": "kok"}, "en"),  # Konkani is not Korean
    ],
)
def test_the_first_variable_that_is_set_decides(environment, variables, expected):
    for name, value in variables.items():
        environment.setenv(name, value)
    assert language() == expected


def test_a_text_speaks_the_language_asked_for_or_the_process_one(environment):
    text = Text(ko="배치", en="batch")
    environment.setenv("INTENSITY_LANG", "ko")
    assert (str(text), text.say(), text.say("en")) == ("배치", "배치", "batch")


def test_an_error_follows_the_language_when_it_is_printed(environment):
    error = CourseError(Text(ko="배치 -3", en="batch -3"))
    assert str(error) == "batch -3"
    environment.setenv("INTENSITY_LANG", "ko")
    assert str(error) == "배치 -3"
    assert isinstance(error, ValueError)


def test_an_error_survives_a_process_boundary():
    error = pickle.loads(pickle.dumps(CourseError(Text(ko="가", en="a"))))
    assert error.text == Text(ko="가", en="a")
