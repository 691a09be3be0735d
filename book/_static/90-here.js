// In this page's contents, the heading one is under.
{
  const links = new Map([...document.querySelectorAll(".here a")].map((a) => [a.hash.slice(1), a]));
  const mark = () => {
    const heads = [...document.querySelectorAll("article section[id]")]
      .filter((s) => links.has(s.id) && s.getBoundingClientRect().top < 120);
    for (const link of links.values()) link.removeAttribute("aria-current");
    links.get(heads.at(-1)?.id)?.setAttribute("aria-current", "true");
  };
  let waiting = false;
  addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; mark(); });
  }, { passive: true });
  mark();
}
