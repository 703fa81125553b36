"""A reader in the browser: pages with a quiz, and what one does with a question."""

import json

from faqbook.quiz.page import quiz_html
from faqbook.quiz.shown import with_assets

PHONE = {"width": 390, "height": 844}


def write(folder, *quizzes, theme="light", head=None):
    """A page on the site's ground with a heading to reread and these quizzes; its address.

    head: what loads script and style, if not the quizzes' own copies.
    """
    ground = {"light": "#fff", "dark": "#121212"}[theme]
    body = "".join(map(quiz_html, quizzes))
    path = folder / f"{theme}.html"
    path.write_text(
        f'<!doctype html><html lang="en" data-theme="{theme}"><meta charset="utf-8"><title>Quiz</title>'
        f'<meta name="viewport" content="width=device-width"><body style="background: {ground}"><main>'
        f'<h2>Short answer<a class="headerlink" href="#">#</a></h2>'
        f"{with_assets(body) if head is None else head + body}</main></body></html>",
        encoding="utf-8",
    )
    return path.as_uri()


def reopen_with(page, stored):
    """Load the page anew in a browser that has this in its localStorage, by the time the page's own scripts run."""
    put = f"Object.entries({json.dumps(stored)}).forEach((pair) => localStorage.setItem(...pair));"
    page.add_init_script(put)
    page.reload()


class Question:
    """One item on the page, as a reader meets it."""

    def __init__(self, page, item):
        self.page, self.item = page, item
        self.box = page.locator(f'[data-item="{item.id}"]')
        self.verdict = self.box.locator(".fq-verdict")
        self.button = self.box.locator(".fq-actions button").first
        self.shows = self.box.get_by_text("Show the answer")

    def choose(self, *options):
        """Tick these and no other; of radio buttons, one."""
        if self.item.kind == "several":
            for place in range(len(self.item.options)):
                self.box.locator(f'input[value="{place}"]').set_checked(place in options)
        else:
            self.box.locator(f'input[value="{options[0]}"]').check()

    def arrange(self, order):
        """Move each step up to its place."""
        for place, step in enumerate(order):
            row = self.box.locator(f'.fq-steps > li[data-option="{step}"]')
            while row.evaluate("row => [...row.parentNode.children].indexOf(row)") > place:
                row.get_by_role("button", name="Move up").click()

    def type(self, text):
        self.box.locator("input").fill(text)

    def rights(self):
        return [place for place, option in enumerate(self.item.options) if option.right]

    def answer(self, right):
        """Give an answer of this truth and have it checked."""
        if self.item.number:
            self.type(self.item.number.shown if right else "1e9")
        elif self.item.kind == "order":
            steps = range(len(self.item.options))
            self.arrange(steps if right else steps[::-1])
        else:
            wrong = next(place for place, option in enumerate(self.item.options) if not option.right)
            self.choose(*(self.rights() if right else [wrong]))
        self.button.click()

    def entered(self):
        """What the page shows as the answer: positions of options, or the typed text."""
        if self.item.number:
            return self.box.locator("input").input_value()
        found = "li[data-option]" if self.item.kind == "order" else "[data-option]:has(:checked)"
        places = self.box.locator(found).evaluate_all("found => found.map((one) => +one.dataset.option)")
        return places if self.item.kind == "order" else sorted(places)

    def explained(self):
        return self.box.locator(".fq-explanation").all_inner_texts()

    def record(self):
        """What the browser has stored about it."""
        stored = self.page.evaluate("id => localStorage.getItem('faqformer.quiz.' + id)", self.item.id)
        return stored and json.loads(stored)


def questions(page, of):
    return [Question(page, item) for item in of.items]


def of_kind(page, of, kind):
    return next(question for question in questions(page, of) if question.item.kind == kind)
