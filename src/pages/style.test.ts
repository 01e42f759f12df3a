import { describe, expect, test } from "vitest";
import { contrast, printColour, readColour } from "./colour.ts";
import { checkStyle, colourFields, mergeStyle, type PageStyle } from "./style.ts";
import { stylesheet } from "./stylesheet.ts";

const escapes = [
  "red;}body{background:url(https://evil.example)",
  "red}</style><script>alert(1)</script>",
  "url(https://evil.example/x)",
  "var(--x)",
  "expression(alert(1))",
  "rgb(0,0,0);color:red",
  "#fff/**/;--a:b",
  "#fff}@import 'https://evil.example';",
  "\\72 ed",
  "red\n}\nbody{display:none",
  "rgb(0 0 0 / url(x))",
  "image-set('x')",
  "color-mix(in srgb, red, blue)",
];

describe("a colour", () => {
  test.each([
    ["#fff", "rgb(255 255 255)"],
    ["#ABCD", "rgb(170 187 204 / 0.867)"],
    ["#0a5c36", "rgb(10 92 54)"],
    ["#0a5c3680", "rgb(10 92 54 / 0.502)"],
    ["rgb(1, 2, 3)", "rgb(1 2 3)"],
    ["rgba(1,2,3,.5)", "rgb(1 2 3 / 0.5)"],
    ["rgb(10% 20% 30% / 40%)", "rgb(26 51 77 / 0.4)"],
    ["hsl(120, 100%, 25%)", "rgb(0 128 0)"],
    ["hsla(-120deg 100% 50% / 1)", "rgb(0 0 255)"],
    ["RebeccaPurple", "rgb(102 51 153)"],
    ["transparent", "rgb(0 0 0 / 0)"],
    ["rgb(300, -5, 0)", "rgb(255 0 0)"],
  ])("reads %s", (text, printed) => {
    const colour = readColour(text);
    expect(colour && printColour(colour)).toBe(printed);
  });

  test.each([
    "",
    "#ff",
    "#fffff",
    "#ggg",
    "rgb(1,2)",
    "rgb(1 2,3)",
    "hsl(50% 1% 1%)",
    "bluish",
    "currentColor",
    ...escapes,
  ])("rejects %j", (text) => {
    expect(readColour(text)).toBeUndefined();
    expect(checkStyle({ titleColor: text })).toMatchObject([{ field: "titleColor" }]);
  });
});

describe("the stylesheet", () => {
  test("contains only the numbers of a colour, even of an unchecked one", () => {
    const plain = stylesheet({});
    for (const field of colourFields)
      for (const text of escapes) expect(stylesheet({ [field]: text }), `${field}: ${text}`).toBe(plain);
    const braces = (text: string): number => text.split(/[{}]/).length;
    expect(braces(stylesheet({ backgroundColor: "#123" }))).toBe(braces(stylesheet({ backgroundColor: "gold" })));
  });

  test("follows the device's colour scheme until the tenant has colours", () => {
    expect(stylesheet({})).toContain("prefers-color-scheme: dark");
    expect(stylesheet({ logoSvg: "x" })).toContain("prefers-color-scheme: dark");
    expect(stylesheet({ submitButtonColor: "teal" })).not.toContain("prefers-color-scheme");
    expect(stylesheet({ backgroundColor: "#021" })).toContain("color-scheme: dark");
  });

  test("uses every colour as set", () => {
    const style = Object.fromEntries(colourFields.map((field, index) => [field, `rgb(${index}, 0, 0)`]));
    const css = stylesheet(style);
    const expected = {
      page: 0,
      submit: 1,
      submitText: 2,
      cancel: 3,
      cancelText: 4,
      inputText: 5,
      input: 6,
      title: 7,
      error: 8,
    };
    for (const [name, red] of Object.entries(expected)) expect(css).toContain(`--${name}: rgb(${red} 0 0);`);
  });

  test("keeps default colours readable on any background", () => {
    for (const background of [
      "white",
      "black",
      "#777",
      "#767676",
      "#e07a1f",
      "#0b2545",
      "red",
      "lime",
      "blue",
      "#8000ff",
    ]) {
      const css = stylesheet({ backgroundColor: background, submitButtonColor: background });
      const shade = (name: string) => readColour(new RegExp(`--${name}: (.*);`).exec(css)?.[1] ?? "") ?? { ...black };
      const pairs = ["text card", "muted card", "title card", "error card", "outside page", "inputText input"];
      for (const pair of [...pairs, "submitText submit", "cancelText cancel"]) {
        const [ink = "", ground = ""] = pair.split(" ");
        expect(contrast(shade(ink), shade(ground)), `${pair} on ${background}`).toBeGreaterThanOrEqual(4.4);
      }
    }
  });
  const black = { red: 0, green: 0, blue: 0, alpha: 1 };
});

