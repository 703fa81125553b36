"""Search finds Chinese, and chapters before the library (`scorer.js`).

Sphinx's English index takes a run of Chinese characters for one word, and its query matches parts of a word only from
three characters on; most Chinese terms have two. So each run is indexed with its pairs.
"""

import re
from importlib import resources

from sphinx.application import Sphinx
from sphinx.search import languages
from sphinx.search.en import SearchEnglish

RUN = re.compile("[\u3400-\u9fff]+")


class SearchEnglishAndChinese(SearchEnglish):
    """English words as ever; of a Chinese run the run itself and every two neighbouring characters."""

    def split(self, input: str) -> list[str]:
        runs = RUN.findall(input)
        pairs = {run[i : i + 2] for run in runs for i in range(len(run) - 1)}
        return super().split(RUN.sub(" ", input)) + runs + sorted(pairs)


def setup(app: Sphinx) -> None:
    languages["en"] = SearchEnglishAndChinese
    app.config.html_search_scorer = str(resources.files("faqbook.site") / "scorer.js")
