"""YAML without its traps: of two equal names the first would be lost, and an anchor can stand for millions."""

import yaml

DEEPEST = 20  # levels of lists and fields inside each other
TEXT = "tag:yaml.org,2002:str"


class Loader(yaml.SafeLoader):
    """Raises yaml.MarkedYAMLError for what it refuses. The names of fields are texts, whatever they look like."""

    depth = 0

    def compose_node(self, parent, index):
        event = self.peek_event()
        if getattr(event, "anchor", None):
            raise refused(f"{event.anchor}: an anchor, or a reference to one: write it out", event)
        self.depth += 1
        if self.depth > DEEPEST:
            raise refused(f"more than {DEEPEST} levels deep", event)
        node = super().compose_node(parent, index)
        self.depth -= 1
        if isinstance(node, yaml.MappingNode):
            _name(node)
        return node

    def construct_object(self, node, deep=False):
        try:
            return super().construct_object(node, deep)
        except ValueError as error:  # a date or a number that there is not
            raise refused(f"{node.value}: {error}: put it in quotes to make it a text", node) from None


def refused(problem: str, at: yaml.Node | yaml.Event) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=problem, problem_mark=at.start_mark)


def said(error: yaml.MarkedYAMLError) -> str:
    """What is wrong, without the place."""
    if r"'\t'" in error.problem:
        return "a tab: indent with spaces"
    return f"no YAML: {error.context}: {error.problem}" if error.context else error.problem


def _name(node: yaml.MappingNode) -> None:
    seen = set()
    for name, _ in node.value:
        if not isinstance(name, yaml.ScalarNode):
            raise refused("the name of a field is no text", name)
        if name.value in seen:
            raise refused(f"{name.value}: used more than once", name)
        seen.add(name.value)
        name.tag = TEXT  # not a number, a truth or a command to merge
