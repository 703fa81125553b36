"""What the names in a notebook's code stand for, as far as its syntax tree says it."""

import ast
from collections import Counter

from tools.chapters import Chapter
from tools.rules.code import trees


class Names(ast.NodeVisitor):
    """How often the notebook binds each name, and what an assignment binds it to."""

    def __init__(self, chapter: Chapter):
        self.bound: Counter[str] = Counter()
        self.values: dict[str, ast.expr] = {}
        for _, tree in trees(chapter):
            self.visit(tree)

    def visit_Name(self, node: ast.Name) -> None:
        self.bound[node.id] += not isinstance(node.ctx, ast.Load)

    def visit_arg(self, node: ast.arg) -> None:
        self.bound[node.arg] += 1

    def visit_Assign(self, node: ast.Assign) -> None:
        self.generic_visit(node)
        for target in node.targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=False))
            self.values |= {name.id: value for name, value in pairs if isinstance(name, ast.Name)}

    def value(self, name: str) -> ast.expr | None:
        """What a name stands for in the whole notebook: the notebook binds it once."""
        return self.values.get(name) if self.bound[name] == 1 else None

    def steady(self, name: str) -> ast.expr | None:
        """What a name stands for at any time. A call may answer differently once weights have moved or a generator has
        drawn, so a name for one is not resolved, nor one for what is made of a name that is bound again."""
        value = self.value(name)
        return value if value is not None and not any(map(self._moves, ast.walk(value))) else None

    def _moves(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Call) or (isinstance(node, ast.Name) and self.bound[node.id] > 1)

    def text(self, node: ast.expr) -> str | None:
        """The text that node is, or that its name stands for."""
        value = self.value(node.id) if isinstance(node, ast.Name) else node
        match value:
            case ast.Constant(value=str(text)):
                return text
        return None


def resolved(node: ast.expr, meaning) -> ast.expr:
    """node with each name replaced by what it means: `meaning(name)`, an expression or None for what stays."""
    return _Resolve(meaning, ()).visit(ast.parse(ast.unparse(node), mode="eval").body)


class _Resolve(ast.NodeTransformer):
    def __init__(self, meaning, inside: tuple[str, ...]):
        self.meaning, self.inside = meaning, inside

    def visit_Name(self, node: ast.Name) -> ast.expr:
        value = None if node.id in self.inside else self.meaning(node.id)
        if value is None:
            return node
        copy = ast.parse(ast.unparse(value), mode="eval").body
        return _Resolve(self.meaning, (*self.inside, node.id)).visit(copy)
