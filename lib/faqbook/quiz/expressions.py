"""Numbers in a quiz are computed, never typed: expressions over an explicit list of names, and nothing else.

An expression is Python's notation for arithmetic, comparisons and calls to `NAMES`, whose arguments may also be strings
and lists. Whatever it says, it is done at once and stays small.
"""

import ast
import importlib
import math
import operator
from functools import cache

# What an expression may name, in which module. Each takes a bounded time, whatever its arguments.
NAMES = {
    "": ("builtins", {"abs", "max", "min"}),
    "math": (
        "math",
        {"ceil", "cos", "e", "erf", "exp", "floor", "isclose", "log", "log10", "log2", "pi", "sin", "sqrt", "tanh"},
    ),
    "bleu": ("faqformer.bleu", {"brevity_penalty"}),
    "cost": ("faqformer.cost", {"attention_weight_bytes", "tensordot_macs"}),
    "initialisation": ("faqformer.initialisation", {"weight_variance"}),
    "schedules": ("faqformer.schedules", {"noam"}),
    "subwords": ("faqformer.subwords", {"count_pmi", "likelihood_gain", "ratio"}),
    "theory": ("faqformer.attention.theory", {"expected_maximum"}),
}
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
LONGEST, DEEPEST = 500, 60  # characters of an expression, levels of it inside each other
LARGEST = 1024  # bits of an integer: what a float can hold
TOO_LARGE = f"an integer of more than {LARGEST} bits"


@cache
def resolve(name: str):
    """The function or constant that name stands for. Raises ValueError for a name that is not listed."""
    space, _, attribute = name.rpartition(".")
    module, listed = NAMES.get(space, ("", set()))
    if attribute not in listed:
        raise ValueError(f"{name} is not among the names of faqbook.quiz.expressions")
    return getattr(importlib.import_module(module), attribute)


def evaluate(expression: str) -> int | float | bool:
    """The value of an expression. Raises ValueError saying what is not allowed, undefined or not finite in it."""
    if len(expression) > LONGEST:
        raise ValueError(f"expected an expression of at most {LONGEST} characters, got {len(expression)}")
    try:
        return _number(_value(ast.parse(expression.strip(), mode="eval").body))
    except Exception as error:  # whatever a listed function raises is the author's to read
        raise ValueError(f"{expression!r}: {error}") from error


def is_literal(expression: str) -> bool:
    """Is it a bare number, typed rather than computed? What does not parse is left to `evaluate`."""
    try:
        node = ast.parse(expression.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return False
    while isinstance(node, ast.UnaryOp):
        node = node.operand
    return isinstance(node, ast.Constant)


def _value(node: ast.expr, depth: int = 0):
    if depth > DEEPEST:
        raise ValueError(f"more than {DEEPEST} levels deep")

    def inside(part: ast.expr):
        return _value(part, depth + 1)

    match node:
        case ast.Constant(value=bool() | int() | float() | str()):
            return node.value
        case ast.List():
            return [inside(element) for element in node.elts]
        case ast.Name() | ast.Attribute(value=ast.Name()):
            return resolve(ast.unparse(node))
        case ast.UnaryOp():
            return _apply(node.op, inside(node.operand))
        case ast.BinOp():
            return _apply(node.op, inside(node.left), inside(node.right))
        case ast.Compare(ops=[op], comparators=[other]):
            return _apply(op, inside(node.left), inside(other))
        case ast.Call(func=ast.Name() | ast.Attribute()) if all(keyword.arg for keyword in node.keywords):
            keywords = {keyword.arg: inside(keyword.value) for keyword in node.keywords}
            return inside(node.func)(*map(inside, node.args), **keywords)
    raise ValueError(f"{ast.unparse(node)} is not allowed")


def _apply(op: ast.AST, *operands):
    """An operator on numbers alone: a `*` would repeat a string."""
    if type(op) not in OPERATORS:
        raise ValueError(f"the operator {type(op).__name__} is not allowed")
    numbers = [_number(operand) for operand in operands]
    if isinstance(op, ast.Pow) and all(isinstance(number, int) for number in numbers):
        base, exponent = numbers
        if abs(exponent) * base.bit_length() > 2 * LARGEST:  # which a power that fits never is; others may hang
            raise ValueError(TOO_LARGE)
    return _number(OPERATORS[type(op)](*numbers))


def _number(value) -> int | float | bool:
    if not isinstance(value, int | float):
        raise ValueError(f"expected an int, a float or a bool, got {type(value).__name__}")
    if isinstance(value, int) and value.bit_length() > LARGEST:
        raise ValueError(TOO_LARGE)
    if not math.isfinite(value):
        raise ValueError(f"expected a finite number, got {value}")
    return value
