/* What a good answer names, as a list to tick: counted, and kept in this browser under `faqbook.rubric.<chapter>` as
   JSON, {"ticked": [true, false, …], "at": 1764500000000}: a truth for each point, the time of the latest tick in
   milliseconds. A list whose number of points has changed since starts anew. Without this script it can be ticked, too. */
(() => {
  "use strict";
  const key = (rubric) => "faqbook.rubric." + rubric.dataset.rubric;

  function kept(rubric, n) {
    try {
      const { ticked } = JSON.parse(window.localStorage.getItem(key(rubric)));
      return ticked.length === n ? ticked : null;
    } catch {
      return null; // nothing stored, something else, or storing is not allowed
    }
  }

  function keep(rubric, ticked) {
    try {
      if (ticked.some(Boolean)) window.localStorage.setItem(key(rubric), JSON.stringify({ ticked, at: Date.now() }));
      else window.localStorage.removeItem(key(rubric));
    } catch {
      // storing is not allowed: the ticks last as long as the page
    }
  }

  function start(rubric) {
    const boxes = [...rubric.querySelectorAll("input[type=checkbox]")];
    const count = rubric.querySelector(".rubric-count");
    const ask = count.textContent;
    const show = () => {
      const n = boxes.filter((box) => box.checked).length;
      count.textContent = n ? `${n} of ${boxes.length} named` : ask;
      rubric.classList.toggle("done", n === boxes.length);
    };
    const stored = kept(rubric, boxes.length);
    boxes.forEach((box, i) => {
      if (stored) box.checked = stored[i];
      box.addEventListener("change", () => {
        keep(rubric, boxes.map((each) => each.checked));
        show();
      });
    });
    show();
  }

  document.addEventListener("DOMContentLoaded", () => document.querySelectorAll(".rubric").forEach(start));
})();
