// What makes the hosted pages more comfortable. Every page works without it.

const form = document.querySelector("#main");
const submit = form?.querySelector(".submit");
const cancel = form?.querySelector(".cancel");
const status = form?.querySelector(".status");

if (form && submit) {
  const usual = submit.textContent;
  const setBusy = (busy) => {
    form.setAttribute("aria-busy", String(busy));
    submit.classList.toggle("busy", busy);
    submit.textContent = busy ? submit.dataset.busy : usual;
    submit.disabled = busy;
    cancel.disabled = busy;
    status.textContent = busy ? submit.dataset.busy : "";
  };
  form.addEventListener("submit", () => {
    for (const button of form.querySelectorAll(".reveal[aria-pressed=true]")) button.click();
    setBusy(true);
  });
  // The back button brings the page back as it was left.
  addEventListener("pageshow", () => setBusy(false));
}

// The browser's own wording would come in the browser's language, not the page's.
for (const input of form?.querySelectorAll("input[required]") ?? []) {
  input.addEventListener("invalid", () => input.setCustomValidity(form.dataset.required));
  input.addEventListener("input", () => {
    for (const each of form.querySelectorAll("input[required]")) each.setCustomValidity("");
  });
}

for (const button of document.querySelectorAll(".reveal")) {
  const input = document.getElementById(button.getAttribute("aria-controls"));
  button.hidden = false;
  button.addEventListener("click", () => {
    const shown = input.type === "text";
    input.type = shown ? "password" : "text";
    button.setAttribute("aria-pressed", String(!shown));
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
      // What is chosen stays in sight, so that nobody sends what cannot be seen.
      item.hidden = !matches && item.querySelector(":checked") === null;
    }
    const said = shown === 0 ? find.dataset.none : find.dataset.matches;
    const numbers = { shown: String(shown), total: String(items.length) };
    find.querySelector("p").textContent =
      box.value === "" ? "" : said.replace(/\{(\w+)\}/g, (_, name) => numbers[name]);
  };
  box.addEventListener("input", filter);
  box.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
  find.hidden = false;
  filter();
}

// The page that opened this one hears how it ended; then the browser goes on, or the window is no longer needed.
const ended = document.querySelector("#opener");
if (ended) {
  const { origin, state, system, next } = ended.dataset;
  const goOn = () => {
    if (next !== "") location.replace(next);
    else if (window.opener) close();
  };
  if (window.opener) {
    // A window that goes on at once may take its message along: it goes on when that was heard, or nobody listens.
    addEventListener("message", ({ source }) => source === window.opener && goOn());
    setTimeout(goOn, 1000);
    window.opener.postMessage({ source: "kontor", state, targetSystem: system }, origin);
  } else goOn();
}
