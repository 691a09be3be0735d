// The other language at the paragraph one was reading.
// Blocks have the same address in both, so the link only needs the topmost one's.
const blocks = () =>
  [...document.querySelectorAll('article [id*="."], article section[id] > :is(h1,h2,h3)')]
    .filter((node) => /\.\d+$/.test(node.id) || node.matches("h1,h2,h3"));
const address = (node) => node.id && /\.\d+$/.test(node.id) ? node.id : node.parentElement.closest("section").id;
const topBlock = () => {
  const bar = document.querySelector(".top").getBoundingClientRect().bottom;
  return blocks().find((node) => {
    const box = node.getBoundingClientRect();
    return box.height > 0 && box.bottom > bar + 8;
  });
};
{
  store.set("language", language);
  const link = document.querySelector("a.switch");
  link?.addEventListener("click", () => {
    store.set("language", link.dataset.language);
    const block = scrollY > 40 && topBlock();
    link.hash = block ? address(block) : "";
  });
}
