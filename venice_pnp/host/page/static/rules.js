import { at, say } from "/page/shared.js";

const rows = [...at("rules").querySelectorAll("li")];
const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

at("search").addEventListener("input", () => {
  const wanted = plain(at("search").value).split(/\s+/).filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const text = plain(row.textContent);
    row.hidden = !wanted.every((word) => text.includes(word));
    count += row.hidden ? 0 : 1;
  }
  for (const chapter of at("rules").children) chapter.hidden = !chapter.querySelector("li:not([hidden])");
  at("state").textContent = wanted.length ? say("found", { n: count }) : "";
});
at("search").form.addEventListener("submit", (event) => event.preventDefault());

// The same rule in another language.
function lead() {
  for (const link of document.querySelectorAll("a[hreflang]")) link.hash = location.hash;
}
addEventListener("hashchange", lead);
lead();
