// What the console does where there are scripts: copying, rows that come in by themselves, keys. Without, all pages work.
const main = document.querySelector("main");

function copy(text) {
  // The newer way is not there on plain http.
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

const every = 5000;
/** Beside a stream that tells: for what it does not know of. */
const slowly = 60_000;
let isLive = true;
const bar = document.createElement("p");
bar.className = "livebar";

function isAtRest() {
  const at = document.activeElement;
  return (
    isLive &&
    !document.hidden &&
    scrollY < 40 &&
    !location.search.includes("after=") &&
    getSelection().isCollapsed &&
    (at === null || at === document.body || !main.contains(at)) &&
    main.querySelector(".filters form:focus-within, .as-table[open], .remedy[open]") === null
  );
}

/** What is new waits while somebody reads: then a button says so. */
function announce() {
  if (document.hidden || !isLive || bar.querySelector("button") !== null) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = main.dataset.news;
  button.addEventListener("click", () => {
    scrollTo(0, 0);
    button.blur();
    void renew();
  });
  bar.replaceChildren(button);
}

async function renew() {
  if (!isAtRest()) return;
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!isAtRest()) return;
    for (const part of ["main", ".strip"]) {
      const old = document.querySelector(part);
      const fresh = page.querySelector(part);
      if (old !== null && fresh !== null && old.innerHTML !== fresh.innerHTML) old.replaceChildren(...fresh.childNodes);
    }
    prepare(main);
    tell(`● ${main.dataset.live}`);
  } catch {
    main.classList.add("stale");
    tell(main.dataset.lost.replace("{time}", new Date().toLocaleTimeString()));
  }
}

function tell(text) {
  bar.textContent = text;
  main.querySelector(".head > div")?.append(bar);
}

prepare(document);
document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// The server says when something is new; where it cannot, it is asked every few seconds.
function follow() {
  let timer;
  let isWaiting = false;
  const ask = (milliseconds) => {
    clearInterval(timer);
    timer = setInterval(renew, milliseconds);
  };
  const stream = new EventSource("/console/live");
  stream.addEventListener("open", () => {
    ask(slowly);
    // For what came while nobody listened.
    void renew();
  });
  stream.addEventListener("error", () => ask(every));
  stream.addEventListener("message", () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      if (isAtRest()) void renew();
      else announce();
    }, 300);
  });
  addEventListener("pagehide", () => stream.close());
  ask(every);
}

if (main !== null && main.dataset.live !== undefined) {
  follow();
  tell(`● ${main.dataset.live}`);
}

// The preview follows what is chosen and typed; what is saved is what it shows.
const stylist = document.querySelector(".stylist");
if (stylist !== null) {
  let waiting;
  stylist.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      stylist.requestSubmit(stylist.querySelector(".show"));
      void warn();
    }, 250);
  });
  const warn = async () => {
    const colours = [...new FormData(stylist)].filter(([name, value]) => /(?:Color|draft)$/.test(name) && value !== "");
    const answer = await fetch(`${stylist.dataset.style}?${new URLSearchParams(colours)}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector(".contrast");
    if (fresh !== null) stylist.querySelector(".contrast").replaceChildren(...fresh.childNodes);
  };
  for (const link of document.querySelectorAll("[data-size]"))
    link.addEventListener("click", (event) => {
      event.preventDefault();
      document.querySelector(".frame").className = `frame ${link.dataset.size}`;
      for (const other of document.querySelectorAll("[data-size]")) other.removeAttribute("aria-current");
      link.setAttribute("aria-current", "true");
    });
  const choice = stylist.querySelector(".file");
  choice.hidden = false;
  choice.addEventListener("change", async ({ target: { files } }) => {
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

// Keys: never while somebody types, and not where they were turned off.
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

/** The list that was left, so that one can go on to the next without going back. */
const listName = "kontor-list";
const here = location.pathname + location.search;
const firstLinks = () =>
  [...document.querySelectorAll("main tbody tr")].flatMap(
    (each) => each.querySelector("a")?.getAttribute("href") ?? [],
  );
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("main tbody tr a");
  if (!link || !firstLinks().includes(link.getAttribute("href"))) return;
  sessionStorage.setItem(listName, JSON.stringify({ from: here, links: firstLinks() }));
});
const { from: listAddress, links: listed = [] } = JSON.parse(sessionStorage.getItem(listName) ?? "{}");
const place = listed.indexOf(here);

let row = -1;
function step(by) {
  if (place !== -1) {
    const next = listed[place + by];
    if (next !== undefined) location.href = next;
    return;
  }
  const rows = [...document.querySelectorAll("main tbody tr")];
  rows[row]?.classList.remove("at");
  row = Math.max(0, Math.min(rows.length - 1, row + by));
  rows[row]?.classList.add("at");
  rows[row]?.querySelector("a")?.focus();
}

const presses = {
  "/": () => document.querySelector("#find")?.focus(),
  j: () => step(1),
  k: () => step(-1),
  l: () => {
    if (main.dataset.live === undefined) return;
    isLive = !isLive;
    tell(isLive ? `● ${main.dataset.live}` : `○ ${main.dataset.paused}`);
  },
  "?": () => keysDialog?.showModal(),
  Escape: () => {
    if (place !== -1) location.href = listAddress;
  },
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || keysDialog?.open) return;
  if (event.target.closest("input, select, textarea, [contenteditable]") !== null) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  if (keysBox?.checked !== true || !Object.hasOwn(presses, event.key)) return;
  event.preventDefault();
  presses[event.key]();
});
