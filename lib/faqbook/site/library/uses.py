"""Which names in a program are the library's: by its imports and scopes, as Python reads them, not by their spelling.

A name that is bound to anything else (a variable, a parameter, another package's function) is not the library's any
more, from there on. A function's body is read when the program around it has been: it sees the names as they stood
where it was defined, and those that came later.
"""

import ast
from collections.abc import Iterable

from faqbook.site.library.names import Instance, Names
from faqbook.site.library.scopes import ClassScope, bound, decorated, parameters
from faqbook.site.library.source import File, Place
from faqbook.site.library.tree import Library


class Reader(Names):
    """Reads a program; `own` is the library's file that it is, if it is one."""

    def __init__(self, library: Library, source: str, own: File | None = None):
        super().__init__(library, source)
        self.own = own
        self.classes: list[str] = []  # the classes around, by name
        self.later: list[tuple] = []
        self.visit(ast.parse(source))
        module = self.scopes[0]
        while self.later:
            body, scopes = self.later.pop(0)
            self.scopes = [module, *scopes]
            self.classes = []
            self.all(body)

    def all(self, nodes: Iterable[ast.AST | None]) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node)

    def define(self, name: str, value: Instance | None = None) -> None:
        """Bind what is no import: in the library's own file a name of its module is the library's."""
        place = self.own and Place(self.own.module, ".".join([*self.classes, name]))
        is_own = place and not self.functions() and place.name in self.own.definitions
        self.bind(name, place if is_own else value)

    def functions(self) -> list[dict]:
        return [scope for scope in self.scopes[1:] if not isinstance(scope, ClassScope)]

    # Expressions

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self.value(node)
        else:
            self.define(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.value(node if isinstance(node.ctx, ast.Load) else node.value)

    def visit_Call(self, node: ast.Call) -> None:
        self.value(node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        for scope in self.scopes:  # whichever is the one around a comprehension
            scope[node.target.id] = None

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.all([*node.args.defaults, *node.args.kw_defaults])
        self.scopes.append(dict.fromkeys(argument.arg for argument in parameters(node.args)))
        self.visit(node.body)
        self.scopes.pop()

    def visit_comprehension_of(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        first = node.generators[0]
        self.visit(first.iter)  # alone stands outside
        self.scopes.append({})
        for generator in node.generators:
            self.all([None if generator is first else generator.iter, generator.target, *generator.ifs])
        self.all([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt])
        self.scopes.pop()

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = visit_comprehension_of

    # Statements that bind names

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            place, first = self.library.find(alias.name), alias.name.split(".")[0]
            if place:
                self.note(alias.lineno, alias.col_offset, alias.name, place)
            self.bind(alias.asname or first, place if alias.asname else self.library.find(first))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = None if node.level else self.library.find(node.module)
        if module:
            self.note(node.lineno, node.col_offset + len("from "), node.module, module)
        for alias in node.names:
            place = module and self.library.attribute(module, alias.name)
            if place:
                self.note(alias.lineno, alias.col_offset, alias.name, place)
            self.bind(alias.asname or alias.name, place)

    def visit_Assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.define(target.id, value if isinstance(value, Instance) else None)
            else:
                self.visit(target)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.all([node.annotation, node.value, node.target])

    def visit_For(self, node: ast.For) -> None:
        self.all([node.iter, node.target, *node.body, *node.orelse])

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self.define(node.name)
        self.generic_visit(node)

    def visit_MatchAs(self, node: ast.MatchAs | ast.MatchStar) -> None:
        if node.name:
            self.define(node.name)
        self.generic_visit(node)

    visit_MatchStar = visit_MatchAs

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.all([*node.decorator_list, *node.bases, *node.keywords])
        self.define(node.name)
        self.scopes.append(ClassScope())
        self.classes.append(node.name)
        self.all(node.body)
        self.classes.pop()
        self.scopes.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        arguments = parameters(node.args)
        self.all([*node.decorator_list, *node.args.defaults, *node.args.kw_defaults])
        self.all([*(argument.annotation for argument in arguments), node.returns])
        self.define(node.name)
        inside = dict.fromkeys([*(argument.arg for argument in arguments), *bound(node)])
        around = self.own and self.classes and Place(self.own.module, ".".join(self.classes))
        if around and arguments and not self.functions() and not decorated(node, "staticmethod"):
            inside[arguments[0].arg] = Instance(around)
        before = [dict(self.scopes[0]), *self.functions()]
        self.later.append((node.body, [*before, inside]))
