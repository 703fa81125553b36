/* A reader's progress with the quizzes, in this browser alone: the one place that knows how it is kept.

   localStorage["faqformer.quiz.<item id>"], one key an item, shared by all pages of the site, holds as JSON
   {"state": "right" | "wrong" | "shown", "tries": 2, "at": 1764500000000, "answer": …}.
   state: the latest outcome; shown: the reader had the answer shown. tries: how many answers were checked. at: when the
   latest was, in milliseconds. answer: positions of options in the quiz's file, or the typed text; null when nothing was
   entered. No key: not answered yet. Each change also fires the event "faqformer-quiz" on document, with
   detail = {id, record}; record is null after a reset. */
(function () {
  "use strict";
  const KEY = "faqformer.quiz.";
  const ALSO = "faqbook.quiz."; // what some pages wrote: read, and gone with the item's next change

  // The record of an item; null where there is none, or the browser does not say.
  function read(id) {
    try {
      return JSON.parse(localStorage.getItem(KEY + id) ?? localStorage.getItem(ALSO + id));
    } catch {
      return null;
    }
  }

  function write(id, record) {
    try {
      localStorage.removeItem(ALSO + id);
      if (record) localStorage.setItem(KEY + id, JSON.stringify(record));
      else localStorage.removeItem(KEY + id);
    } catch { /* a browser may refuse to store; the page in hand still works */ }
    document.dispatchEvent(new CustomEvent("faqformer-quiz", { detail: { id, record } }));
  }

  window.faqformerProgress = { read, write };
})();
