/** The look of a tenant's pages as the console's form has it: colours, logo, and the texts of one language. */

import { checkStyle, colourFields, mergeStyle, type PageStyle, textFields } from "../../pages/style.ts";
import { english } from "../../pages/texts/english.ts";
import { languages } from "../../pages/texts/languages.ts";
import type { CustomText } from "../../pages/texts/texts.ts";
import { html, type Markup } from "../../web/html.ts";
import { sameWith, type View } from "../parts/view.ts";
import { type Phrase, sayWord } from "../texts/phrases.ts";

type Given = Readonly<Record<string, string>>;

/** Before the names of texts, so that none is mistaken for anything else. */
const prefix = "text.";

/** What a form asks to be stored: its colours, and of logo and texts what it says something of. */
export function styleIn(old: PageStyle, given: Given): PageStyle {
  const colours = colourFields.flatMap((name) => (given[name] ? [[name, given[name]] as const] : []));
  return { ...Object.fromEntries(colours), ...logoIn(old, given), ...textsIn(given) };
}

function logoIn({ logoSvg, logoPng }: PageStyle, given: Given): Pick<PageStyle, "logoSvg" | "logoPng"> {
  if (given["logo"] === "none") return {};
  const text = (given["logoText"] ?? "").trim();
  if (given["logo"] !== "new" || text === "") return { ...(logoSvg && { logoSvg }), ...(logoPng && { logoPng }) };
  return text.startsWith("<") ? { logoSvg: text } : { logoPng: text.replace(/^data:image\/png;base64,/, "") };
}

function textsIn(given: Given): Pick<PageStyle, "pageLocalizations"> {
  if (!Object.keys(given).some((name) => name.startsWith(prefix))) return {};
  const texts = textFields.flatMap((name) => (given[prefix + name] ? [[name, given[prefix + name]] as const] : []));
  return { pageLocalizations: [{ ...(given["texts"] && { locale: given["texts"] }), ...Object.fromEntries(texts) }] };
}

/** With what somebody tries out; what cannot be used counts for nothing. */
export function drafted(kept: PageStyle, given: Given): PageStyle {
  if (given["draft"] !== "yes") return kept;
  const tried = Object.entries(styleIn(kept, given));
  return mergeStyle(
    kept,
    Object.fromEntries(tried.filter(([name, value]) => checkStyle({ [name]: value }).length === 0)),
  );
}

export const colourPart = ({ say }: View, style: PageStyle): Markup =>
  html`<fieldset><legend>${say("colours")}</legend>
${colourFields.map((name) => colourField(say(`colour.${name}`), name, { value: style[name] ?? "", usual: say("usualColour") }))}
</fieldset>`;

const colourField = (label: string, name: string, { value, usual }: { value: string; usual: string }): Markup =>
  html`<label>${label} <span class="swatched"><svg viewBox="0 0 20 20" aria-hidden="true"><rect width="20" height="20" rx="4" fill="${value === "" ? "transparent" : value}"/></svg><input name="${name}" value="${value}" maxlength="60" placeholder="${usual}" autocomplete="off" spellcheck="false"></span></label>`;

/** A file can be chosen where there are scripts; its text can be entered everywhere. */
export function logoPart({ say, query }: View, { logoSvg, logoPng }: PageStyle): Markup {
  const has = logoSvg !== undefined || logoPng !== undefined;
  const chosen = query["logo"] ?? "keep";
  const way = (value: "keep" | "none" | "new", phrase: Phrase): Markup =>
    html`<li><label><input type="radio" name="logo" value="${value}"${value === chosen && html` checked`}> ${say(phrase)}</label></li>`;
  return html`<fieldset class="logo"><legend>${say("logo")}</legend><ul>${way("keep", has ? "logoKeep" : "logoNone")}${has && way("none", "logoRemove")}${way("new", "logoNew")}</ul>
<label class="file" hidden>${say("logoFile")} <input type="file" accept="image/svg+xml,image/png"></label>
<label>${say("logoText")} <textarea name="logoText" rows="3" spellcheck="false">${query["logoText"] ?? ""}</textarea></label></fieldset>`;
}

/** The languages whose texts can be worded here: ours, and those that the tenant has words in. */
function localesOf({ pageLocalizations = [] }: PageStyle, ours: readonly string[]): readonly string[] {
  const theirs = pageLocalizations.flatMap(({ locale }) => (locale === undefined ? [] : [locale]));
  return ["", ...new Set([...ours, ...theirs])];
}

const isLong = (name: CustomText): boolean => /(?:introText|freeText|HelpText)$/i.test(name);
const isOfField = (name: CustomText): boolean => /(?:Label|Help)Text$/.test(name);

/** Only what is worded otherwise is stored; the rest is as in everybody's pages. */
export function textPart(view: View, style: PageStyle, ours: readonly string[]): Markup {
  const { say, query } = view;
  const chosen = query["texts"] ?? "";
  const entry = style.pageLocalizations?.find(({ locale }) => (locale ?? "").toLowerCase() === chosen.toLowerCase());
  const usual = languages.get(chosen.split("-")[0] ?? "") ?? english;
  const nameOf = (locale: string): string => (locale === "" ? say("everyLanguage") : sayWord(say, "language", locale));
  const field = (name: CustomText): Markup => {
    const value = entry?.[name] ?? "";
    const placeholder = usual[name];
    return isLong(name)
      ? html`<label>${labelOf(view, name)} <textarea name="${prefix}${name}" rows="3" maxlength="2000" placeholder="${placeholder}">${value}</textarea></label>`
      : html`<label>${labelOf(view, name)} <input name="${prefix}${name}" value="${value}" maxlength="2000" placeholder="${placeholder}" autocomplete="off"></label>`;
  };
  const counted = (locale: string): number =>
    Object.keys(style.pageLocalizations?.find((each) => (each.locale ?? "") === locale) ?? {}).filter(
      (name) => name !== "locale",
    ).length;
  return html`<fieldset id="texts"><legend>${say("texts")}: ${nameOf(chosen)}</legend><input type="hidden" name="texts" value="${chosen}"><p class="muted">${say("textsTold")}</p>
<p class="languages">${localesOf(style, ours).map((locale) => html`<a class="chip" href="${sameWith(view, { texts: locale, language: locale || "en" })}#texts"${locale === chosen && html` aria-current="true"`}>${nameOf(locale)}${counted(locale) > 0 && ` (${counted(locale)})`}</a> `)}</p>
${textFields.filter((name) => !isOfField(name)).map(field)}
<details><summary>${say("textsOfFields")}</summary>${textFields.filter(isOfField).map(field)}</details></fieldset>`;
}

/** What a field of a page is called, is said by the page's own word for it. */
function labelOf({ say, language }: View, name: CustomText): string {
  if (!isOfField(name)) return say(`words.${name}` as Phrase);
  const label = name.replace(/(?:Label|Help)Text$/, "LabelText") as CustomText;
  const field = (languages.get(language) ?? english)[label];
  return say(name === label ? "labelOf" : "helpOf", { field });
}
