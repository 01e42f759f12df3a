// Adds copy buttons, live updates and keyboard shortcuts to the console. All pages work without it.
const main = document.querySelector("main");

function copy(text) {
  // navigator.clipboard does not exist on plain http.
  if (navigator.clipboard && isSecureContext) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
  return Promise.resolve();
}

function prepare(root) {
  for (const button of root.querySelectorAll("button[data-copy]")) button.hidden = false;
  main?.classList.remove("stale");
  for (const time of root.querySelectorAll("time"))
    time.title = `${new Date(time.dateTime).toLocaleString()} · ${time.title}`;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (button === null) return;
  await copy(button.dataset.copy);
  button.classList.add("done");
  setTimeout(() => button.classList.remove("done"), 1200);
});

const pollMs = 5000;
/** The interval while the stream is open, for changes that it does not report. */
const streamPollMs = 60_000;
let isLive = true;
const bar = document.createElement("p");
bar.className = "livebar";

function isIdle() {
  const focused = document.activeElement;
  return (
    isLive &&
    !document.hidden &&
    scrollY < 40 &&
    !location.search.includes("after=") &&
    getSelection().isCollapsed &&
    (focused === null || focused === document.body || !main.contains(focused)) &&
    main.querySelector(".filters form:focus-within, .as-table[open], .remedy[open]") === null
  );
}

/** Offers new entries with a button while somebody is reading. */
function offerUpdate() {
  if (document.hidden || !isLive || bar.querySelector("button") !== null) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = main.dataset.news;
  button.addEventListener("click", () => {
    scrollTo(0, 0);
    button.blur();
    void refresh();
  });
  bar.replaceChildren(button);
}

async function refresh() {
  if (!isIdle()) return;
  try {
    const response = await fetch(location.href, { headers: { accept: "text/html" } });
    if (!response.ok || response.redirected) throw new Error(String(response.status));
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!isIdle()) return;
    for (const part of ["main", ".strip"]) {
      const old = document.querySelector(part);
      const fresh = page.querySelector(part);
      if (old !== null && fresh !== null && old.innerHTML !== fresh.innerHTML) old.replaceChildren(...fresh.childNodes);
    }
    prepare(main);
    showStatus(`● ${main.dataset.live}`);
  } catch {
    main.classList.add("stale");
    const now = new Date();
    showStatus(main.dataset.lost.replace("{time}", now.toLocaleTimeString()));
    bar.title = now.toISOString();
  }
}

function showStatus(text) {
  bar.textContent = text;
  bar.removeAttribute("title");
  main.querySelector(".head > div")?.append(bar);
}

prepare(document);
document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// The server reports new data in a stream; without the stream, the page polls every few seconds.
function startLiveUpdates() {
  let timer;
  let isWaiting = false;
  const poll = (milliseconds) => {
    clearInterval(timer);
    timer = setInterval(refresh, milliseconds);
  };
  const stream = new EventSource("/console/live");
  stream.addEventListener("open", () => {
    poll(streamPollMs);
    // Catches up on changes from before the stream opened.
    void refresh();
  });
  stream.addEventListener("error", () => poll(pollMs));
  stream.addEventListener("message", () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      if (isIdle()) void refresh();
      else offerUpdate();
    }, 300);
  });
  addEventListener("pagehide", () => stream.close());
  poll(pollMs);
}

if (main !== null && main.dataset.live !== undefined) {
  startLiveUpdates();
  showStatus(`● ${main.dataset.live}`);
}

// The preview of the page design follows every input.
const stylist = document.querySelector(".stylist");
if (stylist !== null) {
  let waiting;
  stylist.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      stylist.requestSubmit(stylist.querySelector(".show"));
      void updateWarnings();
    }, 250);
  });
  const updateWarnings = async () => {
    const colours = [...new FormData(stylist)].filter(([name, value]) => /(?:Color|draft)$/.test(name) && value !== "");
    const response = await fetch(`${stylist.dataset.style}?${new URLSearchParams(colours)}`);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.querySelector(".contrast");
    if (fresh !== null) stylist.querySelector(".contrast").replaceChildren(...fresh.childNodes);
  };
  for (const link of document.querySelectorAll("[data-size]"))
    link.addEventListener("click", (event) => {
      event.preventDefault();
      document.querySelector(".frame").className = `frame ${link.dataset.size}`;
      for (const sizeLink of document.querySelectorAll("[data-size]")) sizeLink.removeAttribute("aria-current");
      link.setAttribute("aria-current", "true");
    });
  const fileField = stylist.querySelector(".file");
  fileField.hidden = false;
  fileField.addEventListener("change", async ({ target: { files } }) => {
    const [file] = files;
    const url = await new Promise((resolve) => {
      const reader = new FileReader();
      reader.addEventListener("load", () => resolve(reader.result));
      reader.readAsDataURL(file);
    });
    stylist.elements.logoText.value = file.type === "image/png" ? url.split(",", 2)[1] : await file.text();
    stylist.elements.logo.value = "new";
    stylist.dispatchEvent(new Event("input"));
  });
}

// Keyboard shortcuts: ignored while typing, and can be turned off.
const keysDialog = document.querySelector("dialog.keys");
const keysBox = keysDialog?.querySelector("input[name=keys]");
const keysName = "kontor-keys";
if (keysBox) {
  keysBox.checked = localStorage.getItem(keysName) !== "off";
  keysBox.addEventListener("change", () => localStorage.setItem(keysName, keysBox.checked ? "on" : "off"));
  const button = document.querySelector(".keys-button");
  button.hidden = false;
  button.addEventListener("click", () => keysDialog.showModal());
}

/** The list that was left, so that j and k can go to its next entry without going back. */
const listName = "kontor-list";
const here = location.pathname + location.search;
const firstLinks = () =>
  [...document.querySelectorAll("main tbody tr")].flatMap(
    (tableRow) => tableRow.querySelector("a")?.getAttribute("href") ?? [],
  );
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("main tbody tr a");
  if (!link || !firstLinks().includes(link.getAttribute("href"))) return;
  sessionStorage.setItem(listName, JSON.stringify({ from: here, links: firstLinks() }));
});
const { from: listAddress, links: listed = [] } = JSON.parse(sessionStorage.getItem(listName) ?? "{}");
const position = listed.indexOf(here);

let row = -1;
function step(by) {
  if (position !== -1) {
    const next = listed[position + by];
    if (next !== undefined) location.href = next;
    return;
  }
  const rows = [...document.querySelectorAll("main tbody tr")];
  rows[row]?.classList.remove("at");
  row = Math.max(0, Math.min(rows.length - 1, row + by));
  rows[row]?.classList.add("at");
  rows[row]?.querySelector("a")?.focus();
}

const shortcuts = {
  "/": () => document.querySelector("#find")?.focus(),
  j: () => step(1),
  k: () => step(-1),
  l: () => {
    if (main.dataset.live === undefined) return;
    isLive = !isLive;
    showStatus(isLive ? `● ${main.dataset.live}` : `○ ${main.dataset.paused}`);
  },
  "?": () => keysDialog?.showModal(),
  Escape: () => {
    if (position !== -1) location.href = listAddress;
  },
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || keysDialog?.open) return;
  if (event.target.closest("input, select, textarea, [contenteditable]") !== null) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (keysBox?.checked !== true || !Object.hasOwn(shortcuts, event.key)) return;
  event.preventDefault();
  shortcuts[event.key]();
});
