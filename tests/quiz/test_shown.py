"""The quiz in a cell: all of it where the cell is run, one line where the notebook is stored."""

from IPython.core.formatters import DisplayFormatter

from faqbook import quiz, stored
from faqbook.quiz.page import quiz_html
from faqbook.quiz.terminal import quiz_text
from tests.quiz.conftest import FOLDER
from tools.canonical import stored_outputs


def formatted():
    return DisplayFormatter().format(quiz.show("example", FOLDER))


def test_a_cell_that_runs_shows_it_complete_with_style_and_script(example):
    data, _ = formatted()
    html = data["text/html"]
    assert quiz_html(example) in html
    assert html.count("<style>") == html.count("<script>") == 1
    assert html.index("faqformerProgress = {") < html.index("= window.faqformerProgress"), "which quiz.js needs"


def test_a_terminal_prints_it(example):
    data, _ = formatted()
    assert data["text/plain"] == repr(quiz.show("example", FOLDER)) == quiz_text(example)


def test_what_is_stored_is_one_line_that_says_how_to_get_it():
    data, metadata = formatted()
    output = {"output_type": "execute_result", "data": data, "metadata": metadata, "execution_count": 1}
    (kept,) = stored_outputs([output], 1)
    assert kept["data"] == {"text/plain": stored.QUIZ} and kept["metadata"] == {}
    assert "run this cell" in stored.QUIZ and "site" in stored.QUIZ and "\n" not in stored.QUIZ
    assert "//" not in stored.QUIZ, "a notebook does not know where its site stands"
