/** The look of a tenant's pages: what can be set beside the real page, in every language, size and scheme. */

import { faintColours } from "../../pages/palette.ts";
import { colourFields, type PageStyle } from "../../pages/style.ts";
import { shownName } from "../../pages/systemMark.ts";
import { findPageStyle } from "../../store/pageStyles.ts";
import { listTenants } from "../../store/tenants.ts";
import { html, type Markup } from "../../web/html.ts";
import { check, type Frame } from "../parts/layout.ts";
import { type Outcome, outcomeBox } from "../parts/outcome.ts";
import { askingSystems, previewLanguages, previewPages, previewSchemes } from "../parts/previewOptions.ts";
import { mayChange, sameWith, type View } from "../parts/view.ts";
import { type Phrase, sayWord } from "../texts/phrases.ts";
import { colourPart, drafted, logoPart, textPart } from "./styleForm.ts";

const sizes = ["phone", "tablet", "desktop"] as const;

export async function stylePage(view: View, id: string, outcome?: Outcome): Promise<Frame | undefined> {
  const { say, client, scope, query } = view;
  const tenant = (await listTenants(client)).find((each) => each.id === id);
  if (tenant === undefined || (scope.tenantId !== null && scope.tenantId !== id)) return undefined;
  const kept = (await findPageStyle(client, id)) as PageStyle;
  const style = drafted(kept, query);
  const own = `/console/tenants/${id}`;
  const size = sizes.find((each) => each === query["size"]) ?? "phone";
  return {
    title: `${say("pageStyle")}: ${tenant.name}`,
    question: "question.style",
    content: html`${outcome && outcomeBox(view, outcome)}<p><a href="${own}">${tenant.name}</a></p>
<div class="studio">
<form class="stylist" method="post" action="${own}/preview" target="preview" data-style="${own}/style">${check(view)}
<input type="hidden" name="draft" value="yes">
<fieldset><legend>${say("preview")}</legend>
${choice(view, { name: "page", title: "previewPage", values: previewPages, kind: "preview" })}
${choice(view, { name: "language", title: "language", values: previewLanguages, kind: "language" })}
${choice(view, { name: "scheme", title: "scheme", values: previewSchemes, kind: "scheme" })}
<label>${say("targetSystem")} <select name="system">${askingSystems(view.deps).map((connector) => html`<option value="${connector.id}"${connector.id === query["system"] && html` selected`}>${shownName(connector)}</option>`)}</select></label>
</fieldset>
${colourPart(view, style)}
<div class="contrast" role="status">${warnings(view, style)}</div>
${logoPart(view, kept)}
${textPart(view, style, previewLanguages)}
<div class="keep"><button class="show" type="submit">${say("showPreview")}</button>${mayChange(view) && html` <button class="primary" type="submit" formaction="${own}/style" formtarget="_self">${say("saveStyle")}</button>`}</div>
</form>
<div class="stage-side"><p class="sizes">${sizes.map((each) => html`<a class="chip" data-size="${each}" href="${sameWith(view, { size: each })}"${each === size && html` aria-current="true"`}>${say(`size.${each}`)}</a> `)}</p>
<div class="pan stage" tabindex="0" role="region" aria-label="${say("preview")}"><iframe class="frame ${size}" name="preview" title="${say("preview")}" sandbox="allow-same-origin" src="${own}/preview?${new URLSearchParams(shownOf(view)).toString()}"></iframe></div></div>
</div>`,
  };
}

const usual: Readonly<Record<string, string>> = { language: "en", scheme: "light" };

/** What the frame is about at first: the page, and the colours that are tried out. */
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

function warnings({ say }: View, style: PageStyle): Markup {
  const faint = faintColours(style);
  if (faint.length === 0) return html``;
  return html`<div class="notice"><p>${say("faint")}</p><ul>${faint.map(
    ({ field, contrast }) =>
      html`<li>${sayWord(say, "colour", field)}: ${say("contrastOf", { contrast: contrast.toFixed(1) })}</li>`,
  )}</ul></div>`;
}
