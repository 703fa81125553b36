/* Grades the quizzes of a page. A classic script, so that it runs from the file system and inside a notebook; what is
   right it reads from the folded answers, which stay complete without it. Progress is progress.js's, loaded before. */
(function () {
  "use strict";
  if (window.faqformerQuiz) {
    window.faqformerQuiz.start(); // loaded twice: a notebook holds a copy for each quiz
    return;
  }

  const { read, write } = window.faqformerProgress;
  const TEXT = {
    check: "Check", again: "Try again", show: "Show the answer", reread: "Reread: ", erase: "Start over",
    sure: "Erase all answers of this quiz?", up: "Move up: ", down: "Move down: ",
    right: "Right", wrong: "Wrong", solved: (n, all) => `${n} of ${all} solved`,
    isRight: "Right.", shown: "This is the answer.", noChoice: "Choose an answer first.", noTick: "Tick at least one.",
    noNumber: "Write a number, such as 0.125, 1/8 or 1.25e-1.",
    notThis: "Not this one.", notNumber: "Not this number.", someWrong: "Not all that you ticked is right.",
    missing: "Right so far, but not all of it.", place: (n, all) => `Now ${n} of ${all}.`,
    inPlace: (n, all) => n ? `Not yet: of ${all} steps, the first ${n > 1 ? n + " stand" : "stands"} right.` : "Not yet: another step comes first.",
  };

  function make(tag, className, text) {
    const element = document.createElement(tag);
    if (tag === "button") element.type = "button"; // the default would submit a form that the page may have around us
    element.className = className;
    if (text) element.textContent = text;
    return element;
  }

  // What a screen reader would say, for labels: a formula by its label.
  function spoken(element) {
    const copy = element.cloneNode(true);
    copy.querySelectorAll("[role=math]").forEach((maths) => maths.replaceWith(maths.getAttribute("aria-label")));
    return copy.textContent.trim();
  }

  // All numbers that a text can mean: "1,234" is read both ways, since half of the world writes decimals so.
  function numbers(text, unit) {
    const plain = (t) => t.normalize("NFKC").replace(/[−‐-―]/g, "-").replace(/⁄|÷/g, "/").replace(/[\s_'’]/g, "").toLowerCase();
    let typed = plain(text);
    const suffix = plain(unit || "");
    if (suffix && typed.endsWith(suffix)) typed = typed.slice(0, -suffix.length);
    const percent = typed.endsWith("%");
    const parts = typed.replace(/%$/, "").split("/");
    if (parts.length > 2) return [];
    const [top, bottom] = [decimals(parts[0]), parts.length > 1 ? decimals(parts[1]) : [1]];
    return top.flatMap((a) => bottom.map((b) => a / b / (percent ? 100 : 1))).filter(Number.isFinite);
  }

  function decimals(text) {
    const written = text.replace(/^([+-]?)10\^\(?([+-]?\d+)\)?$/, "$11e$2").replace(/[x×·⋅*]10\^?\(?([+-]?\d+)\)?$/, "e$1");
    const readings = [
      written, // 0.125
      /^[^.,]*,\d+(e.*)?$/.test(written) && written.replace(",", "."), // 0,125
      /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(written) && written.replace(/,/g, ""), // 109,482,240
      /^[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/.test(written) && /,|\..*\./.test(written) && written.replace(/\./g, "").replace(",", "."),
    ];
    return [...new Set(readings.filter((r) => r && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(r)).map(Number))];
  }

  /* What differs between the kinds: answer() is what was entered (null when nothing was), fill() enters it again,
     grade() says whether it is right, in which words, and which entries explain it. */
  function choice(item, entry) {
    const inputs = [...item.querySelectorAll(".fq-option input")];
    const several = item.dataset.kind === "several";
    const isRight = (i) => entry(i).dataset.right === "yes";
    const all = inputs.map((input) => +input.value);
    // Two copies of a quiz on one page must not share their radio buttons.
    inputs.forEach((input) => { input.name += `.${copies}`; });
    copies += 1;
    return {
      all,
      nothing: several ? TEXT.noTick : TEXT.noChoice,
      first: inputs[0],
      answer: () => { const a = inputs.filter((input) => input.checked).map((input) => +input.value); return a.length ? a : null; },
      fill: (answer) => inputs.forEach((input) => { input.checked = answer.includes(+input.value); }),
      clear: () => inputs.forEach((input) => { input.checked = false; }),
      lock: (locked) => inputs.forEach((input) => { input.disabled = locked; }),
      solution: all.filter(isRight),
      slot: (i) => explained(inputs.find((input) => +input.value === i).closest(".fq-option")),
      grade(answer) {
        const missed = all.filter((i) => isRight(i) && !answer.includes(i)).length;
        const false_ = answer.filter((i) => !isRight(i)).length;
        const words = !several ? TEXT.notThis : false_ ? TEXT.someWrong : TEXT.missing;
        return { right: !missed && !false_, words, because: answer };
      },
    };
  }

  function number(item, entry) {
    const input = item.querySelector(".fq-field input");
    const slot = make("div", "fq-explained");
    item.querySelector(".fq-field").after(slot);
    const entries = [...item.querySelectorAll(".fq-entry[data-low]")];
    const reads = (e) => (n) => n >= +e.dataset.low && n <= +e.dataset.high;
    const coarse = entry("coarse");
    const values = coarse ? coarse.dataset.values.split(" ").map(Number) : [];
    const isCoarse = (n) => values.some((value) => Math.abs(n - value) <= 1e-9 * Math.abs(value));
    return {
      all: entries.map((e) => e.dataset.entry),
      nothing: TEXT.noNumber,
      first: input,
      answer: () => (numbers(input.value, input.dataset.unit).length ? input.value : null),
      fill: (answer) => { input.value = answer; },
      clear: () => { input.value = ""; },
      lock: (locked) => { input.disabled = locked; },
      slot: () => slot,
      grade(answer) {
        const typed = numbers(answer, input.dataset.unit);
        const known = entries.find((e) => typed.some(reads(e)));
        if (!known && typed.some(isCoarse)) return { right: false, near: true, words: coarse.querySelector(".fq-why").textContent, because: [] };
        const met = known || entry("otherwise");
        return { right: met.dataset.entry === "right", words: TEXT.notNumber, because: [met.dataset.entry] };
      },
    };
  }

  function order(item, entry, say) {
    const list = item.querySelector(".fq-steps");
    const start = [...list.children];
    const now = () => [...list.children].map((step) => +step.dataset.option);
    const goal = [...now()].sort((a, b) => a - b);
    let locked = false;
    const arrange = (steps) => { list.append(...steps); edges(); };
    const edges = () => [...list.children].forEach((step, i, steps) => {
      const [up, down] = step.querySelectorAll("button");
      // Not `disabled`: that would drop the keyboard's focus at the end of the way.
      up.setAttribute("aria-disabled", locked || i === 0);
      down.setAttribute("aria-disabled", locked || i === steps.length - 1);
    });
    start.forEach((step) => {
      const text = step.querySelector(".fq-text");
      const move = make("span", "fq-move");
      for (const [sign, label, by] of [["↑", TEXT.up, -1], ["↓", TEXT.down, 1]]) {
        const button = make("button", "", sign);
        button.setAttribute("aria-label", label + spoken(text));
        button.addEventListener("click", () => {
          if (button.getAttribute("aria-disabled") === "true") return;
          const other = by < 0 ? step.previousElementSibling : step.nextElementSibling;
          if (by < 0) other.before(step); else other.after(step);
          edges();
          button.focus(); // moving an element takes the focus from it
          item.dispatchEvent(new Event("input"));
          say(TEXT.place([...list.children].indexOf(step) + 1, start.length));
        });
        move.append(button);
      }
      text.after(move);
    });
    edges();
    return {
      all: goal,
      first: start[0].querySelector("button"),
      answer: now,
      fill: (answer) => arrange(answer.map((i) => start.find((step) => +step.dataset.option === i))),
      clear: () => arrange(start),
      lock: (value) => { locked = value; edges(); },
      solution: goal,
      slot: (i) => explained(start.find((step) => +step.dataset.option === i)),
      grade(answer) {
        const wrong = answer.findIndex((step, i) => step !== goal[i]);
        return { right: wrong < 0, words: TEXT.inPlace(wrong, goal.length), because: [answer[Math.max(wrong, 0)]] };
      },
    };
  }

  let copies = 0;
  const KINDS = { number, order, one: choice, several: choice, truth: choice, bug: choice };

  function explained(parent) {
    let slot = parent.querySelector(":scope > .fq-explained");
    if (!slot) { slot = make("div", "fq-explained"); parent.append(slot); }
    return slot;
  }

  // Bring one question to life; changed() is told when its state may have changed.
  function enliven(item, changed) {
    const id = item.dataset.item;
    const entry = (name) => item.querySelector(`.fq-entry[data-entry="${name}"]`);
    const actions = make("div", "fq-actions");
    const check = make("button", "fq-check", TEXT.check);
    const show = make("button", "", TEXT.show);
    const reread = make("button", "fq-link", TEXT.reread + item.querySelector(".fq-reread span").textContent);
    const verdict = make("p", "fq-verdict");
    const whisper = make("span", "fq-aside"); // for screen readers alone: where a moved step is now
    const repaired = item.querySelector(".fq-fixed");
    actions.append(check, show, verdict, reread);
    item.append(actions, whisper);
    const kind = KINDS[item.dataset.kind](item, entry, (words) => { whisper.textContent = words; });
    let record = read(id);
    let graded = false;

    function explain(names) {
      clear();
      for (const name of names) {
        const said = entry(name);
        const box = make("div", "fq-explanation");
        const why = said.querySelector(".fq-why").cloneNode(true);
        if (said.dataset.right) {
          box.dataset.right = said.dataset.right;
          const label = item.dataset.kind === "number" && name !== "otherwise"
            ? [...said.querySelector(".fq-said").cloneNode(true).childNodes]
            : [make("strong", "fq-label", said.dataset.right === "yes" ? TEXT.right : TEXT.wrong)];
          why.prepend(...label, ". ");
        }
        box.append(why);
        kind.slot(name).append(box);
      }
    }

    function clear() {
      item.querySelectorAll(".fq-explanation").forEach((box) => box.remove());
    }

    // near: not what was wanted, but not wrong either.
    function present(state, words, names, near) {
      const done = state === "right" || state === "shown";
      graded = state !== null;
      explain(done ? kind.all : names);
      verdict.textContent = words;
      whisper.textContent = "";
      verdict.dataset.right = near ? "" : { right: "yes", wrong: "no" }[state] || "";
      check.textContent = done ? TEXT.again : TEXT.check;
      check.classList.toggle("fq-check", !done);
      show.hidden = state !== "wrong";
      reread.hidden = state === null || state === "right" || !section(item);
      item.toggleAttribute("data-done", done);
      kind.lock(done);
      if (repaired) { if (done) verdict.closest(".fq-actions").before(repaired); else item.querySelector("details").append(repaired); }
      changed();
    }

    function settle(state, answer) {
      record = { state, tries: (record ? record.tries : 0) + (state === "shown" ? 0 : 1), at: Date.now(), answer };
      write(id, record);
    }

    function grade() {
      if (graded) return;
      const answer = kind.answer();
      if (answer === null) {
        verdict.dataset.right = "no";
        verdict.textContent = kind.nothing;
        kind.first.focus();
        return;
      }
      const { right, words, because, near } = kind.grade(answer);
      settle(right ? "right" : "wrong", answer);
      present(record.state, right ? TEXT.isRight : words, because, near);
    }

    function reset() {
      record = null;
      write(id, null);
      kind.clear();
      present(null, "", []);
    }

    check.addEventListener("click", () => {
      if (!item.hasAttribute("data-done")) return grade();
      reset();
      kind.first.focus();
    });
    show.addEventListener("click", () => {
      settle("shown", kind.answer());
      if (kind.solution) kind.fill(kind.solution);
      present("shown", TEXT.shown, []);
      check.focus(); // the button that had the focus is gone
    });
    reread.addEventListener("click", () => section(item).scrollIntoView());
    item.addEventListener("input", () => { if (graded) present(null, "", []); });
    item.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.target.tagName !== "INPUT" || event.isComposing) return;
      event.preventDefault();
      grade();
    });

    restore();
    function restore() {
      try {
        if (record.state === "shown") {
          if (kind.solution) kind.fill(kind.solution);
          return present("shown", TEXT.shown, []);
        }
        kind.fill(record.answer);
        const { right, words, because, near } = kind.grade(record.answer);
        if (right !== (record.state === "right")) throw new Error("the quiz has changed since");
        present(record.state, right ? TEXT.isRight : words, because, near);
      } catch { // nothing stored, or nothing that fits this question any more
        record = null;
        kind.clear();
        present(null, "", []);
      }
    }

    // Only now: what was restored is not news, and is not to be read out.
    verdict.setAttribute("role", "status");
    whisper.setAttribute("role", "status");
    kind.all.forEach((name) => kind.slot(name).setAttribute("aria-live", "polite"));
    return { reset, state: () => record && record.state };
  }

  // The heading to reread, where the page has it.
  function section(item) {
    const wanted = item.querySelector(".fq-reread span").textContent.trim();
    return [...document.querySelectorAll("h1, h2, h3, h4")].find((heading) => {
      const copy = heading.cloneNode(true);
      copy.querySelectorAll(".headerlink, .jp-InternalAnchorLink").forEach((link) => link.remove());
      return copy.textContent.trim() === wanted;
    });
  }

  function bring(quiz) {
    quiz.dataset.live = "true";
    quiz.querySelectorAll("[data-mathml]").forEach((maths) => {
      maths.innerHTML = maths.dataset.mathml;
      delete maths.dataset.mathml;
    });
    const head = quiz.querySelector(".fq-head");
    const progress = head.querySelector(".fq-count");
    const initial = progress.textContent;
    const erase = make("button", "fq-link", TEXT.erase);
    head.append(erase);
    const items = [];
    const changed = () => {
      const answered = items.filter((item) => item.state());
      const solved = answered.filter((item) => item.state() === "right").length;
      progress.textContent = answered.length ? TEXT.solved(solved, items.length) : initial;
      erase.hidden = !answered.length;
    };
    quiz.querySelectorAll(".fq-item").forEach((item) => items.push(enliven(item, () => changed())));
    changed();
    // JupyterLab would take arrows, Enter and letters for its own; it asks the element that has the focus.
    quiz.querySelectorAll("input, button, pre").forEach((element) => { element.dataset.lmSuppressShortcuts = "true"; });
    erase.addEventListener("click", () => { // asks once more on the button itself
      const sure = erase.textContent === TEXT.sure;
      erase.textContent = sure ? TEXT.erase : TEXT.sure;
      if (!sure) return;
      items.forEach((item) => item.reset());
      quiz.querySelector("input, button").focus();
    });
    erase.addEventListener("blur", () => { erase.textContent = TEXT.erase; });
  }

  const start = () => document.querySelectorAll(".faqformer-quiz:not([data-live])").forEach(bring);
  window.faqformerQuiz = { start, numbers };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
  // A notebook inserts outputs as they come.
  new MutationObserver(start).observe(document.documentElement, { childList: true, subtree: true });
})();
