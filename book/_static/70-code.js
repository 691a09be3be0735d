// A button on each listing that copies it.
for (const listing of document.querySelectorAll("div.highlight")) {
  if (listing.closest(".cell_output")) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = document.body.dataset.copy;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(listing.querySelector("pre").textContent);
    button.textContent = document.body.dataset.copied;
    setTimeout(() => { button.textContent = document.body.dataset.copy; }, 1500);
  });
  listing.append(button);
}
// What scrolls sideways can be reached by keyboard.
for (const box of document.querySelectorAll(".highlight pre, .cell_output > .output, .wide, .formula"))
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
