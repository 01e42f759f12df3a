/* Optional enhancements: search as you type, copy buttons and the request form. Every page works without this script. */

const root = document.body.dataset.root;

// Links to an older version of the reference had the operation in the fragment.
const { hash } = location;
if (
  /\/docs\/?$/.test(location.pathname) &&
  /^#[a-zA-Z]+\.[\w.]+$/.test(hash) &&
  !document.getElementById(hash.slice(1))
)
  location.replace(new URL(`${root}docs/${hash.slice(1)}`, location.href));

for (const button of document.querySelectorAll(".copy")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const code = button.parentElement.querySelector("code");
    await copy(code);
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1500);
  });
}

/** Falls back to execCommand, because navigator.clipboard is not available on plain http. */
async function copy(code) {
  if (navigator.clipboard) return navigator.clipboard.writeText(code.textContent);
  getSelection().selectAllChildren(code);
  document.execCommand("copy");
}

const search = document.querySelector("#search");
if (search) {
  const found = document.querySelector("#found");
  const contents = document.querySelector("#contents");
  let latest = 0;
  const update = async () => {
    const typed = search.value.trim();
    latest += 1;
    const current = latest;
    if (typed.length < 2) {
      found.hidden = true;
      contents.hidden = false;
      return;
    }
    const answer = await fetch(`${root}docs/search?q=${encodeURIComponent(typed)}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (current !== latest) return;
    found.replaceChildren(...page.querySelectorAll("main .results, main .none"));
    // Links in the results are relative to /docs/search.
    for (const link of found.querySelectorAll("a"))
      link.href = new URL(link.getAttribute("href"), new URL(`${root}docs/search`, location.href)).href;
    found.hidden = false;
    contents.hidden = true;
  };
  let waiting;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(update, 120);
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) return;
    event.preventDefault();
    search.focus();
  });
}

// Scrolls the sidebar to the current page. On narrow screens the sidebar is below the content.
const sidebar = document.querySelector("aside");
const current = document.querySelector("aside [aria-current]");
if (current && getComputedStyle(sidebar).position === "sticky")
  sidebar.scrollTop = current.offsetTop - sidebar.clientHeight / 2;

const keys = document.querySelector(".keybox");
if (keys) {
  keys.hidden = false;
  for (const input of keys.querySelectorAll("input")) {
    input.value = sessionStorage.getItem(input.id) ?? input.dataset.demo;
    input.addEventListener("input", () => sessionStorage.setItem(input.id, input.value));
  }
  keys.open = [...keys.querySelectorAll("input")].some((input) => input.value === "");
}

for (const select of document.querySelectorAll(".filter select")) {
  select.form.querySelector("button").hidden = true;
  select.addEventListener("change", () => select.form.requestSubmit());
}

for (const button of document.querySelectorAll(".fill"))
  button.addEventListener("click", () => {
    const box = button.form.elements.body;
    box.value = button.dataset.body;
    box.focus();
  });

const attempt = document.querySelector(".try");
if (attempt) {
  const form = attempt.querySelector("form");
  const outcome = attempt.querySelector(".outcome");
  attempt.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    outcome.replaceChildren("Sending…");
    const began = performance.now();
    try {
      const { url, options } = requestOf(form);
      const answer = await fetch(url, options);
      show(outcome, answer, await answer.text(), performance.now() - began);
      if (answer.ok) renumber(form);
    } catch (error) {
      outcome.replaceChildren(`The request could not be sent: ${error.message}`);
    }
  });
}

const choice = document.querySelector(".choice");
if (choice) {
  const tabs = [...choice.querySelectorAll("[role=tab]")];
  const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
  const select = (chosen) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      panelOf(tab).hidden = tab !== chosen;
    }
  };
  for (const tab of tabs) {
    const panel = panelOf(tab);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    // The tab is the panel's title.
    panel.querySelector("h2").hidden = true;
    tab.addEventListener("click", () => {
      select(tab);
      // Whoever tries one operation after the other stays in the form.
      sessionStorage.setItem("reference-tab", tab.id);
    });
  }
  choice.addEventListener("keydown", ({ key }) => {
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    const next = tabs.find((tab) => tab.tabIndex < 0);
    next.click();
    next.focus();
  });
  select(tabs.find(({ id }) => id === sessionStorage.getItem("reference-tab")) ?? tabs[0]);
  choice.hidden = false;
}

/** Replaces the numbers that must be unique, so that the example can be sent again. */
function renumber(form) {
  const { body } = form.elements;
  const { serial } = body?.dataset ?? {};
  if (!serial) return;
  const next = String((Number(serial) + 1) % 1_000_000).padStart(serial.length, "0");
  body.value = body.value.replaceAll(serial, next);
  for (const button of form.querySelectorAll(".fill"))
    button.dataset.body = button.dataset.body.replaceAll(serial, next);
  body.dataset.serial = next;
}

function requestOf(form) {
  const { method, path, keys: needed } = form.dataset;
  const inputsIn = (location) =>
    [...form.querySelectorAll(`[data-in=${location}]`)].filter((input) => input.value !== "");
  const headers = Object.fromEntries(inputsIn("header").map((input) => [input.name, input.value]));
  if (needed !== "none") headers["X-API-KEY"] = document.querySelector("#api-key").value;
  if (needed === "both") headers["X-ACCOUNT-KEY"] = document.querySelector("#account-key").value;
  const ids = Object.fromEntries(inputsIn("path").map((input) => [input.name, encodeURIComponent(input.value)]));
  const url = new URL(root + path.slice(1).replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? ""), location.href);
  for (const input of inputsIn("query")) url.searchParams.set(input.name, input.value);
  const [body] = inputsIn("body");
  if (body) headers["Content-Type"] = "application/json";
  const writeKey = form.querySelector("[name=Idempotency-Key]");
  if (writeKey?.value === "") headers["Idempotency-Key"] = newKey();
  return { url, options: { method, headers, ...(body && { body: body.value }) } };
}

/** Every send is a write of its own. `crypto.randomUUID` does not exist on plain http. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function show(outcome, answer, text, milliseconds) {
  const line = document.createElement("p");
  line.className = answer.ok ? "state good" : "state bad";
  line.textContent = `${answer.status} ${answer.statusText} in ${Math.round(milliseconds)} ms, request ${answer.headers.get("x-request-id")}`;
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  const code = document.createElement("code");
  code.textContent = pretty(text);
  pre.append(code);
  const box = document.createElement("div");
  box.className = "code";
  box.append(pre);
  outcome.replaceChildren(line, box);
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
