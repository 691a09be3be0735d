// Folded answers open on paper.
addEventListener("beforeprint", () => {
  for (const fold of document.querySelectorAll("details.reveal:not([open])")) {
    fold.open = true;
    fold.dataset.printed = "";
  }
});
addEventListener("afterprint", () => {
  for (const fold of document.querySelectorAll("details[data-printed]")) {
    fold.open = false;
    delete fold.dataset.printed;
  }
});
