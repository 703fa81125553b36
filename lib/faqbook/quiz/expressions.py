"""Numbers in a quiz are computed, never typed: expressions over an explicit list of names, and nothing else.

An expression is Python's notation for arithmetic, comparisons, `and`, `or`, `not` and calls to `NAMES`. The arguments
of a call may also be strings, True and False, lists and keywords, since a BLEU score takes tokens.
"""

import ast
import importlib
import math
import operator
from collections.abc import Callable
from functools import cache

# What an expression may name: `name: module:attribute`, or `module:function:field` for a field of what a function
# returns; imported when first used. One line adds a name.
NAMES = {
    "abs": "builtins:abs",
    "max": "builtins:max",
    "min": "builtins:min",
    "math.ceil": "math:ceil",
    "math.cos": "math:cos",
    "math.e": "math:e",
    "math.erf": "math:erf",
    "math.exp": "math:exp",
    "math.floor": "math:floor",
    "math.isclose": "math:isclose",
    "math.log": "math:log",
    "math.log2": "math:log2",
    "math.log10": "math:log10",
    "math.pi": "math:pi",
    "math.sin": "math:sin",
    "math.sqrt": "math:sqrt",
    "math.tanh": "math:tanh",
    "bleu.brevity_penalty": "faqformer.bleu:brevity_penalty",
    "bleu.sentence_bleu": "faqformer.bleu:sentence_bleu:score",
    "cost.activation_bytes": "faqformer.cost:activation_bytes",
    "cost.attention_weight_bytes": "faqformer.cost:attention_weight_bytes",
    "cost.kv_cache_bytes": "faqformer.cost:kv_cache_bytes",
    "cost.softmax_operations": "faqformer.cost:softmax_operations",
    "cost.tensordot_macs": "faqformer.cost:tensordot_macs",
    "initialisation.score_variance_at_init": "faqformer.initialisation:score_variance_at_init",
    "initialisation.weight_variance": "faqformer.initialisation:weight_variance",
    "schedules.google_bert": "faqformer.schedules:google_bert",
    "schedules.linear": "faqformer.schedules:linear",
    "schedules.noam": "faqformer.schedules:noam",
    "subwords.count_pmi": "faqformer.subwords:count_pmi",
    "subwords.likelihood_gain": "faqformer.subwords:likelihood_gain",
    "subwords.ratio": "faqformer.subwords:ratio",
    "theory.expected_maximum": "faqformer.attention.theory:expected_maximum",
    "theory.expected_own_weight": "faqformer.attention.theory:expected_own_weight",
}

LONGEST = 500  # characters of an expression
LARGEST_POWER = 1024  # bits of an integer power: what a float can hold
OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


@cache
def resolve(name: str):
    """The function or constant that name stands for. Raises ValueError for a name that is not listed."""
    if name not in NAMES:
        raise ValueError(f"{name} is not among the names of faqbook.quiz.expressions")
    module, attribute, *field = NAMES[name].split(":")
    found = getattr(importlib.import_module(module), attribute)
    return (lambda *args, **kwargs: getattr(found(*args, **kwargs), field[0])) if field else found


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


def _value(node: ast.expr):
    match node:
        case ast.Constant(value=bool() | int() | float()):
            return _number(node.value)
        case ast.UnaryOp():
            return _apply(node.op, _value(node.operand))
        case ast.BinOp():
            return _apply(node.op, _value(node.left), _value(node.right))
        case ast.BoolOp():
            values = [_number(_value(part)) for part in node.values]
            return all(values) if isinstance(node.op, ast.And) else any(values)
        case ast.Compare():
            values = [_value(part) for part in (node.left, *node.comparators)]
            return all([_apply(op, a, b) for op, a, b in zip(node.ops, values, values[1:], strict=False)])
        case ast.Name() | ast.Attribute():
            return _number(resolve(_dotted(node)))
        case ast.Call():
            function = resolve(_dotted(node.func))
            keywords = {keyword.arg: _argument(keyword.value) for keyword in node.keywords}
            if None in keywords or not callable(function):
                raise ValueError(f"{ast.unparse(node)} is no call of a listed function")
            return function(*map(_argument, node.args), **keywords)
    raise ValueError(f"{ast.unparse(node)} is not allowed")


def _argument(node: ast.expr):
    match node:
        case ast.Constant(value=str()):
            return node.value
        case ast.List():
            return [_argument(element) for element in node.elts]
    return _value(node)


def _dotted(node: ast.expr) -> str:
    """`a` or `a.b`, as written. Whatever else is called or looked into gets a name that is not listed."""
    match node:
        case ast.Name() | ast.Attribute(value=ast.Name()):
            return ast.unparse(node)
    raise ValueError(f"{ast.unparse(node)} is not allowed")


def _apply(op: ast.AST, *operands):
    """An operator on numbers alone: a `*` would repeat a string, and a `%` would format it."""
    function: Callable | None = OPERATORS.get(type(op))
    if function is None:
        raise ValueError(f"the operator {type(op).__name__} is not allowed")
    numbers = [_number(operand) for operand in operands]
    if function is operator.pow and all(isinstance(number, int) for number in numbers):
        base, exponent = numbers
        if abs(exponent) * base.bit_length() > LARGEST_POWER:
            raise ValueError(f"a power of more than {LARGEST_POWER} bits")
    return _number(function(*numbers))


def _number(value) -> int | float | bool:
    if not isinstance(value, int | float):
        raise ValueError(f"expected an int, a float or a bool, got {type(value).__name__}")
    if not math.isfinite(value):
        raise ValueError(f"expected a finite number, got {value}")
    return value
