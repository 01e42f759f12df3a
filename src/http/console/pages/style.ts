/** The look of a tenant's pages: its colours beside the real page, in every language, size and scheme. */
import { html, type Markup } from "../../../pages/html.ts";
import { faintColours } from "../../../pages/palette.ts";
import { colourFields, type PageStyle } from "../../../pages/style.ts";
import { shownName } from "../../../pages/systemMark.ts";
import { findPageStyle } from "../../../store/pageStyles.ts";
import { listTenants } from "../../../store/tenants.ts";
import { check, type Frame } from "../layout.ts";
import { type Outcome, outcomeBox } from "../outcome.ts";
import { type Phrase, sayWord } from "../phrases.ts";
import { askingSystems, drafted, previewLanguages, previewPages, previewSchemes } from "../preview.ts";
import { mayChange, type View } from "../view.ts";

const sizes = ["phone", "tablet", "desktop"] as const;

export async function stylePage(view: View, id: string, outcome?: Outcome): Promise<Frame | undefined> {
  const { say, client, scope, query } = view;
  const tenant = (await listTenants(client)).find((each) => each.id === id);
  if (tenant === undefined || (scope.tenantId !== null && scope.tenantId !== id)) return undefined;
  const style = drafted(await findPageStyle(client, id), query);
  const shown = shownOf(view);
  const address = `/console/tenants/${id}/preview`;
  const size = sizes.find((each) => each === query["size"]) ?? "phone";
  return {
    title: `${say("pageStyle")}: ${tenant.name}`,
    question: "question.style",
    content: html`${outcome && outcomeBox(view, outcome)}<p><a href="/console/tenants/${id}">${tenant.name}</a></p>
<div class="studio"><div>
<form class="stylist" method="get" action="/console/tenants/${id}/style" data-preview="${address}">
<input type="hidden" name="draft" value="yes">
<fieldset><legend>${say("preview")}</legend>
${choice(view, { name: "page", title: "previewPage", values: previewPages, kind: "preview" })}
${choice(view, { name: "language", title: "language", values: previewLanguages, kind: "language" })}
${choice(view, { name: "size", title: "size", values: sizes, kind: "size" })}
${choice(view, { name: "scheme", title: "scheme", values: previewSchemes, kind: "scheme" })}
<label>${say("targetSystem")} <select name="system">${askingSystems(view.deps).map((connector) => html`<option value="${connector.id}"${connector.id === query["system"] && html` selected`}>${shownName(connector)}</option>`)}</select></label>
</fieldset>
<fieldset><legend>${say("colours")}</legend>
${colourFields.map((name) => colourField(view, name, style[name] ?? ""))}
</fieldset>
<button type="submit">${say("showPreview")}</button>
</form>
${warnings(view, style)}
${mayChange(view) && saveForm(view, id, style)}</div>
<div class="pan stage" tabindex="0" role="region" aria-label="${say("preview")}"><iframe class="frame ${size}" title="${say("preview")}" sandbox="allow-same-origin" src="${address}?${new URLSearchParams(shown).toString()}"></iframe></div>
</div>`,
  };
}

const usual: Readonly<Record<string, string>> = { language: "en", scheme: "light" };

/** What the frame is about: the page, and the colours that are tried out. */
function shownOf({ query }: View): Record<string, string> {
  const names = ["page", "language", "scheme", "system", "draft", ...colourFields];
  const given = names.flatMap((name) => (query[name] ? [[name, query[name]] as const] : []));
  return { ...usual, ...Object.fromEntries(given) };
}

interface Choice {
  readonly name: string;
  readonly title: Phrase;
  readonly values: readonly string[];
  readonly kind: string;
}

const choice = ({ say, query }: View, { name, title, values, kind }: Choice): Markup =>
  html`<label>${say(title)} <select name="${name}">${values.map((value) => html`<option value="${value}"${value === (query[name] ?? usual[name]) && html` selected`}>${sayWord(say, kind, value)}</option>`)}</select></label>`;

const colourField = ({ say }: View, name: (typeof colourFields)[number], value: string): Markup =>
  html`<label>${say(`colour.${name}`)} <span class="swatched"><svg viewBox="0 0 20 20" aria-hidden="true"><rect width="20" height="20" rx="4" fill="${value === "" ? "transparent" : value}"/></svg><input name="${name}" value="${value}" maxlength="60" placeholder="${say("usualColour")}" autocomplete="off" spellcheck="false"></span></label>`;

function warnings({ say }: View, style: PageStyle): Markup {
  const faint = faintColours(style);
  if (faint.length === 0) return html``;
  return html`<div class="notice" role="status"><p>${say("faint")}</p><ul>${faint.map(
    ({ field, contrast }) =>
      html`<li>${sayWord(say, "colour", field)}: ${say("contrastOf", { contrast: contrast.toFixed(1) })}</li>`,
  )}</ul></div>`;
}

const saveForm = (view: View, id: string, style: PageStyle): Markup =>
  html`<form class="keep" method="post" action="/console/tenants/${id}/style">${check(view)}${colourFields.map((name) => html`<input type="hidden" name="${name}" value="${style[name] ?? ""}">`)}<button class="primary" type="submit">${view.say("saveStyle")}</button> <span class="muted">${view.say("saveTold")}</span></form>`;
