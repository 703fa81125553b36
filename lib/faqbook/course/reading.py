"""YAML that was typed by hand, read so that every slip is named with its file and field."""

from pathlib import Path

import jsonschema
import yaml


class _UniqueKeys(yaml.SafeLoader):
    """YAML without the trap that of two equal keys the first is lost."""

    def construct_mapping(self, node, deep=False):
        seen = set()
        for key_node, _ in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                continue  # a list as a key: refused below, with its place
            key = self.construct_object(key_node)
            if key in seen:
                raise yaml.constructor.ConstructorError(None, None, f"{key}: used more than once", key_node.start_mark)
            seen.add(key)
        return super().construct_mapping(node, deep)


def beside(name: str, folder: Path | str | None) -> Path:
    """The file called name in folder (by default the notebook's own). Raises FileNotFoundError when it is not there."""
    path = Path(folder or ".") / name
    if not path.exists():
        raise FileNotFoundError(
            f"{path.name} is not in {path.parent.resolve()}: it lies beside the notebook in the book's zip of notebooks"
        )
    return path


def parsed(text: str, name: str):
    """The YAML in text. Raises ValueError, beginning with name, for what is no YAML and for a key typed twice."""
    try:
        return yaml.load(text, _UniqueKeys)
    except yaml.YAMLError as error:
        raise ValueError(f"{name}: {' '.join(str(error).split())}") from None


def read(text: str, schema: dict, name: str) -> dict:
    """The YAML in text, valid under the schema, each of its strings on one line. Raises ValueError naming the field."""
    data = _one_line(parsed(text, name))
    error = jsonschema.exceptions.best_match(jsonschema.Draft202012Validator(schema).iter_errors(data))
    if error:
        raise ValueError(f"{name}: {error.json_path}: {error.message}")
    return data


def _one_line(value):
    """value with every run of white space in its strings made one space: YAML's line breaks would end a list item."""
    match value:
        case str():
            return " ".join(value.split())
        case list():
            return [_one_line(item) for item in value]
        case dict():
            return {key: _one_line(item) for key, item in value.items()}
    return value
