/** The form for a tenant's page design: colours, logo, and the texts of one language. */

import { checkStyle, colourFields, mergeStyle, type PageStyle, textFields } from "../../pages/style.ts";
import { english } from "../../pages/texts/english.ts";
import { languages } from "../../pages/texts/languages.ts";
import type { CustomText } from "../../pages/texts/texts.ts";
import { html, type Markup } from "../../web/html.ts";
import { sameWith, type View } from "../parts/view.ts";
import { type Phrase, sayWord } from "../texts/phrases.ts";

type Form = Readonly<Record<string, string>>;

/** Keeps the names of texts apart from the form's other fields. */
const prefix = "text.";

/** The style that a form describes. Logo and texts are included only if the form has them. */
export function styleIn(old: PageStyle, form: Form): PageStyle {
  const colours = colourFields.flatMap((name) => (form[name] ? [[name, form[name]] as const] : []));
  return { ...Object.fromEntries(colours), ...logoIn(old, form), ...textsIn(form) };
}

function logoIn({ logoSvg, logoPng }: PageStyle, form: Form): Pick<PageStyle, "logoSvg" | "logoPng"> {
  if (form["logo"] === "none") return {};
  const text = (form["logoText"] ?? "").trim();
  if (form["logo"] !== "new" || text === "") return { ...(logoSvg && { logoSvg }), ...(logoPng && { logoPng }) };
  return text.startsWith("<") ? { logoSvg: text } : { logoPng: text.replace(/^data:image\/png;base64,/, "") };
}

function textsIn(form: Form): Pick<PageStyle, "pageLocalizations"> {
  if (!Object.keys(form).some((name) => name.startsWith(prefix))) return {};
  const texts = textFields.flatMap((name) => (form[prefix + name] ? [[name, form[prefix + name]] as const] : []));
  return { pageLocalizations: [{ ...(form["texts"] && { locale: form["texts"] }), ...Object.fromEntries(texts) }] };
}

/** The stored style with the form's valid changes. */
export function withDraft(stored: PageStyle, form: Form): PageStyle {
  if (form["draft"] !== "yes") return stored;
  const changes = Object.entries(styleIn(stored, form));
  return mergeStyle(
    stored,
    Object.fromEntries(changes.filter(([name, value]) => checkStyle({ [name]: value }).length === 0)),
  );
}

export const colourPart = ({ say }: View, style: PageStyle): Markup =>
  html`<fieldset><legend>${say("colours")}</legend>
${colourFields.map((name) => colourField(say(`colour.${name}`), name, { value: style[name] ?? "", placeholder: say("defaultColour") }))}
</fieldset>`;

const colourField = (
  label: string,
  name: string,
  { value, placeholder }: { value: string; placeholder: string },
): Markup =>
  html`<label>${label} <span class="swatched"><svg viewBox="0 0 20 20" aria-hidden="true"><rect width="20" height="20" rx="4" fill="${value === "" ? "transparent" : value}"/></svg><input name="${name}" value="${value}" maxlength="60" placeholder="${placeholder}" autocomplete="off" spellcheck="false"></span></label>`;

/** Choosing a file needs scripts; entering its text does not. */
export function logoPart({ say, query }: View, { logoSvg, logoPng }: PageStyle): Markup {
  const hasLogo = logoSvg !== undefined || logoPng !== undefined;
  const chosen = query["logo"] ?? "keep";
  const choice = (value: "keep" | "none" | "new", phrase: Phrase): Markup =>
    html`<li><label><input type="radio" name="logo" value="${value}"${value === chosen && html` checked`}> ${say(phrase)}</label></li>`;
  return html`<fieldset class="logo"><legend>${say("logo")}</legend><ul>${choice("keep", hasLogo ? "logoKeep" : "logoNone")}${hasLogo && choice("none", "logoRemove")}${choice("new", "logoNew")}</ul>
<label class="file" hidden>${say("logoFile")} <input type="file" accept="image/svg+xml,image/png"></label>
<label>${say("logoText")} <textarea name="logoText" rows="3" spellcheck="false">${query["logoText"] ?? ""}</textarea></label></fieldset>`;
}

/** The built-in languages and those that the tenant has texts for. */
function localesOf({ pageLocalizations = [] }: PageStyle, builtIn: readonly string[]): readonly string[] {
  const tenantLocales = pageLocalizations.flatMap(({ locale }) => (locale === undefined ? [] : [locale]));
  return ["", ...new Set([...builtIn, ...tenantLocales])];
}

const isLong = (name: CustomText): boolean => /(?:introText|freeText|HelpText)$/i.test(name);
const isFieldText = (name: CustomText): boolean => /(?:Label|Help)Text$/.test(name);

/** Only changed texts are stored; the placeholders show the defaults. */
export function textPart(view: View, style: PageStyle, builtIn: readonly string[]): Markup {
  const { say, query } = view;
  const chosen = query["texts"] ?? "";
  const entry = style.pageLocalizations?.find(({ locale }) => (locale ?? "").toLowerCase() === chosen.toLowerCase());
  const builtInLocale = languages.has(chosen.split("-")[0] ?? "") ? chosen : "en";
  const defaults = languages.get(builtInLocale.split("-")[0] ?? "") ?? english;
  const nameOf = (locale: string): string => (locale === "" ? say("allLanguages") : sayWord(say, "language", locale));
  const field = (name: CustomText): Markup => {
    const value = entry?.[name] ?? "";
    const placeholder = defaults[name];
    return isLong(name)
      ? html`<label>${labelOf(view, name)} <textarea lang="${builtInLocale}" name="${prefix}${name}" rows="3" maxlength="2000" placeholder="${placeholder}">${value}</textarea></label>`
      : html`<label>${labelOf(view, name)} <input lang="${builtInLocale}" name="${prefix}${name}" value="${value}" maxlength="2000" placeholder="${placeholder}" autocomplete="off"></label>`;
  };
  const countTexts = (locale: string): number =>
    Object.keys(style.pageLocalizations?.find((texts) => (texts.locale ?? "") === locale) ?? {}).filter(
      (name) => name !== "locale",
    ).length;
  return html`<fieldset id="texts"><legend>${say("texts")}: ${nameOf(chosen)}</legend><input type="hidden" name="texts" value="${chosen}"><p class="muted">${say("textsHelp")}</p>
<p class="languages">${localesOf(style, builtIn).map((locale) => html`<a class="chip" href="${sameWith(view, { texts: locale, language: locale || "en" })}#texts"${locale === chosen && html` aria-current="true"`}>${nameOf(locale)}${countTexts(locale) > 0 && ` (${countTexts(locale)})`}</a> `)}</p>
${textFields.filter((name) => !isFieldText(name)).map(field)}
<details><summary>${say("fieldTexts")}</summary>${textFields.filter(isFieldText).map(field)}</details></fieldset>`;
}

/** Names an input field as the page itself does. */
function labelOf({ say, language }: View, name: CustomText): string {
  if (!isFieldText(name)) return say(`words.${name}` as Phrase);
  const label = name.replace(/(?:Label|Help)Text$/, "LabelText") as CustomText;
  const field = (languages.get(language) ?? english)[label];
  return say(name === label ? "labelOf" : "helpOf", { field });
}
