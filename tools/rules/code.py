"""The code of a notebook, by its syntax tree: randomness through `seeds` alone, figures with alt text, plain Python."""

import ast
import re
from collections.abc import Iterator

from tools.chapters import Chapter
from tools.rules.form import cells

TORCH_DRAWS = {"rand", "randn", "randint", "randperm", "rand_like", "randn_like", "randint_like", "normal", "poisson"}
DRAWS = {  # of tensors, and of torch.nn.init
    *("bernoulli", "multinomial", "bernoulli_", "normal_", "uniform_", "random_", "exponential_", "log_normal_"),
    *("cauchy_", "geometric_", "xavier_uniform_", "xavier_normal_", "kaiming_uniform_", "kaiming_normal_"),
    *("trunc_normal_", "orthogonal_", "sparse_"),
}
SEEDING = {"manual_seed", "manual_seed_all", "default_generator", "set_rng_state", "initial_seed"}
MAGIC = re.compile(r"^\s*[%!]|\?\s*$", re.MULTILINE)
NBVAL = re.compile(r"#\s*(?:NBVAL|PYTEST_VALIDATE)_")
ALT_WORDS = 8


def trees(chapter: Chapter) -> list[tuple[str, ast.Module]]:
    """Each code cell's name and syntax tree; those that do not parse are left to `plain_python`."""
    found = []
    for place, cell in cells(chapter, "code"):
        try:
            found.append((place, ast.parse(cell["source"])))
        except SyntaxError:
            continue
    return found


def plain_python(chapter: Chapter) -> list[str]:
    """No magic, no shell, no `;` at the end of a line (nbval shows what it hides), no marker that excuses a cell."""
    found = []
    for place, cell in cells(chapter, "code"):
        try:
            ast.parse(cell["source"])
        except SyntaxError as error:
            found.append(f"{place}: {'a magic' if MAGIC.search(cell['source']) else error.msg}, expected plain Python")
        if any(line.rstrip().endswith(";") for line in cell["source"].splitlines()):
            found.append(f"{place}: a line ends in `;`")
        if NBVAL.search(cell["source"]):
            found.append(f"{place}: a marker tells the tests to look away")
    return found


def randomness(chapter: Chapter) -> list[str]:
    """Random numbers come from `seeds` alone: a generator of its, or the inside of `with seeds.fixed(…)`."""
    return [f"{place}: {complaint}" for place, tree in trees(chapter) for complaint in _random(tree, fixed=False)]


def _random(node: ast.AST, fixed: bool) -> Iterator[str]:
    match node:
        case ast.With(items=items):
            fixed = fixed or any(_name(item.context_expr) == "seeds.fixed" for item in items)
        case ast.Import(names=names):
            yield from (
                f"imports {a.name}: use seeds" for a in names if a.name in ("random", "numpy.random", "secrets")
            )
        case ast.ImportFrom(module="random" | "numpy.random" | "secrets"):
            yield f"imports from {node.module}: use seeds"
        case ast.ImportFrom(module="torch", names=names):
            yield from (f"imports {a.name} from torch: write torch.{a.name}" for a in names if a.name in TORCH_DRAWS)
        case ast.Attribute(attr="random", value=ast.Name(id="np" | "numpy" | "torch")):
            yield f"uses {ast.unparse(node)}: use seeds"
        case ast.Attribute(attr=attr) if attr in SEEDING:
            yield f"uses {ast.unparse(node)}: use seeds"
        case ast.Call(func=function, keywords=keywords) if _draws(function):
            if not fixed and not any(keyword.arg == "generator" for keyword in keywords):
                yield f"{ast.unparse(function)} without generator=seeds.generator(k), outside `with seeds.fixed(k)`"
    for child in ast.iter_child_nodes(node):
        yield from _random(child, fixed)


def _draws(function: ast.expr) -> bool:
    match function:
        case ast.Attribute(attr=attr, value=ast.Name(id="torch")):
            return attr in TORCH_DRAWS | DRAWS
        case ast.Attribute(attr=attr):
            return attr in DRAWS
    return False


def _name(node: ast.AST) -> str:
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""


def figures(chapter: Chapter) -> list[str]:
    """A cell with a figure ends in plt.show(), and its metadata say in words what the figure shows."""
    found = []
    for place, cell in cells(chapter, "code"):
        images = sum(m.startswith("image/") for output in cell.get("outputs", []) for m in output.get("data", {}))
        shows = cell["source"].rstrip().splitlines()[-1:] == ["plt.show()"]
        if images and not shows:
            found.append(f"{place}: shows a figure, expected plt.show() as its last line")
        if images > 1:
            found.append(f"{place}: shows {images} figures, expected one a cell, so that each has its alt text")
        if shows and not images:
            found.append(f"{place}: ends in plt.show() and shows no figure")
        alt = cell["metadata"].get("mystnb", {}).get("image", {}).get("alt", "")
        if images and len(alt.split()) < ALT_WORDS:
            found.append(f"{place}: alt text {alt!r}: expected a sentence that says what the figure shows")
        if alt and not images:
            found.append(f"{place}: has alt text and shows no figure")
    return found


def exercise(chapter: Chapter) -> list[str]:
    """A solution is folded (`hide-cell`), and a check tests it: there, or where the reader's own function is marked."""
    code = [cell for _, cell in cells(chapter, "code")]
    solutions = [cell for cell in code if "hide-cell" in cell["metadata"].get("tags", [])]
    marks = [cell for cell in code if "exercise.written(" in cell["source"]]
    if not solutions:
        return ["exercise: no cell with a solution, tagged hide-cell"]
    if not any(re.search(r"\bchecks\.\w+\(", cell["source"]) for cell in solutions + marks):
        return ["exercise: no check tests the solution"]
    return []


RULES = [plain_python, randomness, figures, exercise]
