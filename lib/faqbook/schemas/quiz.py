"""A chapter's quiz, `<slug>.quiz.yml`: five to eight items of mixed kinds, at least two with numbers and one `bug`.

Texts are one-line Markdown: `code`, *em*, **strong**, $maths$ in TeX, and \\$ \\* \\` \\\\ for the characters; no
links, no HTML. Write texts with maths in YAML's block style (>- or |-) or in single quotes, where a backslash is a
backslash. Numbers are expressions in Python's notation, as strings: arithmetic, comparisons, and calls to the names in
`faqbook/quiz/expressions.py`, such as math.sqrt(64). `tests/quiz/example.quiz.yml` has an item of each kind.
"""

from faqbook.schemas.pieces import IDENTIFIER, TEXT, many, record

# A feedback says why: it names the misconception behind a wrong choice, the reason behind the right one. The verdict
# stands before it already, so it never begins with Right, Wrong, Yes, No, True, False, Exactly …
FEEDBACK = TEXT
EXPRESSION = TEXT | {"expected": "an expression as a text"}
# Where the truth hangs on a number, an expression that gives a bool.
TRUTH = {"type": ["boolean", "string"], "expected": "true, false or an expression"}
CODE = TEXT | {"expected": "Python as a text"}


def _places(least: int) -> dict:
    return {"type": "integer", "minimum": least, "maximum": 10, "expected": f"a whole number from {least} to 10"}


_OPTION = record({"text": TEXT, "right": TRUTH, "feedback": FEEDBACK})
_CHOICE = {"options": many(_OPTION, 2, 6)}  # shuffled for the reader, so write no "both of these"
_TRAP = record({"value": EXPRESSION, "feedback": FEEDBACK})

# What each kind has besides what all have.
KINDS = {
    # One of: exactly one option is right.
    "one": (_CHOICE, {}),
    # Several of: the reader ticks all that are right; at least one is, and at least one is not.
    "several": ({"options": many(_OPTION, 3, 8)}, {}),
    # True or false: `prompt` is a statement; each of the two answers gets a reply that reasons.
    "truth": ({"answer": TRUTH, "to_true": FEEDBACK, "to_false": FEEDBACK}, {}),
    # A number to type, as 0.125, 0,125, 1/8 or 1.25e-1. `digits` or `places` say how it is to be rounded, and so does
    # the prompt; with neither it is wanted exactly. `unit` stands behind the field and is not typed. `otherwise`
    # replies to any other number: a hint at the way there, without the number. `traps` are wrong numbers that a known
    # misconception leads to.
    "number": (
        {"answer": EXPRESSION, "feedback": FEEDBACK, "otherwise": FEEDBACK},
        {"unit": TEXT, "digits": _places(1), "places": _places(0), "traps": many(_TRAP, 1)},
    ),
    # Put in order: `steps` in the right order, which must be the only one; the reader gets them shuffled. A step's
    # feedback says what it needs before it, or what needs it: read when it is the first out of place, and at the end.
    "order": ({"steps": many(record({"text": TEXT, "feedback": FEEDBACK}), 3, 7)}, {}),
    # Find the bug: the reader sees `buggy`, two to twelve lines of at most 60 characters (a phone), and chooses what
    # the bug is; `fixed`, the same with the bug repaired, comes with the answer. `setup` runs first and is not shown:
    # imports, inputs. `shows`, an expression over the names of the code, is False after buggy and True after fixed.
    "bug": ({"buggy": CODE, "fixed": CODE, "shows": CODE, **_CHOICE}, {"setup": CODE}),
}

# id: permanent, since readers' progress is kept under it; it names the question, not the answer. level: depth for what
# only the depth of the page tells; the others can be answered after the lesson. tests: the claim or the step of the
# spine that the item tests. reread: a heading of the notebook, letter for letter. prompt: the question;
# a blank line starts a paragraph. Ask for understanding (what would change if …), not for a digit remembered.
_COMMON = {"id": IDENTIFIER, "tests": IDENTIFIER, "reread": TEXT, "prompt": TEXT}
_KIND = {"kind": {"enum": list(KINDS)}}


def _item() -> dict:
    """An item of its kind; while the kind is not known, only that is."""
    cases = [
        {
            "if": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": kind}}},
            "then": record(_KIND | _COMMON | required, level={"enum": ["lesson", "depth"]}, **optional),
        }
        for kind, (required, optional) in KINDS.items()
    ]
    return {"type": "object", "required": ["kind"], "properties": _KIND, "allOf": cases}


QUIZ = record({"items": many(_item(), 1)})
