// Light, dark, or as the system says; the button goes round the three.
{
  const system = matchMedia("(prefers-color-scheme: dark)");
  const button = document.querySelector("button.theme");
  const order = ["auto", "light", "dark"];
  const chosen = () => order.includes(store.get("theme")) ? store.get("theme") : "auto";
  const apply = () => {
    const choice = chosen();
    root.dataset.theme = choice === "auto" ? (system.matches ? "dark" : "light") : choice;
    if (button) {
      button.querySelector(".state").textContent = button.dataset[choice];
      button.title = button.querySelector(".quiet").textContent;
    }
  };
  apply();
  system.addEventListener("change", apply);
  button?.addEventListener("click", () => {
    store.set("theme", order[(order.indexOf(chosen()) + 1) % order.length]);
    apply();
  });
}
