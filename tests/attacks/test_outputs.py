"""Whatever a process calls outputs, the notebook that holds them is a good one."""

import json

import nbformat
import pytest

from autograder.grading.outputs import clean_count, clean_outputs


def nested(depth):
    made = 0
    for _ in range(depth):
        made = [made]
    return made


def shown(data, **more):
    return {"output_type": "display_data", "data": data, "metadata": {}, **more}


HOSTILE = {
    "deep": shown({"application/json": nested(900), "text/plain": nested(900)}),
    "deep metadata": shown({"text/plain": "x"}, metadata={"a": nested(900)}),
    "not a number": shown({"application/json": [float("nan"), float("-inf"), 10**400]}),
    "kinds of no kind": shown({"": "x", "a": "x", "a/b/c": "x", "../x/y": "x"}),
    "numbers for text": shown({"text/plain": 5, "image/png": {"a": 1}, "a/b": None}),
    "lines of nothing": shown({"text/plain": ["a", 5, None, ["b"]]}),
    "halves of characters": shown({"text/plain": "\ud800", "text/html": "\udfff"}),
    "a stream of objects": {"output_type": "stream", "name": {}, "text": {"a": 1}},
    "a count": {
        "output_type": "execute_result",
        "data": 5,
        "metadata": [],
        "execution_count": -3,
    },
    "an error of lists": {
        "output_type": "error",
        "ename": ["x"],
        "evalue": {"a": 1},
        "traceback": [nested(900), 5, "line"],
    },
    "a kind that is a list": {"output_type": ["stream"]},
    "no object": 5,
}


@pytest.mark.parametrize("output", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_notebook_with_hostile_outputs_is_valid(output):
    cell = {
        "cell_type": "code",
        "id": "c0",
        "metadata": {},
        "source": "",
        "execution_count": clean_count(-1),
        "outputs": clean_outputs([output]),
    }
    book = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    json.dumps(book, allow_nan=False)
    nbformat.validate(nbformat.from_dict(book))


def test_honest_outputs_stay_as_they_are():
    honest = [
        {"output_type": "stream", "name": "stderr", "text": "a\nb"},
        shown({"image/png": "iVBOR", "text/plain": "<Figure>"}, metadata={"w": 1.5}),
        shown({"application/vnd.plotly.v1+json": {"data": [{"x": [1, 2.5, None]}]}}),
        {
            "output_type": "execute_result",
            "data": {"text/plain": "3"},
            "metadata": {},
            "execution_count": 7,
        },
        {
            "output_type": "error",
            "ename": "ValueError",
            "evalue": "x",
            "traceback": ["a", "b"],
        },
    ]
    assert clean_outputs(honest) == honest


@pytest.mark.parametrize("outputs", [None, {"a": 5}, "x", [[]], [None]])
def test_what_is_no_list_of_outputs_is_none(outputs):
    assert clean_outputs(outputs) == []
