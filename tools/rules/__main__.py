"""Say what chapters lack by the rules.

python -m tools.rules [--json] [--sources] [CHAPTER …]
"""

import argparse
import json
import sys

from tools.chapters import options
from tools.rules import complaints


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.rules", description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="as an object: complaints by the chapter's name")
    parser.add_argument("--sources", action="store_true", help="without what is judged by stored outputs")
    chosen = options(parser, arguments)
    found = {chapter.name: complaints(chapter, outputs=not chosen.sources) for chapter in chosen.chapters}
    if chosen.json:
        print(json.dumps(found))
    else:
        for name, missing in found.items():
            print(f"{name} lacks:" if missing else f"{name} lacks nothing that a rule can see")
            print("".join(f"- {complaint}\n" for complaint in missing), end="")
    return 1 if any(found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
