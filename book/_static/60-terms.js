// Tooltips of terms: shown on pointing and focus, kept while pointed at, Escape hides.
{
  let shown = null;
  const hide = () => { shown?.classList.remove("shown"); shown = null; };
  const show = (term) => {
    hide();
    const tip = term.nextElementSibling;
    if (!tip?.classList.contains("tip")) return;
    document.body.append(tip); // out of paragraphs and scrolling boxes
    term.tip = tip;
    place(term, tip);
  };
  const place = (term, tip) => {
    const box = term.getClientRects()[0];
    tip.classList.add("shown");
    const width = tip.offsetWidth;
    const left = Math.max(8, Math.min(box.left, innerWidth - width - 8));
    const below = box.bottom + tip.offsetHeight + 8 < innerHeight;
    tip.style.left = `${left + scrollX}px`;
    tip.style.top = `${scrollY + (below ? box.bottom + 4 : box.top - tip.offsetHeight - 4)}px`;
    shown = tip;
  };
  for (const term of document.querySelectorAll("a.term")) {
    const open = () => (term.tip ? (hide(), place(term, term.tip)) : show(term));
    term.addEventListener("mouseenter", open);
    term.addEventListener("focus", open);
    term.addEventListener("blur", hide);
    term.addEventListener("mouseleave", () => setTimeout(() => {
      if (shown && !shown.matches(":hover") && document.activeElement !== term) hide();
    }, 150));
  }
  document.addEventListener("mouseout", (event) => {
    if (shown && event.target === shown && !shown.contains(event.relatedTarget)) hide();
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
}
