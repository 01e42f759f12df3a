/*
 * For platforms' pages: opens the hosted pages in a new window and returns the result.
 *
 *   <script src="https://kontor.example/connect.js"></script>
 *   button.onclick = () => Kontor.pick({ begin: (slug) => fetch(`/my/begin/${slug}`).then((answer) => answer.text()) })
 *     .then(({ state, targetSystem }) => ...);   // "done", "cancelled", or "closed"
 *
 * `begin` calls the platform's server. The server calls GET /auth/{slug}?openerOrigin=<the page's origin> and returns the
 * URL. The account key never reaches this page: it goes to the callback, which the window loads before it closes.
 */
(() => {
  const home = new URL(".", document.currentScript.src);
  const features = "popup,width=520,height=780";

  /** Must be called in a click handler, or browsers block the window. If it is blocked, the page itself opens the URL. */
  function connect(address) {
    const opened = window.open("about:blank", "_blank", features);
    return follow(opened, address);
  }

  async function follow(opened, address) {
    const url = await address;
    if (opened === null) {
      location.assign(url);
      return new Promise(() => {});
    }
    opened.location.replace(url);
    return outcomeOf(opened);
  }

  function outcomeOf(opened) {
    return new Promise((resolve) => {
      const end = (outcome) => {
        clearInterval(watch);
        removeEventListener("message", onMessage);
        resolve(outcome);
      };
      const onMessage = ({ origin, source, data }) => {
        if (origin !== home.origin || source !== opened || data?.source !== "kontor") return;
        opened.postMessage({ source: "kontor", received: true }, home.origin);
        clearInterval(watch);
        const { state, targetSystem, landing } = data;
        void closeAfterLanding(opened, landing).then(() => end({ state, targetSystem }));
      };
      addEventListener("message", onMessage);
      // Some vendors' pages cut the link to the opener: then the only sign of the end is the closed window.
      const watch = setInterval(() => opened.closed && end({ state: "closed" }), 500);
    });
  }

  const longestLanding = 10_000;

  /**
   * The window loads the callback, which takes the account key to the platform's server, and is closed then. A callback on
   * another site cannot be watched: it has to close the window itself.
   */
  function closeAfterLanding(opened, landing) {
    if (landing !== location.origin) return Promise.resolve();
    const started = Date.now();
    return new Promise((resolve) => {
      const watch = setInterval(() => {
        if (!hasLanded(opened) && Date.now() - started < longestLanding) return;
        clearInterval(watch);
        if (hasLanded(opened)) opened.close();
        resolve();
      }, 50);
    });
  }

  function hasLanded(opened) {
    try {
      return opened.closed || (opened.location.origin === location.origin && opened.document.readyState === "complete");
    } catch {
      // The window still shows a page of another site.
      return false;
    }
  }

  const style = `
    dialog { box-sizing: border-box; width: min(30rem, calc(100vw - 2rem)); max-height: 80vh; padding: 1.25rem; border: 0; border-radius: 1rem; color: #171b22; background: #fff; font: 16px/1.5 system-ui, sans-serif; box-shadow: 0 24px 60px rgb(15 23 42 / 30%); }
    dialog::backdrop { background: rgb(15 23 42 / 45%); }
    h2 { margin: 0 0 .75rem; font-size: 1.25rem; }
    .row { display: flex; gap: .75rem; }
    input { flex: 1; min-width: 0; min-height: 2.75rem; padding: 0 .75rem; font: inherit; color: inherit; background: transparent; border: 1px solid #868f9d; border-radius: .5rem; }
    ul { margin: .75rem 0 0; padding: 0; list-style: none; overflow: auto; max-height: 50vh; }
    button { font: inherit; color: inherit; cursor: pointer; border: 0; border-radius: .5rem; background: #eef1f5; padding: 0 1rem; min-height: 2.75rem; }
    li button { display: flex; align-items: center; gap: .75rem; width: 100%; padding: .5rem; text-align: start; background: transparent; }
    li button:hover, li button:focus-visible { background: #eef1f5; }
    :focus-visible { outline: 3px solid #2456e6; outline-offset: 1px; }
    svg { flex: none; }
    small { display: block; color: #566070; }
    li[hidden], p[hidden] { display: none; }
    p { margin: 1rem 0 .25rem; }
    @media (prefers-color-scheme: dark) {
      dialog { color: #e6e9ee; background: #171b22; }
      button, li button:hover, li button:focus-visible { background: #262c36; }
      small { color: #a4adbb; }
      :focus-visible { outline-color: #8ab0ff; }
    }`;

  /**
   * Shows all target systems, or those in `systems`, and connects the selected one. The sandbox is shown only with `sandbox`
   * or if `systems` names it. The texts are in the language of the browser, or of `locale`.
   */
  async function pick({ begin, systems, sandbox = systems !== undefined, locale, ...customTexts }) {
    const address = new URL("connect/systems", home);
    if (sandbox) address.searchParams.set("sandbox", "true");
    if (locale !== undefined) address.searchParams.set("locale", locale);
    const answer = await fetch(address);
    const { data, texts } = await answer.json();
    const { title, search, cancel, noMatches } = { ...texts, ...customTexts };
    const offered = data.filter(({ id }) => systems === undefined || systems.includes(id));
    const host = document.createElement("div");
    const root = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
    document.body.append(host);
    return new Promise((resolve, reject) => {
      const dialog = element("dialog", { "aria-label": title });
      let chosen = false;
      dialog.addEventListener("close", () => {
        host.remove();
        if (!chosen) resolve({ state: "cancelled" });
      });
      const select = (id) => {
        chosen = true;
        const opened = window.open("about:blank", "_blank", features);
        dialog.close();
        follow(opened, begin(id)).then(resolve, reject);
      };
      const box = element("input", { type: "search", "aria-label": search, placeholder: search });
      const items = offered.map((system) => ({
        item: itemOf(system, select),
        text: plain(`${system.name} ${system.id} ${system.about}`),
      }));
      const none = element("p", { role: "status", hidden: "" });
      box.addEventListener("input", () => {
        const words = plain(box.value).split(/\s+/);
        for (const { item, text } of items) item.hidden = !words.every((word) => text.includes(word));
        none.hidden = items.some(({ item }) => !item.hidden);
        none.textContent = none.hidden ? "" : noMatches;
      });
      const cancelButton = element("button", { type: "button" }, cancel);
      cancelButton.addEventListener("click", () => dialog.close());
      const row = element("div", { class: "row" });
      row.append(box, cancelButton);
      const list = element("ul", {});
      list.append(...items.map(({ item }) => item));
      dialog.append(element("h2", {}, title), row, list, none);
      root.append(dialog);
      dialog.showModal();
    });
  }

  /** Without accents and case, as people search. */
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();

  function itemOf({ id, name, hint, mark }, select) {
    const item = element("li", {});
    const button = element("button", { type: "button" });
    const label = element("span", {}, name);
    label.append(element("small", {}, hint));
    button.append(markOf(mark), label);
    button.addEventListener("click", () => select(id));
    item.append(button);
    return item;
  }

  function markOf({ letters, ground, ink }) {
    const draw = (name, attributes) => {
      const node = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
      return node;
    };
    const svg = draw("svg", { viewBox: "0 0 44 44", width: 36, height: 36, "aria-hidden": "true" });
    const text = draw("text", {
      x: 22,
      y: 29,
      "text-anchor": "middle",
      "font-size": letters.length > 1 ? 17 : 20,
      "font-family": "system-ui, sans-serif",
      "font-weight": 700,
      fill: ink,
    });
    text.textContent = letters;
    svg.append(draw("rect", { width: 44, height: 44, rx: 12, fill: ground }), text);
    return svg;
  }

  function element(name, attributes, text = "") {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(text);
    return node;
  }

  window.Kontor = { connect, pick };
})();
