/** The design of a tenant's pages: the form beside a preview in every language, size and colour scheme. */

import { lowContrastColours } from "../../pages/palette.ts";
import { colourFields, type PageStyle } from "../../pages/style.ts";
import { shownName } from "../../pages/systemMark.ts";
import { findPageStyle } from "../../store/pageStyles.ts";
import { listTenants } from "../../store/tenants.ts";
import { html, type Markup } from "../../web/html.ts";
import { check, type Frame } from "../parts/layout.ts";
import { type Outcome, outcomeBox } from "../parts/outcome.ts";
import { may } from "../parts/permissions.ts";
import { previewLanguages, previewPages, previewSchemes, systemsWithForm } from "../parts/previewOptions.ts";
import { decimal } from "../parts/time.ts";
import { sameWith, type View } from "../parts/view.ts";
import { type Phrase, sayWord } from "../texts/phrases.ts";
import { colourPart, logoPart, textPart, withDraft } from "./styleForm.ts";

const sizes = ["phone", "tablet", "desktop"] as const;

export async function stylePage(view: View, id: string, outcome?: Outcome): Promise<Frame | undefined> {
  const { say, client, scope, query } = view;
  const tenant = (await listTenants(client)).find((row) => row.id === id);
  if (tenant === undefined || (scope.tenantId !== null && scope.tenantId !== id)) return undefined;
  const stored = (await findPageStyle(client, id)) as PageStyle;
  const style = withDraft(stored, query);
  const tenantPath = `/console/tenants/${id}`;
  const size = sizes.find((name) => name === query["size"]) ?? "phone";
  return {
    title: `${say("pageStyle")}: ${tenant.name}`,
    question: "question.style",
    content: html`${outcome && outcomeBox(view, outcome)}<p><a href="${tenantPath}">${tenant.name}</a></p>
<div class="studio">
<form class="stylist" method="post" action="${tenantPath}/preview" target="preview" data-style="${tenantPath}/style">${check(view)}
<input type="hidden" name="draft" value="yes">
<fieldset><legend>${say("preview")}</legend>
${choice(view, { name: "page", title: "previewPage", values: previewPages, kind: "preview" })}
${choice(view, { name: "language", title: "language", values: previewLanguages, kind: "language" })}
${choice(view, { name: "scheme", title: "scheme", values: previewSchemes, kind: "scheme" })}
<label>${say("targetSystem")} <select name="system">${systemsWithForm(view.deps).map((connector) => html`<option value="${connector.id}"${connector.id === query["system"] && html` selected`}>${shownName(connector)}</option>`)}</select></label>
</fieldset>
${colourPart(view, style)}
<div class="contrast" role="status">${contrastWarnings(view, style)}</div>
${logoPart(view, stored)}
${textPart(view, style, previewLanguages)}
<div class="keep"><button class="show" type="submit">${say("showPreview")}</button>${may(view, "tenant.pageStyle") && html` <button class="primary" type="submit" formaction="${tenantPath}/style" formtarget="_self">${say("save")}</button>`}</div>
</form>
<div class="stage-side"><p class="sizes">${sizes.map((name) => html`<a class="chip" data-size="${name}" href="${sameWith(view, { size: name })}"${name === size && html` aria-current="true"`}>${say(`size.${name}`)}</a> `)}</p>
<div class="pan stage" tabindex="0" role="region" aria-label="${say("preview")}"><iframe class="frame ${size}" name="preview" title="${say("preview")}" sandbox="allow-same-origin" src="${tenantPath}/preview?${new URLSearchParams(previewQuery(view)).toString()}"></iframe></div></div>
</div>`,
  };
}

const defaults: Readonly<Record<string, string>> = { language: "en", scheme: "light" };

/** The first view of the preview: the page, and the colours of the draft. */
function previewQuery({ query }: View): Record<string, string> {
  const names = ["page", "language", "scheme", "system", "draft", ...colourFields];
  const present = names.flatMap((name) => (query[name] ? [[name, query[name]] as const] : []));
  return { ...defaults, ...Object.fromEntries(present) };
}

interface Choice {
  readonly name: string;
  readonly title: Phrase;
  readonly values: readonly string[];
  readonly kind: string;
}

const choice = ({ say, query }: View, { name, title, values, kind }: Choice): Markup =>
  html`<label>${say(title)} <select name="${name}">${values.map((value) => html`<option value="${value}"${value === (query[name] ?? defaults[name]) && html` selected`}>${sayWord(say, kind, value)}</option>`)}</select></label>`;

function contrastWarnings({ say, language }: View, style: PageStyle): Markup {
  const colours = lowContrastColours(style);
  if (colours.length === 0) return html``;
  return html`<div class="notice"><p>${say("lowContrast")}</p><ul>${colours.map(
    ({ field, contrast }) =>
      html`<li>${sayWord(say, "colour", field)}: ${say("contrastOf", { contrast: decimal(contrast, language) })}</li>`,
  )}</ul></div>`;
}
