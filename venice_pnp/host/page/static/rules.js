import { at, say } from "/page/shared.js";

const rows = [...at("rules").children];
const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

at("search").addEventListener("input", () => {
  const wanted = plain(at("search").value).split(/\s+/).filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const text = plain(row.textContent);
    row.hidden = !wanted.every((word) => text.includes(word));
    count += row.hidden ? 0 : 1;
  }
  at("state").textContent = wanted.length ? say("found", { n: count }) : "";
});
at("search").form.addEventListener("submit", (event) => event.preventDefault());
