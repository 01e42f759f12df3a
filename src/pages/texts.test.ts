import { describe, expect, test } from "vitest";
import { fill, type Look, languageAttributes, resolveText } from "./look.ts";
import { selectionPage } from "./selectionPage.ts";
import type { PageLocalization } from "./style.ts";
import { submitPage } from "./submitPage.ts";
import { english } from "./texts/english.ts";
import { german } from "./texts/german.ts";
import { languages } from "./texts/languages.ts";
import type { Texts } from "./texts/texts.ts";

const look = (locale?: string, ...pageLocalizations: PageLocalization[]): Look => ({
  tenantName: "Ledgerleaf",
  style: { pageLocalizations },
  locale,
});

describe("the default texts", () => {
  /** Words that a language really shares with English. */
  const shared: Readonly<Record<string, readonly string[]>> = {
    da: ["Database"],
    de: ["optional"],
    es: ["Error"],
    it: ["Database", "Password"],
    nl: ["Database"],
  };
  const keys = Object.keys(english) as (keyof Texts)[];
  const others = [...languages].filter(([tag]) => tag !== "en");

  test("exist in twelve languages", () => {
    expect(new Set(languages.values()).size).toBe(12);
  });

  test.each(others)("of %s are complete and have no English left", (tag, texts) => {
    expect(Object.keys(texts).sort()).toEqual([...keys].sort());
    for (const key of keys) {
      expect(texts[key].trim(), key).not.toBe("");
      if (!shared[tag]?.includes(texts[key])) expect(texts[key], key).not.toBe(english[key]);
      expect(texts[key], key).not.toMatch(/\b(the|your|you|please|with|and|this|was|could|again)\b/i);
    }
  });

  test.each([...languages])("of %s use only placeholders of the English texts", (_, texts) => {
    const names = (text: string): string[] => text.match(/\{\w+\}/g) ?? [];
    for (const key of keys) expect(names(english[key]), key).toEqual(expect.arrayContaining(names(texts[key])));
    for (const key of ["titleText", "introText", "freeText", "doneMessage"] as const)
      expect(names(texts[key]).sort(), key).toEqual(["{platform}", "{system}"]);
    expect(names(texts.matches)).toEqual(["{shown}", "{total}"]);
  });
});

describe("a tenant's texts", () => {
  const bare = { titleText: "bare" };
  const de = { locale: "de", titleText: "de" };
  const swiss = { locale: "de-CH", titleText: "de-CH" };
  const cases: [string, Look, string][] = [
    ["the exact locale", look("de-CH", bare, de, swiss), "de-CH"],
    ["the exact locale, whatever its case", look("DE-ch", bare, de, swiss), "de-CH"],
    ["the language for a region", look("de-AT", bare, de, swiss), "de"],
    ["the language for a region, whatever the order", look("de-AT", swiss, de, bare), "de"],
    ["a region for the language", look("de", bare, swiss), "de-CH"],
    ["the bare language before a region", look("de", swiss, de), "de"],
    ["not another region", look("de-AT", swiss), german.titleText],
    ["not a language that only begins alike", look("d", de), english.titleText],
    ["the entry without locale for another language", look("fr", bare, de), "bare"],
    ["the entry without locale when none was passed", look(undefined, de, bare), "bare"],
    ["the default when none was passed", look(undefined, de), english.titleText],
    ["the default in the language", look("de-AT"), german.titleText],
    ["English for an unsupported language", look("ja"), english.titleText],
    ["both written forms of Norwegian", look("nb-NO"), languages.get("no")?.titleText ?? ""],
  ];
  test.each(cases)("are found by %s", (_, customLook, text) => {
    expect(resolveText(customLook, "titleText")).toBe(text);
  });

  test("fall back field by field", () => {
    const customLook = look(
      "de-CH",
      { locale: "de-CH", freeText: "CH" },
      { locale: "de", titleText: "D" },
      { introText: "B" },
    );
    const fields = ["freeText", "titleText", "introText", "submitButtonText"] as const;
    expect(fields.map((field) => resolveText(customLook, field))).toEqual(["CH", "D", "B", "Verbinden"]);
  });

  test("may be empty, and may name platform and system", () => {
    const customLook = look("de", { locale: "de", introText: "", titleText: "{system} für {platform} {other}" });
    const page = submitPage(customLook, { systemName: "{platform}", asks: [], values: {}, flow: "f", check: "c" });
    expect(page).toContain("<h1>{platform} für Ledgerleaf {other}</h1>");
    expect(page).toContain('<p class="intro"></p>');
  });
});

