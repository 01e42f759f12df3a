/** What a tenant may say of the look and texts of its pages, and what is told of it. */
import type { TSchema } from "typebox";
import { describedAs, listOf, locale, record, text } from "../../contract/schema.ts";
import { colourNames } from "../../pages/colour.ts";
import { colourFields, textFields } from "../../pages/style.ts";

const number = String.raw`[+-]?(?:\d{1,6}(?:\.\d{1,9})?|\.\d{1,9})`;
/** Three values with the same sign between them, and perhaps how opaque they are. */
const called = (name: string, first: string, other: string): string =>
  String.raw`^${name}a?\(${first}(?:,${other},${other}|, ${other}, ${other}| ${other} ${other})(?: ?[,/] ?${number}%?)?\)$`;

/** What a colour may be besides is read with more patience; an empty one is none. */
const colour = describedAs(text, {
  anyOf: [
    { pattern: "^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$" },
    { pattern: called("rgb", `${number}%?`, `${number}%?`) },
    { pattern: called("hsl", `${number}(?:deg)?`, `${number}%?`) },
    { enum: ["", ...colourNames] },
  ],
  title: "Colour",
  description: "As CSS writes it: `#rrggbb`, `rgb()`, `hsl()` or a name.",
  examples: ["#1a2b3c"],
});

const each = (names: readonly string[], schema: TSchema) => Object.fromEntries(names.map((name) => [name, schema]));

const pageText = describedAs(text, { maxLength: 2000 });
const PageLocalization = record("PageLocalization", {}, { locale, ...each(textFields, pageText) });
const fieldsWith = (schema: TSchema) => ({
  ...each(colourFields, schema),
  logoSvg: text,
  logoPng: text,
  pageLocalizations: listOf(PageLocalization),
});
const examples = [{ backgroundColor: "#ffffff", pageLocalizations: [{ locale: "de", titleText: "Willkommen" }] }];

export const PageStyleInput: TSchema = describedAs(record("PageStyleInput", {}, fieldsWith(colour)), {
  dependentSchemas: { logoSvg: { properties: { logoPng: false }, additionalProperties: true } },
  examples,
});

/** As it was sent. */
export const PageStyle: TSchema = { ...record("PageStyle", {}, fieldsWith(text)), examples };
