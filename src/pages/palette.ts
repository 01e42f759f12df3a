/**
 * The colours of a page. A tenant's colours take precedence; the others are chosen so that everything stays readable. A
 * page with any tenant colour looks the same in light and dark mode; otherwise it follows the device.
 */
import { blend, type Colour, contrast, luminance, printColour, readColour } from "./colour.ts";
import { colourFields, type PageStyle } from "./style.ts";

const colour = (text: string): Colour => readColour(text) ?? { red: 0, green: 0, blue: 0, alpha: 1 };

function paletteOf<Name extends string>(colours: Readonly<Record<Name, string>>): Readonly<Record<Name, Colour>>;
function paletteOf(colours: Readonly<Record<string, string>>): Readonly<Record<string, Colour>> {
  return Object.fromEntries(Object.entries(colours).map(([name, text]) => [name, colour(text)]));
}

const light = paletteOf({
  page: "#f2f4f7",
  card: "#ffffff",
  text: "#171b22",
  muted: "#566070",
  outside: "#566070",
  title: "#0d1117",
  error: "#b42318",
  line: "#e3e7ed",
  edge: "#868f9d",
  focus: "#2456e6",
  input: "#ffffff",
  inputText: "#171b22",
  submit: "#0b6251",
  submitText: "#ffffff",
  cancel: "#eef1f5",
  cancelText: "#2a313c",
});

type Palette = typeof light;

const dark: Palette = paletteOf({
  page: "#0d1015",
  card: "#171b22",
  text: "#e6e9ee",
  muted: "#a4adbb",
  outside: "#a4adbb",
  title: "#f6f7f9",
  error: "#ff9a8f",
  line: "#2a303a",
  edge: "#717b8b",
  focus: "#8ab0ff",
  input: "#0f1319",
  inputText: "#f0f2f5",
  submit: "#6cd0b9",
  submitText: "#0a1530",
  cancel: "#262c36",
  cancelText: "#e6e9ee",
});

const white = colour("white");
const black = colour("black");
const isReadable = (a: Colour, b: Colour): boolean => contrast(a, b) >= 4.5;

/** The preferred colour if it is readable on this ground, otherwise black or white. */
function inkOn(ground: Colour, preferred: Colour): Colour {
  if (isReadable(preferred, ground)) return preferred;
  return contrast(white, ground) > contrast(black, ground) ? white : black;
}

function tenantPalette(style: PageStyle): Palette {
  const tenantColour = (field: (typeof colourFields)[number]): Colour | undefined => readColour(style[field] ?? "");
  const background = tenantColour("backgroundColor");
  const page = background && blend(background, white);
  const base = page !== undefined && luminance(page) < 0.18 ? dark : light;
  const card = page === undefined ? base.card : cardOn(page);
  const text = inkOn(card, tenantColour("textColor") ?? base.text);
  /** If the tenant sets only one colour of a pair, the other is chosen to suit it. */
  const pair = (ground: Colour | undefined, ink: Colour | undefined, defaults: readonly [Colour, Colour]) => {
    const below = ground ?? (ink === undefined ? defaults[0] : inkOn(ink, defaults[0]));
    return [below, ink ?? inkOn(blend(below, card), defaults[1])] as const;
  };
  const [input, inputText] = pair(tenantColour("inputBackgroundColor"), tenantColour("textColor"), [
    base === light ? white : blend(black, card, 0.35),
    base.inputText,
  ]);
  const [submit, submitText] = pair(tenantColour("submitButtonColor"), tenantColour("submitButtonTextColor"), [
    base.submit,
    base.submitText,
  ]);
  const [cancel, cancelText] = pair(tenantColour("cancelButtonColor"), tenantColour("cancelButtonTextColor"), [
    page === undefined ? base.cancel : blend(text, card, 0.1),
    base.cancelText,
  ]);
  return {
    page: page ?? base.page,
    card,
    text,
    muted: inkOn(card, blend(text, card, 0.74)),
    outside: inkOn(page ?? base.page, blend(text, page ?? base.page, 0.74)),
    title: tenantColour("titleColor") ?? text,
    error: tenantColour("errorTextColor") ?? inkOn(card, base.error),
    line: blend(text, card, 0.14),
    edge: blend(text, card, 0.55),
    focus: text,
    input,
    inputText,
    submit,
    submitText,
    cancel,
    cancelText,
  };
}

/** A shade next to the page's background, always away from the text's shade, so that contrast does not drop. */
function cardOn(page: Colour): Colour {
  const bright = luminance(page);
  if (bright >= 0.18) return blend(white, page, 0.9);
  return bright < 0.02 ? blend(white, page, 0.07) : blend(black, page, 0.22);
}

const declarations = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, value]) => `  --${name}: ${printColour(value)};\n`)
    .join("");

const hasTenantColours = (style: PageStyle): boolean =>
  colourFields.some((field) => readColour(style[field] ?? "") !== undefined);

const inks = [
  ["titleColor", "title", "card"],
  ["errorTextColor", "error", "card"],
  ["submitButtonTextColor", "submitText", "submit"],
  ["cancelButtonTextColor", "cancelText", "cancel"],
  ["inputBackgroundColor", "inputText", "input"],
] as const satisfies readonly (readonly [keyof PageStyle, keyof Palette, keyof Palette])[];

/** A tenant's colours with too little contrast; 4.5 is enough. */
export function lowContrastColours(style: PageStyle): readonly { readonly field: string; readonly contrast: number }[] {
  if (!hasTenantColours(style)) return [];
  const palette = tenantPalette(style);
  return inks
    .map(([field, ink, ground]) => ({ field, contrast: contrast(palette[ink], blend(palette[ground], palette.card)) }))
    .filter((pair) => pair.contrast < 4.5);
}

export type Scheme = "light" | "dark";

/** The colours as CSS custom properties, for one scheme or following the device. */
export function paletteCss(style: PageStyle, scheme?: Scheme): string {
  if (!hasTenantColours(style) && scheme !== undefined)
    return `:root {\n  color-scheme: ${scheme};\n  --plate: ${scheme === "dark" ? "#fff" : "transparent"};\n${declarations(scheme === "dark" ? dark : light)}}\n`;
  if (!hasTenantColours(style))
    return `:root {\n  color-scheme: light dark;\n  --plate: transparent;\n${declarations(light)}}
@media (prefers-color-scheme: dark) {\n:root {\n  --plate: #fff;\n${declarations(dark)}}\n}\n`;
  const palette = tenantPalette(style);
  const tenantScheme = luminance(palette.card) < 0.18 ? "dark" : "light";
  return `:root {\n  color-scheme: ${tenantScheme};\n  --plate: transparent;\n${declarations(palette)}}\n`;
}