test("a placeholder's value is not searched for placeholders", () => {
  expect(fill("{a}{b}{toString}", { a: "{b}", b: "$&" })).toBe("{b}$&{toString}");
});

test("a page names the language it is written in", () => {
  expect(languageAttributes(look("de-CH"))).toEqual({ lang: "de-CH", dir: "ltr" });
  expect(languageAttributes(look("ja"))).toEqual({ lang: "en", dir: "ltr" });
  expect(languageAttributes(look("ar-EG", { locale: "ar", titleText: "ربط" }))).toEqual({ lang: "ar-EG", dir: "rtl" });
});

describe("the two pages", () => {
  const facts = { systemName: "Sandbox Books", flow: "flow-1", check: "check-1" };
  const textsOf = (page: string) =>
    [/<h1>(.*?)<\/h1>/, /<p class="free">(.*?)<\/p>/].map((text) => text.exec(page)?.[1]);
  const pagesOf = (customLook: Look) => ({
    submit: textsOf(submitPage(customLook, { ...facts, asks: [], values: {} })),
    ...Object.fromEntries(
      (["environment", "company"] as const).map((step) => [
        step,
        textsOf(selectionPage(customLook, { ...facts, step, choices: [{ id: "c", name: "Erfunden" }] })),
      ]),
    ),
  });

  test("have a title and a free text in common", () => {
    const customTexts = ["Connect your books", "Questions? Ask us."];
    const customLook = look("en", { titleText: customTexts[0], freeText: customTexts[1] });
    expect(pagesOf(customLook)).toEqual({ submit: customTexts, environment: customTexts, company: customTexts });
  });

  test("the selection's own texts override the common ones, whatever their language", () => {
    const common = { locale: "en", titleText: "Common", freeText: "For both" };
    const customLook = look("en", common, { selectionTitleText: "Pick one", selectionFreeText: "Only here" });
    const chosen = ["Pick one", "Only here"];
    expect(pagesOf(customLook)).toEqual({ submit: ["Common", "For both"], environment: chosen, company: chosen });
  });

  test("use the defaults if the tenant has no texts", () => {
    const { environmentTitle, selectionTitleText, selectionFreeText } = english;
    const filled = (text: string) => fill(text, { platform: "Ledgerleaf", system: "Sandbox Books" });
    expect(pagesOf(look("en"))).toEqual({
      submit: [filled(english.titleText), filled(english.freeText)],
      environment: [environmentTitle, filled(selectionFreeText)],
      company: [selectionTitleText, filled(selectionFreeText)],
    });
  });
});

test("a connector's own label and help are shown in the page's language, unless the tenant has its own", () => {
  const label = { en: "Personal access token", de: "Persönlicher Schlüssel" };
  const asks = [{ name: "apiKey", secret: true, label, help: { en: "Create it under Profile." } }] as const;
  const pageFor = (shownLook: Look): string =>
    submitPage(shownLook, { systemName: "Books", asks, values: {}, flow: "f", check: "c" });
  expect(pageFor(look("de-CH"))).toContain(">Persönlicher Schlüssel</label>");
  expect(pageFor(look("de-CH"))).toContain("Create it under Profile.");
  expect(pageFor(look("fr"))).toContain(">Personal access token</label>");
  expect(pageFor(look("fr", { apiKeyLabelText: "Notre clé" }))).toContain(">Notre clé</label>");
});
