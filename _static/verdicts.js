// The filter of the table of verdicts: by part, by verdict, by words. It stands in the page's address, so that a
// selection can be passed on and the landing page's totals can lead to one.
(() => {
  "use strict";
  const bar = document.querySelector(".verdict-filter");
  if (!bar) return;
  const parts = [...document.querySelectorAll(".verdict-part")];
  const name = (part) => part.id.replace("said-", "");
  const part = bar.querySelector("select");
  const words = bar.querySelector('[type="search"]');
  const boxes = [...bar.querySelectorAll('[type="checkbox"]')];
  const count = bar.querySelector(".verdict-count");

  const read = () => {
    const asked = new URLSearchParams(location.search);
    const wanted = (asked.get("verdict") || "").split(",").filter((each) => boxes.some((box) => box.value === each));
    part.value = parts.some((each) => name(each) === asked.get("part")) ? asked.get("part") : "";
    words.value = asked.get("words") || "";
    boxes.forEach((box) => (box.checked = !wanted.length || wanted.includes(box.value)));
  };

  const show = () => {
    const wanted = boxes.filter((box) => box.checked).map((box) => box.value);
    const sought = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (item) =>
      wanted.some((verdict) => item.classList.contains(`judged-${verdict}`)) &&
      sought.every((word) => item.textContent.toLowerCase().includes(word));
    let shown = 0;
    parts.forEach((section) => {
      const here = !part.value || name(section) === part.value;
      let left = 0;
      section.querySelectorAll(".verdict-list").forEach((list) => {
        const items = [...list.children].filter((item) => !(item.hidden = !here || !fits(item)));
        list.hidden = list.previousElementSibling.hidden = !items.length;
        left += items.length;
      });
      section.hidden = !left;
      shown += left;
    });
    count.textContent = `${shown} of ${bar.dataset.total} sentences`;
  };

  const note = () => {
    const asked = new URLSearchParams();
    const wanted = boxes.filter((box) => box.checked).map((box) => box.value);
    if (part.value) asked.set("part", part.value);
    if (wanted.length && wanted.length < boxes.length) asked.set("verdict", wanted.join(","));
    if (words.value.trim()) asked.set("words", words.value.trim());
    history.replaceState(null, "", `${location.pathname}${asked.size ? `?${asked}` : ""}${location.hash}`);
  };

  bar.addEventListener("input", () => {
    show();
    note();
  });
  read();
  if (location.search) show();
})();
