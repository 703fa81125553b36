"""Expressions compute what they should, and nothing else runs."""

import math
import re

import pytest

from faqbook.quiz.expressions import NAMES, evaluate, is_literal, resolve

ATTACKS = [
    "__import__('os')",
    "().__class__",
    "(1).__class__",
    "math.sqrt.__globals__",
    "math.__loader__",
    "math",
    "math.factorial(10)",
    "math.sqrt",
    "abs",
    "(lambda: 1)()",
    "[1, 2]",
    "[x for x in [1]]",
    "'a' * 3",
    "max('abc')",
    "abs('a')",
    "f'{1}'",
    "1 if True else 2",
    "{1: 2}",
    "(1, 2)",
    "(x := 1)",
    "max(*[1, 2])",
    "max(**{})",
    "1 .real",
    "math.pi()",
    "math.sqrt(4).real",
    "[math.sqrt][0](4)",
    "1 is 1",
    "1 in [1]",
    "~1",
    "1 << 10",
    "1 & 1",
    "1 @ 1",
    "None",
    "...",
    "1j",
    "(-8) ** 0.5",
    "'1'",
    "1; 2",
    "x = 1",
    "",
    "open('f')",
    "exec('1')",
    "eval('1')",
    "\x00",
    "1 +",
    "é",
]
TOO_MUCH = [
    "9 ** 9 ** 9",
    "2 ** 1025",
    "(2 ** 1000) * (2 ** 1000)",
    "10.0 ** 400",
    "1e999",
    "-1e999",
    "1e308 * 10",
    "1e999 - 1e999",
    "1 / 0",
    "0 ** -1",
    "math.log(0)",
    "math.sqrt(-1)",
    "math.exp(1000)",
    "(" * 300 + "1" + ")" * 300,
    "1 + " * 200 + "1",
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_refused(attack):
    with pytest.raises(ValueError):
        evaluate(attack)


@pytest.mark.parametrize(
    ("expression", "what"),
    [
        ("(1, 2)", "(1, 2)"),
        ("1 + None", "None"),
        ("initialisation.score_variance_at_init('t5', 512, 8, key=None)", "None"),
        ("max(1, [2][0])", "[2][0]"),
        ("1 << 10", "the operator LShift"),
        ("~1", "the operator Invert"),
    ],
)
def test_what_is_refused_is_named(expression, what):
    with pytest.raises(ValueError, match=rf": {re.escape(what)} is not allowed$"):
        evaluate(expression)


@pytest.mark.parametrize("expression", TOO_MUCH)
def test_nothing_infinite_undefined_or_huge(expression):
    with pytest.raises(ValueError):
        evaluate(expression)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("2 + 3 * 4", 14),
        ("-(1 - 4) // 2", 1),
        ("7 % 4 / 2", 1.5),
        ("2 ** 10", 1024),
        ("+2 ** -1", 0.5),
        ("1 < 2 <= 2 != 3", True),
        ("1 < 2 > 2", False),
        ("not 1 > 2 and (False or 2 == 2.0)", True),
        ("math.isclose(0.1 + 0.2, 0.3)", True),
        ("math.isclose(1, 1.1, rel_tol=0.2)", True),
        ("min(3, 1, 2) + max([4, 5]) + abs(-1)", 7),
        ("  math.sqrt(\n  64)", 8.0),
        ("schedules.noam(4000, 512, warmup=4000)", (512 * 4000) ** -0.5),
        ("initialisation.score_variance_at_init('xavier_packed', 512, 8)", 0.25),
        ("cost.kv_cache_bytes(10, 64, n_layers=2)", 2 * 10 * 64 * 2 * 4),
        ("bleu.sentence_bleu(candidate=['a', 'b', 'c', 'd'], references=[['a', 'b', 'c', 'd']])", 1.0),
    ],
)
def test_computes(expression, value):
    result = evaluate(expression)
    assert type(result) is type(value)
    assert math.isclose(result, value, rel_tol=1e-15)


def test_a_failing_function_is_named():
    with pytest.raises(ValueError, match=r"noam\(0, 512\).*step"):
        evaluate("schedules.noam(0, 512)")


@pytest.mark.parametrize("name", NAMES)
def test_every_listed_name_exists(name):
    found = resolve(name)
    assert callable(found) or isinstance(found, float)


def test_bare_numbers_are_told_from_computed_ones():
    assert is_literal("8") and is_literal(" -8.5 ") and is_literal("True")
    assert not is_literal("4 + 4") and not is_literal("math.pi") and not is_literal("(")
