// Both languages side by side: the other page's blocks, each beside its counterpart.
{
  const button = document.querySelector("button.both");
  const other = language === "ko" ? "en" : "ko";
  const beside = (node, html) => {
    const copy = document.createElement(node.matches("h1,h2,h3") ? "div" : node.tagName);
    copy.className = node.matches("h1,h2,h3") ? "other heading" : `${node.className} other`;
    copy.lang = other;
    copy.innerHTML = html;
    for (const inner of copy.querySelectorAll("[id]")) inner.removeAttribute("id");
    for (const inner of copy.querySelectorAll("[aria-describedby]")) inner.removeAttribute("aria-describedby");
    const pair = document.createElement("div");
    pair.className = "pair";
    if (node.matches("h1,h2,h3")) copy.style.fontSize = getComputedStyle(node).fontSize;
    node.replaceWith(pair);
    pair.append(node, copy);
  };
  const put = (texts) => {
    const top = topBlock();
    const before = top?.getBoundingClientRect().top;
    root.classList.add("together");
    for (const node of blocks()) {
      const html = texts[address(node)];
      if (html === undefined || node.closest("dt, summary, table table")) continue;
      const same = document.createElement("template");
      same.innerHTML = html;
      const mine = node.cloneNode(true);
      for (const extra of mine.querySelectorAll(".headerlink, .tip")) extra.remove();
      if (same.content.textContent.trim() !== mine.textContent.trim()) beside(node, html);
    }
    if (top) scrollBy(0, top.getBoundingClientRect().top - before);
  };
  const remove = () => {
    const top = topBlock();
    const before = top?.getBoundingClientRect().top;
    root.classList.remove("together");
    for (const pair of document.querySelectorAll(".pair")) pair.replaceWith(pair.firstElementChild);
    if (top) scrollBy(0, top.getBoundingClientRect().top - before);
  };
  const show = (yes) => {
    button.setAttribute("aria-pressed", String(yes));
    store.set("both", yes ? "yes" : "no");
    if (!yes) return remove();
    if (window.otherBlocks) return put(window.otherBlocks);
    const script = document.createElement("script"); // not fetch: works from a file too
    script.src = button.dataset.blocks;
    script.onload = () => put(window.otherBlocks);
    document.head.append(script);
  };
  button?.addEventListener("click", () => show(button.getAttribute("aria-pressed") !== "true"));
  if (button && store.get("both") === "yes") show(true);
}
