/*
 * The reference page: reads the description, lists the operations beside Swagger UI and hands it the keys. Swagger UI
 * gets one group of operations at a time; with all of them at once it takes seconds to think.
 */

async function show() {
  const answer = await fetch("openapi.json");
  const description = await answer.json();
  // The description may name a public address; what is tried out here goes to where this page came from.
  description.servers = [{ url: new URL(".", location.href).href.replace(/\/$/, "") }];
  const places = placesOf(description);
  const wanted = () => places.find(({ id }) => `#${id}` === location.hash);

  let shown = wanted();
  const ui = window.SwaggerUIBundle({
    spec: partOf(description, places, shown?.tag),
    dom_id: "#reference",
    docExpansion: "list",
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: -1,
    validatorUrl: null,
    onComplete: () => {
      rememberKey(ui, "api-key", "ApiKey");
      rememberKey(ui, "account-key", "AccountKey");
      open();
    },
  });
  listOperations(description.tags, places);
  const search = document.getElementById("search");
  search.addEventListener("input", () => filterOperations(search.value));
  filterOperations(search.value);
  window.addEventListener("hashchange", open);

  function open() {
    const place = wanted();
    markCurrent(place !== undefined);
    if (place?.tag !== shown?.tag) ui.specActions.updateSpec(JSON.stringify(partOf(description, places, place?.tag)));
    if (shown !== undefined) ui.layoutActions.show(["operations", shown.tag, shown.operationId], false);
    shown = place;
    if (place === undefined) return;
    ui.layoutActions.show(["operations", place.tag, place.operationId], true);
    // After the next drawing: until then the blocks above still have their old heights.
    requestAnimationFrame(() => setTimeout(() => blockOf(place.operationId)?.scrollIntoView({ block: "start" })));
  }
}

/** Every operation, with the words to find it by. */
function placesOf({ paths }) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([
        method,
        {
          "x-operation": id,
          operationId,
          summary,
          tags: [tag],
        },
      ]) => ({
        path,
        method,
        id,
        operationId,
        summary,
        tag,
        words: `${summary} ${id} ${tag}`.toLowerCase(),
      }),
    ),
  );
}

/** The description with one group of operations, or none, and the components that these need. */
function partOf(description, places, tag) {
  const group = places.filter((place) => place.tag === tag);
  const paths = Object.fromEntries(group.map(({ path }) => [path, description.paths[path]]));
  const components = { securitySchemes: description.components.securitySchemes };
  addComponents(paths, description.components, components);
  return { ...description, tags: [{ name: tag }], paths, components };
}

function addComponents(value, all, needed) {
  for (const [, kind, name] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
    needed[kind] ??= {};
    if (needed[kind][name] !== undefined) continue;
    needed[kind][name] = all[kind][name];
    addComponents(all[kind][name], all, needed);
  }
}

/** In this tab only, so that a reload does not ask again. */
function rememberKey(ui, inputId, scheme) {
  const input = document.getElementById(inputId);
  const hand = () => {
    sessionStorage.setItem(scheme, input.value);
    if (input.value === "") ui.authActions.logout([scheme]);
    else ui.preauthorizeApiKey(scheme, input.value);
  };
  input.value ||= sessionStorage.getItem(scheme) ?? "";
  if (input.value !== "") hand();
  input.addEventListener("input", hand);
}

function listOperations(tags, places) {
  const groups = tags.map(({ name }) => {
    const group = element("details");
    const links = places.filter(({ tag }) => tag === name).map(linkTo);
    group.append(element("summary", name), ...links);
    return group;
  });
  document.querySelector("aside nav").append(...groups);
}

function linkTo({ id, summary, method, words }) {
  const link = element("a", summary);
  link.href = `#${id}`;
  link.dataset.words = words;
  const badge = element("span", method.toUpperCase());
  badge.className = method;
  link.append(badge);
  return link;
}

function filterOperations(typed) {
  const words = typed.trim().toLowerCase();
  for (const group of document.querySelectorAll("aside nav details")) {
    const links = [...group.querySelectorAll("a")];
    for (const link of links) link.hidden = !link.dataset.words.includes(words);
    group.hidden = links.every((link) => link.hidden);
    group.open = words !== "" && !group.hidden;
  }
}

function markCurrent(oneGroup) {
  document.body.classList.toggle("one-group", oneGroup);
  for (const link of document.querySelectorAll("aside nav a")) {
    const here = link.hash === location.hash;
    link.toggleAttribute("aria-current", here);
    if (here) link.closest("details").open = true;
  }
}

function blockOf(operationId) {
  const blocks = [...document.querySelectorAll("#reference .opblock")];
  return blocks.find((block) => block.id.endsWith(`-${operationId}`));
}

function element(name, text = "") {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

show().catch(() => {
  document.getElementById("reference").textContent =
    "The description could not be loaded. Reload the page to try again.";
});
