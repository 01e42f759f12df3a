/* The reference page: reads the description, draws the list of operations beside Swagger UI, and hands it the keys. */
async function show() {
  const answer = await fetch("openapi.json");
  const description = await answer.json();
  // The description may name a public address; what is tried out here goes to where this page came from.
  description.servers = [{ url: new URL(".", location.href).href.replace(/\/$/, "") }];

  const ui = window.SwaggerUIBundle({
    spec: description,
    dom_id: "#reference",
    docExpansion: "none",
    plugins: [() => ({ fn: { opsFilter: (groups, wanted) => groups.filter((_group, tag) => tag === wanted) } })],
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: -1,
    validatorUrl: null,
    onComplete: () => {
      rememberKey("api-key", "ApiKey");
      rememberKey("account-key", "AccountKey");
      openFromAddress();
    },
  });

  const places = Object.values(description.paths).flatMap((methods) =>
    Object.entries(methods).map(([method, { operationId, summary, tags }]) => ({
      method,
      id: operationId,
      summary,
      tag: tags[0],
    })),
  );
  drawOperations();
  document.getElementById("search").addEventListener("input", filterOperations);
  window.addEventListener("hashchange", openFromAddress);

  function rememberKey(inputId, scheme) {
    const input = document.getElementById(inputId);
    const hand = () => {
      sessionStorage.setItem(scheme, input.value);
      if (input.value === "") ui.authActions.logout([scheme]);
      else ui.preauthorizeApiKey(scheme, input.value);
    };
    input.value = sessionStorage.getItem(scheme) ?? "";
    if (input.value !== "") hand();
    input.addEventListener("input", hand);
  }

  function drawOperations() {
    const list = document.querySelector("aside nav");
    for (const { name } of description.tags) {
      const group = element("details");
      group.append(element("summary", name));
      for (const place of places.filter(({ tag }) => tag === name)) {
        const link = element("a", place.summary);
        link.href = `#${place.id}`;
        link.dataset.search = `${place.summary} ${place.id} ${name}`.toLowerCase();
        const badge = element("span", place.method.toUpperCase());
        badge.className = place.method;
        link.append(badge);
        group.append(link);
      }
      list.append(group);
    }
  }

  function filterOperations({ target }) {
    const wanted = target.value.trim().toLowerCase();
    for (const group of document.querySelectorAll("aside nav details")) {
      const links = [...group.querySelectorAll("a")];
      for (const link of links) link.hidden = !link.dataset.search.includes(wanted);
      group.hidden = links.every((link) => link.hidden);
      group.open = wanted !== "" && !group.hidden;
    }
  }

  /** One group at a time: without a name in the address, the overview. */
  function openFromAddress() {
    const place = places.find(({ id }) => `#${id}` === location.hash);
    document.body.classList.toggle("one-group", place !== undefined);
    for (const link of document.querySelectorAll("aside nav a")) {
      const here = link.hash === location.hash;
      link.toggleAttribute("aria-current", here);
      if (here) link.closest("details").open = true;
    }
    ui.layoutActions.updateFilter(place?.tag ?? true);
    if (place === undefined) return;
    ui.layoutActions.show(["operations-tag", place.tag], true);
    ui.layoutActions.show(["operations", place.tag, place.id], true);
    // After the next drawing: until then the blocks above still have their old heights.
    requestAnimationFrame(() => setTimeout(() => blockOf(place.id)?.scrollIntoView({ block: "start" })));
  }

  /** Swagger UI escapes the dots in the ids of its blocks. */
  function blockOf(id) {
    const blocks = [...document.querySelectorAll("main .opblock")];
    return blocks.find((block) => block.id.replaceAll("\\", "").endsWith(`-${id}`));
  }

  function element(name, text = "") {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  }
}

show().catch(() => {
  document.getElementById("reference").textContent =
    "The description could not be loaded. Reload the page to try again.";
});
