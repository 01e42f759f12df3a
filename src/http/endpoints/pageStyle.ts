/** The schemas of a tenant's page style: colours, logo and texts of the hosted pages. */
import type { TSchema } from "typebox";
import { describedAs, listOf, locale, record, text } from "../../contract/schema.ts";
import { colourNames } from "../../pages/colour.ts";
import { colourFields, textFields } from "../../pages/style.ts";

const number = String.raw`[+-]?(?:\d{1,6}(?:\.\d{1,9})?|\.\d{1,9})`;
/** A colour function with three values, one kind of separator and an optional opacity. */
const colourFunction = (name: string, first: string, other: string): string =>
  String.raw`^${name}a?\(${first}(?:,${other},${other}|, ${other}, ${other}| ${other} ${other})(?: ?[,/] ?${number}%?)?\)$`;

/** The code accepts a few more notations than described here. An empty string means no colour. */
const colour = describedAs(text, {
  anyOf: [
    { pattern: "^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$" },
    { pattern: colourFunction("rgb", `${number}%?`, `${number}%?`) },
    { pattern: colourFunction("hsl", `${number}(?:deg)?`, `${number}%?`) },
    { enum: ["", ...colourNames] },
  ],
  title: "Colour",
  description: "A CSS colour: `#rrggbb`, `rgb()`, `hsl()` or a name.",
  examples: ["#1a2b3c"],
});

const fieldsOf = (names: readonly string[], schema: TSchema) => Object.fromEntries(names.map((name) => [name, schema]));

const pageText = describedAs(text, { maxLength: 2000 });
const PageLocalization = record("PageLocalization", {}, { locale, ...fieldsOf(textFields, pageText) });
const fieldsWith = (schema: TSchema) => ({
  ...fieldsOf(colourFields, schema),
  logoSvg: text,
  logoPng: text,
  pageLocalizations: listOf(PageLocalization),
});
const examples = [{ backgroundColor: "#ffffff", pageLocalizations: [{ locale: "de", titleText: "Willkommen" }] }];

export const PageStyleInput: TSchema = describedAs(record("PageStyleInput", {}, fieldsWith(colour)), {
  dependentSchemas: { logoSvg: { properties: { logoPng: false }, additionalProperties: true } },
  examples,
});

/** Values are returned as they were sent. */
export const PageStyle: TSchema = { ...record("PageStyle", {}, fieldsWith(text)), examples };
