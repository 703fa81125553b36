/* Loaded in the head of every page: the theme is known before anything is painted, formulas wait hidden until they are
   typeset, the landing page shows the reader's progress, a link to a check opens it, folded solutions are printed. */
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("scripted", "typesetting"); // "scripted" stays: it shows what only scripts make work

  // The theme knows "auto" only when the page has loaded; a dark page would flash white until then.
  if (root.dataset.theme !== "light" && root.dataset.theme !== "dark") {
    root.dataset.theme = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }

  function ready() {
    const startup = window.MathJax && window.MathJax.startup;
    const typeset = startup && startup.promise ? startup.promise : Promise.resolve();
    const show = () => {
      root.classList.remove("typesetting");
      reach();
    };
    typeset.then(() => {
      root.getBoundingClientRect(); // laying out has the fonts loaded; before, they are "ready" at once
      return document.fonts.ready;
    }).then(show, show);
    progress();
    reveal();
    window.addEventListener("hashchange", reveal);
    window.addEventListener("resize", reach);
  }

  // On the landing page: how many of each chapter's questions were answered right.
  function progress() {
    const data = document.getElementById("course-quizzes");
    if (!data) return;
    const quizzes = JSON.parse(data.textContent);
    document.querySelectorAll(".answered[data-chapter]").forEach((place) => {
      const items = quizzes[place.dataset.chapter];
      const right = items.filter(answeredRight).length;
      if (!right) return;
      place.textContent = `${right} of ${items.length} answered right`;
      place.classList.toggle("done", right === items.length);
    });
  }

  function answeredRight(id) {
    const record = window.faqformerProgress.read(id);
    return record !== null && record.state === "right";
  }

  // What scrolls sideways must be reachable by the keyboard.
  function reach() {
    document.querySelectorAll("div.math > mjx-container, div.math, .bd-article pre").forEach((box) => {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else if (!box.closest(".faqformer-quiz")) box.removeAttribute("tabindex");
    });
  }

  // A link to a check opens what folds it, and what the check's record knows.
  function reveal() {
    document.querySelectorAll(".reached").forEach((check) => check.classList.remove("reached"));
    const id = CSS.escape(window.location.hash.slice(1));
    const check = id && document.querySelector(`.checks li#${id}, .checks li[data-anchor="${id}"]`);
    if (!check) return;
    check.classList.add("reached");
    check.querySelector("details").open = true;
    check.parentElement.closest(".checks details")?.setAttribute("open", "");
    check.scrollIntoView();
  }

  // Paper is light, and shows what is folded. A quiz's answers stay folded: a printed quiz can be given to a class.
  let worn;
  window.addEventListener("beforeprint", () => {
    worn = root.dataset.theme;
    root.dataset.theme = "light";
    document.querySelectorAll(".bd-article details:not([open], .fq-answer, .check > *)").forEach((folded) => {
      folded.open = true;
      folded.dataset.opened = "";
    });
  });
  window.addEventListener("afterprint", () => {
    root.dataset.theme = worn;
    document.querySelectorAll("details[data-opened]").forEach((folded) => {
      folded.open = false;
      delete folded.dataset.opened;
    });
  });
  document.addEventListener("DOMContentLoaded", ready);
})();
