"""Whatever verb says that a resource limits a phase, it says it of any and of both."""

import itertools

import pytest

from autograder.reading import read

ENGLISH = [
    "{P} is {r}-bound",
    "{P} is bound by {r}",
    "{P} is {r}-limited",
    "{P} is limited by {r}",
    "{P} is bottlenecked on {r}",
    "{P} is bottlenecked by {r}",
    "{P} is starved of {r}",
    "{P} is short of {r}",
    "{P} runs out of {r}",
    "{P} lacks {r}",
    "{P} is constrained by {r}",
    "{P} is gated by {r}",
    "{P} hits the {r} wall",
    "{P} hits the {r} ceiling",
    "{P} depends on {r}",
    "{P} hinges on {r}",
    "{P} is all about {r}",
    "{P} is dominated by {r}",
    "{P} is governed by {r}",
    "{P} is dictated by {r}",
    "{P} is throttled by {r}",
    "{P} is held back by {r}",
    "{P} is capped by {r}",
    "{P} is paced by {r}",
    "{P} is a {r} problem",
    "{P} needs more {r}",
    "{P} wants {r}",
    "{P} lives on {r}",
    "{P} saturates {r}",
    "{P} maxes out {r}",
    "{P} exhausts {r}",
    "{P} is waiting on {r}",
    "{r} is the bottleneck of {P}",
    "{r} limits {P}",
    "{r} bounds {P}",
    "{r} caps {P}",
    "{r} is what limits {P}",
    "{r} is what {P} runs out of",
    "{r} is the limiting factor in {P}",
    "{r} is the scarce resource in {P}",
    "{r} dominates {P}",
    "{r} sets the pace of {P}",
    "{r} decides how fast {P} goes",
    "{r} is the constraint for {P}",
    "{r} holds {P} back",
    "{r} is in short supply during {P}",
    "the bottleneck of {P} is {r}",
    "the bottleneck in {P} is {r}",
    "the limiting factor of {P} is {r}",
    "what limits {P} is {r}",
    "the culprit in {P} is {r}",
    "in {P} we are limited by {r}",
    "in {P} the limit is {r}",
    "during {P} {r} is the limit",
    "{P} speed scales with {r}",
    "{P} speed is set by {r}",
    "{P} gets stuck on {r}",
    "{P} is in the {r}-bound regime",
    "{P} sits on the {r} roof",
    "it is {r} that limits {P}",
    "{P} suffers from a lack of {r}",
    "{P} is restricted by {r}",
    "{P} is pinned by {r}",
    "{P} is at the mercy of {r}",
    "{P} comes down to {r}",
    "{P} is {r} hungry",
    "{P} chokes on {r}",
]
KOREAN = [
    "{P}{n} {r} 바운드다",
    "{P}{n} {r}에 묶인다",
    "{P}{n} {r}에 걸린다",
    "{P}{n} {r}에 막힌다",
    "{P}{n} {r}에 갇힌다",
    "{P}{n} {r}에 달렸다",
    "{P}{n} {r}에 좌우된다",
    "{P}{n} {r}이 병목이다",
    "{P} 병목은 {r}이다",
    "{P}의 병목은 {r}이다",
    "{P}{n} {r}이 한계다",
    "{P}{n} {r}이 모자란다",
    "{P}{n} {r}이 부족하다",
    "{P}{n} {r}이 딸린다",
    "{P} 속도는 {r}이 정한다",
    "{P} 속도는 {r}이 결정한다",
    "{P}{n} {r}이 발목을 잡는다",
    "{P}{n} {r}에 발목 잡힌다",
    "{P}{n} {r} 때문에 느리다",
    "{P}{n} {r} 제한이다",
    "{P}{n} {r}에 제한된다",
    "{P}{n} {r} 위주다",
    "{P}{n} {r} 싸움이다",
    "{P}{n} {r}이 관건이다",
    "{P}{n} {r}이 문제다",
    "{P}{n} {r}이 바닥난다",
    "{P}{n} {r}이 포화된다",
    "{P}{n} {r}을 다 쓴다",
    "{P}{n} {r}에 의해 제한된다",
    "{P}{n} {r}에 의존한다",
    "{P}{n} {r}에 비례한다",
    "{P}{n} {r}을 벗어나지 못한다",
    "{P}{n} {r} 쪽이다",
    "{P}{n} {r} 쪽에 있다",
    "{P}{n} {r} 한계에 부딪힌다",
    "{P}{n} {r}이 천장이다",
    "{P}를 제한하는 것은 {r}이다",
    "{P}를 붙잡는 것은 {r}이다",
    "{P}에서 부족한 것은 {r}이다",
    "{r}이 {P}를 제한한다",
    "{r}이 {P}를 좌우한다",
    "{r}이 {P}의 병목이다",
    "{r}이 {P} 속도를 정한다",
    "{P}에서는 {r}이 먼저 찬다",
    "{P}에서는 {r}이 먼저 바닥난다",
    "{P}{n} {r}을 기다린다",
    "{P}{n} {r} 집약적이다",
    "{P}{n} {r}이 주범이다",
    "{P}{n} {r}이 제약이다",
    "{P}{n} {r}에 눌린다",
    "{P} 시간은 {r}이 지배한다",
    "{P}{n} {r}이 율속이다",
    "{P}{n} {r} 한계에 걸려 있다",
    "{P}{n} {r}이 상한이다",
    "{P}{n} {r} 병목에 빠진다",
]
WORDS = {
    "memory bandwidth": "memory-bound",
    "bandwidth": "memory-bound",
    "compute": "compute-bound",
    "arithmetic throughput": "compute-bound",
}
WORDS_KO = {
    "메모리 대역폭": "memory-bound",
    "대역폭": "memory-bound",
    "연산": "compute-bound",
    "연산력": "compute-bound",
}
PHASES_KO = {"프리필": ("prefill", "은"), "디코드": ("decode", "는")}


@pytest.mark.parametrize("form", ENGLISH)
def test_a_predicate_limits_whatever_it_is_said_of(form):
    for phase, (word, verdict) in itertools.product(
        ("prefill", "decode"), WORDS.items()
    ):
        text = form.format(P=phase, r=word)
        reading = read(f"{text[0].upper()}{text[1:]}.")
        assert (reading.phase, reading.verdict) == (phase, verdict), text


@pytest.mark.parametrize("form", KOREAN)
def test_a_korean_predicate_limits_whatever_it_is_said_of(form):
    for (name, (phase, topic)), (word, verdict) in itertools.product(
        PHASES_KO.items(), WORDS_KO.items()
    ):
        text = form.format(P=name, n=topic, r=word)
        reading = read(f"{text}.")
        assert (reading.phase, reading.verdict) == (phase, verdict), text
