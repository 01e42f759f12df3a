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
      const [old, fresh] = [document.querySelector(part), page.querySelector(part)];
      if (old !== null && fresh !== null && old.innerHTML !== fresh.innerHTML) old.replaceChildren(...fresh.childNodes);
    }
    prepare(main);
    tell(`● ${main.dataset.live}`);
  } catch {
    tell(main.dataset.lost.replace("{time}", new Date().toLocaleTimeString()));
  }
}

function tell(text) {
  bar.textContent = text;
  main.querySelector(".head > div")?.append(bar);
}

prepare(document);

// The server says when something is new; where it cannot, it is asked every few seconds.
function follow() {
  let timer;
  let isWaiting = false;
  const ask = (milliseconds) => {
    clearInterval(timer);
    timer = setInterval(renew, milliseconds);
  };
  const stream = new EventSource("/console/live");
  stream.addEventListener("open", () => ask(slowly));
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
  const frame = document.querySelector(".frame");
  const keep = document.querySelector(".keep");
  let waiting;
  stylist.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const chosen = new FormData(stylist);
      frame.className = `frame ${stylist.elements.size.value}`;
      const shown = [...chosen].filter(([name, value]) => name !== "size" && value !== "");
      frame.src = `${stylist.dataset.preview}?${new URLSearchParams(shown)}`;
      for (const input of keep?.querySelectorAll("input[type=hidden]") ?? [])
        if (chosen.has(input.name)) input.value = chosen.get(input.name);
    }, 250);
  });
}

let row = -1;
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const rows = [...document.querySelectorAll("main tbody tr")];
  if (event.key === "/") {
    event.preventDefault();
    document.querySelector("#find")?.focus();
  } else if (event.key === "j" || event.key === "k") {
    rows[row]?.classList.remove("at");
    row = Math.max(0, Math.min(rows.length - 1, row + (event.key === "j" ? 1 : -1)));
    rows[row]?.classList.add("at");
    rows[row]?.querySelector("a")?.focus();
  } else if (event.key === "l" && main.dataset.live !== undefined) {
    isLive = !isLive;
    tell(isLive ? `● ${main.dataset.live}` : `○ ${main.dataset.paused}`);
  } else if (event.key === "?") document.querySelector("footer")?.scrollIntoView();
});
