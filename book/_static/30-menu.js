// The contents on a narrow screen: opened by a button, closed by Escape.
{
  const button = document.querySelector(".menu-button");
  const pages = document.getElementById("pages");
  const open = (yes) => {
    pages.classList.toggle("open", yes);
    button.setAttribute("aria-expanded", String(yes));
  };
  button.addEventListener("click", () => open(!pages.classList.contains("open")));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && pages.classList.contains("open")) { open(false); button.focus(); }
  });
  pages.querySelector("li.current:not(:has(li.current)) > a")?.setAttribute("aria-current", "page");
}
