/* How search results are ranked: as Sphinx does, but a page of the library comes after a chapter that says the same,
   unless its title is what was asked for. */
var Scorer = {
  score: ([page, , , , score]) => (page.startsWith("chapters/library/") ? score - 9 : score),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
