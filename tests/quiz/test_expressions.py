"""Expressions compute what they should, and nothing else runs."""

import math
import re
import time

import pytest

from faqbook.quiz.expressions import LONGEST, NAMES, evaluate, is_literal, resolve
from tools import ROOT

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
    "1 < 2 < 3",
    "1 and 2",
    "not 1",
    "+1",
    "7 // 2",
    "7 % 2",
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
TOO_MUCH = {
    "10 ** 10 ** 10": "an integer of more than 1024 bits",
    "9 ** 9 ** 9": "an integer of more than 1024 bits",
    "2 ** 1025": "an integer of more than 1024 bits",
    "2 ** -(10 ** 300)": "an integer of more than 1024 bits",
    "((10 ** 300) ** 1.0) ** 9": "large|range",
    "(2 ** 1000) * (2 ** 1000)": "an integer of more than 1024 bits",
    "9" * 400: "an integer of more than 1024 bits",
    "max(" + "9" * 400 + ", 1)": "an integer of more than 1024 bits",
    "*".join(["(10 ** 300)"] * 30): "an integer of more than 1024 bits",
    "10.0 ** 400": "large|range",
    "1e999": "expected a finite number, got inf",
    "-1e999": "expected a finite number, got inf",
    "1e308 * 10": "expected a finite number, got inf",
    "1e999 - 1e999": "expected a finite number, got inf",
    "1 / 0": "division by zero",
    "0 ** -1": "zero|cannot be raised",
    "math.log(0)": "math domain error|positive input",
    "math.sqrt(-1)": "math domain error|nonnegative input",
    "math.exp(1000)": "math range error",
    "theory.expected_maximum(10 ** 300)": "too big|too large",
    "range(10 ** 9)": "range is not among the names",
    "sum([1, 2])": "sum is not among the names",
    "max([" + "1, " * 300 + "1])": "expected an expression of at most 500 characters, got 9",
    "-" * 400 + "1": "more than 60 levels deep",
    " + ".join(["1"] * 100): "more than 60 levels deep",
    "max(" * 99 + "1" + ")" * 99: "more than 60 levels deep",
    "[" * 99 + "1" + "]" * 99: "more than 60 levels deep",
    "(" * 240 + "1" + ")" * 240: "too many nested parentheses",
    "1" * 501: "expected an expression of at most 500 characters, got 501",
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_refused(attack):
    with pytest.raises(ValueError):
        evaluate(attack)


@pytest.mark.parametrize(
    ("expression", "what"),
    [
        ("(1, 2)", "(1, 2)"),
        ("1 + None", "None"),
        ("initialisation.weight_variance('t5', 512, 8, key=None)", "None"),
        ("max(1, [2][0])", "[2][0]"),
        ("1 << 10", "the operator LShift"),
        ("~1", "the operator Invert"),
    ],
)
def test_what_is_refused_is_named(expression, what):
    with pytest.raises(ValueError, match=rf": {re.escape(what)} is not allowed$"):
        evaluate(expression)


@pytest.mark.parametrize(("expression", "message"), TOO_MUCH.items())
def test_nothing_infinite_undefined_or_huge_and_that_at_once(expression, message):
    resolve("theory.expected_maximum")  # importing torch is none of its work
    start = time.process_time()
    with pytest.raises(ValueError, match=message) as error:
        evaluate(expression)
    assert time.process_time() - start < 0.5
    assert len(str(error.value)) < 2 * LONGEST


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("2 + 3 * 4", 14),
        ("-(1 - 4) / 2", 1.5),
        ("2 ** 10", 1024),
        ("2 ** -1", 0.5),
        ("2 <= 2", True),
        ("2 > 2.0", False),
        ("2 == 2.0", True),
        ("2 != 3", True),
        ("math.isclose(0.1 + 0.2, 0.3)", True),
        ("math.isclose(1, 1.1, rel_tol=0.2)", True),
        ("min(3, 1, 2) + max([4, 5]) + abs(-1)", 7),
        ("  math.sqrt(\n  64)", 8.0),
        ("schedules.noam(4000, 512, warmup=4000)", (512 * 4000) ** -0.5),
        ("initialisation.weight_variance('xavier_uniform', 512, 30000)", 2 / 30512),
        ("cost.attention_weight_bytes(3, 4, 5, item=2)", 3 * 4 * 5 * 2),
        ("cost.tensordot_macs([5, 7, 2], [7, 5, 3], [[0, 1], [1, 0]])", 5 * 7 * 2 * 3),
    ],
)
def test_computes(expression, value):
    result = evaluate(expression)
    assert type(result) is type(value)
    assert math.isclose(result, value, rel_tol=1e-15)


def test_a_failing_function_is_named():
    with pytest.raises(ValueError, match=r"noam\(0, 512\).*step"):
        evaluate("schedules.noam(0, 512)")


EVERY = [f"{space}.{name}".lstrip(".") for space, (_, names) in NAMES.items() for name in sorted(names)]


@pytest.mark.parametrize("name", EVERY)
def test_every_listed_name_exists_and_a_quiz_uses_it(name):
    found = resolve(name)
    assert callable(found) or isinstance(found, float)
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "chapters").rglob("*.quiz.yml")]
    assert any(re.search(rf"(?<![\w.]){re.escape(name)}\b", text) for text in texts)


def test_bare_numbers_are_told_from_computed_ones():
    assert is_literal("8") and is_literal(" -8.5 ") and is_literal("True")
    assert not is_literal("4 + 4") and not is_literal("math.pi") and not is_literal("(")
