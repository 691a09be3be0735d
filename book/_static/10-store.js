// What a reader chose, remembered where the browser allows it.
const store = {
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(key, value); } catch { /* private window */ } },
};
const root = document.documentElement;
const language = root.lang;
