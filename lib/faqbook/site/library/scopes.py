"""What a function or a class binds by itself."""

import ast


class ClassScope(dict):
    """What a class's body binds, which its methods do not see."""


def parameters(arguments: ast.arguments) -> list[ast.arg]:
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return named + [argument for argument in (arguments.vararg, arguments.kwarg) if argument]


def bound(function: ast.FunctionDef) -> set[str]:
    """The names that are bound anywhere in it, and so are its own everywhere in it; those of inner scopes as well."""
    names = set()
    for node in ast.walk(function):
        match node:
            case ast.Name(ctx=ast.Store() | ast.Del()):
                names.add(node.id)
            case ast.FunctionDef() | ast.ClassDef() | ast.ExceptHandler() | ast.MatchAs() | ast.MatchStar():
                names.add(node.name)
            case ast.alias():
                names.add(node.asname or node.name.split(".")[0])
    return names - {function.name, None}


def decorated(function: ast.FunctionDef, name: str) -> bool:
    return any(isinstance(decorator, ast.Name) and decorator.id == name for decorator in function.decorator_list)