describe("a style in a request", () => {
  test("is accepted if all fields are valid", () => {
    const texts = {
      locale: "de-CH",
      titleText: "<b>Hallo</b>\n",
      apiKeyLabelText: "Schlüssel",
      selectionTitleText: "x",
    };
    expect(checkStyle({ backgroundColor: "navy", pageLocalizations: [texts, { freeText: "" }] })).toEqual([]);
    expect(checkStyle({})).toEqual([]);
  });

  test.each<[unknown, string | undefined]>([
    [[], undefined],
    [null, undefined],
    [{ colour: "red" }, "colour"],
    [{ textColor: 7 }, "textColor"],
    [{ logoSvg: 1 }, "logoSvg"],
    [{ logoSvg: "<b/>" }, "logoSvg"],
    [{ logoPng: "AAAA" }, "logoPng"],
    [{ logoSvg: '<svg xmlns="http://www.w3.org/2000/svg"/>', logoPng: "AAAA" }, "logoPng"],
    [{ pageLocalizations: {} }, "pageLocalizations"],
    [{ pageLocalizations: ["de"] }, "pageLocalizations[0]"],
    [{ pageLocalizations: [{}, { locale: "german language" }] }, "pageLocalizations[1].locale"],
    [{ pageLocalizations: [{ locale: null }] }, "pageLocalizations[0].locale"],
    [{ pageLocalizations: [{ locale: "de" }, { locale: "DE" }] }, "pageLocalizations[1].locale"],
    [{ pageLocalizations: [{ safety: "x" }] }, "pageLocalizations[0].safety"],
    [{ pageLocalizations: [{ titleText: 1 }] }, "pageLocalizations[0].titleText"],
    [{ pageLocalizations: [{ titleText: "a\0b" }] }, "pageLocalizations[0].titleText"],
    [{ pageLocalizations: [{ titleText: "x".repeat(2001) }] }, "pageLocalizations[0].titleText"],
  ])("%j is rejected with its field", (style, field) => {
    expect(checkStyle(style).map((fault) => fault.field)).toEqual([field]);
  });
});

describe("a new style", () => {
  const old: PageStyle = {
    backgroundColor: "red",
    titleColor: "blue",
    logoPng: "old",
    pageLocalizations: [
      { titleText: "bare" },
      { locale: "de", titleText: "alt", freeText: "alt" },
      { locale: "fr", titleText: "f" },
    ],
  };

  test("replaces colours and logo, clears those left out, and keeps the texts", () => {
    expect(mergeStyle(old, { titleColor: "green" })).toEqual({
      titleColor: "green",
      pageLocalizations: old.pageLocalizations,
    });
  });

  test("replaces the entry of a locale, whatever its case, and no other", () => {
    const merged = mergeStyle(old, {
      pageLocalizations: [
        { locale: "DE", titleText: "neu" },
        { locale: "nl", titleText: "n" },
      ],
    });
    expect(merged.pageLocalizations).toEqual([
      { titleText: "bare" },
      { locale: "DE", titleText: "neu" },
      { locale: "fr", titleText: "f" },
      { locale: "nl", titleText: "n" },
    ]);
  });

  test("replaces the entry without locale, and removes one that has no text", () => {
    const merged = mergeStyle(old, { pageLocalizations: [{ titleText: "plain" }, { locale: "de" }, { locale: "fr" }] });
    expect(merged).toEqual({ pageLocalizations: [{ titleText: "plain" }] });
  });

  test("does not change its input", () => {
    const before = structuredClone(old);
    mergeStyle(old, { pageLocalizations: [{ locale: "de", titleText: "neu" }] });
    expect(old).toEqual(before);
  });
});
