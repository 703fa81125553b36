"""What training needs besides what the library does: the extra `train`."""

from importlib.util import find_spec

NEEDED = ("numpy", "tqdm")  # by which safetensors writes, and which draws the bar


def require_extra(*names: str) -> None:
    """Raise ModuleNotFoundError that says what to install unless these packages are there."""
    if missing := [name for name in names if find_spec(name) is None]:
        raise ModuleNotFoundError(f"training needs {' and '.join(missing)}: pip install 'faqformer[train]'")
