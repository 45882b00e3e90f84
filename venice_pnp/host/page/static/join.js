import { at, facts, post, say } from "/page/shared.js";

at("pin-part").hidden = !facts.pin;
at("join").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const answer = await post("/api/join", { link: location.pathname.split("/").pop(), pin: at("pin").value });
    if (answer.ok) location.assign("/seat");
    else at("state").textContent = (await answer.json()).said;
  } catch {
    at("state").textContent = say("lost");
  }
});
