// A photo of the table: sent by a seat or the screen, told on the screen, and what becomes of it.
import { at, fill, items, node, post, say } from "/page/shared.js";

export function takesPhotos() {
  const file = at("photo-file");
  file.addEventListener("change", async () => {
    if (!file.files.length) return;
    at("photo-said").textContent = say("photo-sending");
    try {
      const sent = file.files[0];
      const answer = await fetch("/api/photo", { method: "POST", headers: { "Content-Type": sent.type || "image/jpeg" }, body: sent });
      at("photo-said").textContent = answer.status === 413 ? say("photo-large") : (await answer.json()).said;
    } catch {
      at("photo-said").textContent = say("lost");
    }
    file.value = "";
  });
}

function list(title, lines) {
  if (!lines.length) return [];
  const made = node("ul");
  made.append(...items(lines));
  return [node("h3", title), made];
}

function asked(photo) {
  const made = node("ul", "", { class: "asked" });
  for (const one of photo.asked) {
    const src = `/api/photo.png?${photo.number}&place=${encodeURIComponent(one.place)}`;
    const row = node("div", "", { class: "row" });
    one.choices.forEach((told, choice) => {
      const settle = () => post("/api/photo", { number: photo.number, place: one.place, choice });
      row.append(node("button", told, { type: "button", "data-key": `photo-${one.place}-${choice}`, onclick: settle }));
    });
    const item = node("li", "");
    item.append(node("p", one.where), node("img", "", { src, alt: one.where, class: "photo" }), row);
    made.append(item);
  }
  return photo.asked.length ? [node("h3", say("photo-what")), made] : [];
}

function choices(photo) {
  const away = node("button", say("photo-away"), { type: "button", "data-key": "photo-away", onclick: () => post("/api/photo", { number: photo.number }) });
  const row = node("div", "", { class: "row" });
  if (photo.state !== "seen" || !photo.differences.length) {
    row.append(away);
    return [row];
  }
  const orders = node("ol", "", { hidden: true });
  orders.append(...items(photo.orders));
  const back = node("button", say("photo-back"), { type: "button", class: "strong", "data-key": "photo-back", "aria-expanded": "false" });
  back.addEventListener("click", () => {
    orders.hidden = !orders.hidden;
    back.setAttribute("aria-expanded", String(!orders.hidden));
  });
  const form = node("form", "", { class: "row" });
  const why = node("input", "", { id: "photo-why", autocomplete: "off", maxlength: "200", required: true, "data-key": "photo-why" });
  const said = node("p", "", { role: "status" });
  form.append(node("label", say("photo-why-label"), { for: "photo-why" }), why, node("button", say("photo-correct"), { "data-key": "photo-correct" }));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    said.textContent = (await (await post("/api/photo", { number: photo.number, why: why.value })).json()).said;
  });
  row.append(back, away);
  return [row, orders, form, said];
}

function told(photo) {
  if (!photo) return [];
  const parts = [node("h2", say("photo-part")), node("p", photo.state === "reading" ? say("photo-reading") : photo.head)];
  if (photo.state === "seen") {
    parts.push(...list(say("photo-differs"), photo.differences));
    parts.push(...(photo.may ? asked(photo) : list(say("photo-doubts"), photo.doubts)));
    if (photo.may) parts.push(node("img", "", { src: `/api/photo.png?${photo.number}`, alt: say("photo-alt"), class: "photo" }));
  }
  if (photo.may && photo.state !== "reading") parts.push(...choices(photo));
  return parts;
}

export function showPhoto(view) {
  at("photo-part").hidden = !view.may;
  at("photo").hidden = !view.photo;
  fill("photo", view.photo && { ...view.photo, may: view.may }, told);
}
