// Makes the hosted pages more comfortable. Every page works without it.

const form = document.querySelector("#main");
const submit = form?.querySelector(".submit");
const cancel = form?.querySelector(".cancel");
const status = form?.querySelector(".status");

if (form && submit) {
  const label = submit.textContent;
  const setBusy = (busy) => {
    form.setAttribute("aria-busy", String(busy));
    submit.classList.toggle("busy", busy);
    submit.textContent = busy ? submit.dataset.busy : label;
    submit.disabled = busy;
    cancel.disabled = busy;
    status.textContent = busy ? submit.dataset.busy : "";
  };
  form.addEventListener("submit", () => {
    for (const button of form.querySelectorAll(".reveal[aria-pressed=true]")) button.click();
    setBusy(true);
  });
  // The back button restores the page in its busy state.
  addEventListener("pageshow", () => setBusy(false));
}

// The browser's own messages would be in the browser's language, not the page's.
for (const input of form?.querySelectorAll("input[required]") ?? []) {
  input.addEventListener("invalid", () => input.setCustomValidity(form.dataset.required));
  input.addEventListener("input", () => {
    for (const field of form.querySelectorAll("input[required]")) field.setCustomValidity("");
  });
}

for (const button of document.querySelectorAll(".reveal")) {
  const input = document.getElementById(button.getAttribute("aria-controls"));
  button.hidden = false;
  button.addEventListener("click", () => {
    const isShown = input.type === "text";
    input.type = isShown ? "password" : "text";
    button.setAttribute("aria-pressed", String(!isShown));
  });
}

const find = document.querySelector(".find");
if (find) {
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const box = find.querySelector("input");
  const items = [...document.querySelectorAll(".choices li")].map((item) => ({ item, text: plain(item.textContent) }));
  const filter = () => {
    const words = plain(box.value).split(/\s+/);
    let shown = 0;
    for (const { item, text } of items) {
      const matches = words.every((word) => text.includes(word));
      if (matches) shown += 1;
      // The selected choice stays visible, so that nobody submits a hidden one.
      item.hidden = !matches && item.querySelector(":checked") === null;
    }
    const template = shown === 0 ? find.dataset.none : find.dataset.matches;
    const numbers = { shown: String(shown), total: String(items.length) };
    find.querySelector("p").textContent =
      box.value === "" ? "" : template.replace(/\{(\w+)\}/g, (_, name) => numbers[name]);
  };
  box.addEventListener("input", filter);
  box.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
  find.hidden = false;
  filter();
}

// The server writes times in UTC, because only the browser knows its time zone.
for (const time of document.querySelectorAll("time")) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  time.textContent = format.format(new Date(time.dateTime));
}

// Sends the result to the page that opened this window; then continues to the next page, or closes the window.
const result = document.querySelector("#opener");
if (result) {
  const { origin, state, system, next, landing } = result.dataset;
  const proceed = () => {
    if (next !== "") location.replace(next);
    else if (window.opener) close();
  };
  if (window.opener) {
    // Leaving at once could lose the message, so the window waits for the opener's reply, or for a second.
    addEventListener("message", ({ source }) => source === window.opener && proceed());
    setTimeout(proceed, 1000);
    window.opener.postMessage({ source: "kontor", state, targetSystem: system, landing }, origin);
  } else proceed();
}
