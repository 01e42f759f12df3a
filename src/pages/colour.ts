/** Parses CSS colours into numbers. The printed form is built from the numbers, never from the input. */

export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

/** The named colours of CSS Color 4. */
const named: ReadonlyMap<string, string> = new Map(
  `aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black 000000
  blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00
  chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b
  darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b
  darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a
  darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1
  darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222
  floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520
  gray 808080 green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082
  ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6
  lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3
  lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899
  lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6
  magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db
  mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585
  midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6
  olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98
  paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd
  powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513
  salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb
  slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c
  teal 008080 thistle d8bfd8 tomato ff6347 transparent 00000000 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff
  whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32`
    .split(/\s+/)
    .flatMap((name, index, words) => (index % 2 === 0 ? [[name, words[index + 1] ?? ""] as const] : [])),
);

export const colourNames: readonly string[] = [...named.keys()];

/** Returns undefined if the text is not a colour. */
export function readColour(text: string): Colour | undefined {
  const plain = text.trim().toLowerCase();
  const digits = named.get(plain) ?? /^#((?:[0-9a-f]{3,4}){1,2})$/.exec(plain)?.[1];
  return digits === undefined ? readFunction(plain) : readHex(digits);
}

function readHex(digits: string): Colour {
  const pairs = digits.length <= 4 ? Array.from(digits).map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0, alpha = 255] = pairs.map((pair) => Number.parseInt(pair, 16));
  return { red, green, blue, alpha: alpha / 255 };
}

const number = String.raw`[+-]?(?:\d{1,6}(?:\.\d{1,9})?|\.\d{1,9})`;
const call = new RegExp(
  String.raw`^(rgb|hsl)a?\(\s*(${number}(?:%|deg)?)(\s*,\s*|\s+)(${number}%?)\3(${number}%?)(?:\s*[,/]\s*(${number}%?))?\s*\)$`,
);

function readFunction(text: string): Colour | undefined {
  const [, kind, first = "", , second = "", third = "", last = "1"] = call.exec(text) ?? [];
  if (kind === undefined) return undefined;
  const share = (part: string, max: number): number => {
    const value = Number.parseFloat(part);
    return Math.min(Math.max(part.endsWith("%") ? value / 100 : value / max, 0), 1);
  };
  const alpha = share(last, 1);
  if (kind === "rgb") {
    if (first.endsWith("deg")) return undefined;
    const [red = 0, green = 0, blue = 0] = [first, second, third].map((part) => share(part, 255) * 255);
    return { red, green, blue, alpha };
  }
  if (first.endsWith("%")) return undefined;
  return { ...fromHsl(Number.parseFloat(first), share(second, 100), share(third, 100)), alpha };
}

function fromHsl(hue: number, saturation: number, lightness: number): Omit<Colour, "alpha"> {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const position = (offset + (((hue % 360) + 360) % 360) / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(position - 3, 9 - position, 1)));
  };
  return { red: channel(0), green: channel(8), blue: channel(4) };
}

export function printColour({ red, green, blue, alpha }: Colour): string {
  const rounded = [red, green, blue].map((channel) => Math.round(channel)).join(" ");
  return alpha === 1 ? `rgb(${rounded})` : `rgb(${rounded} / ${Number(alpha.toFixed(3))})`;
}

/** The result of drawing one colour over another. */
export function blend(over: Colour, under: Colour, alpha = over.alpha): Colour {
  const channel = (name: "red" | "green" | "blue"): number => over[name] * alpha + under[name] * (1 - alpha);
  return { red: channel("red"), green: channel("green"), blue: channel("blue"), alpha: 1 };
}

/** Relative luminance (WCAG 2). */
export function luminance({ red, green, blue }: Colour): number {
  const linear = (channel: number): number => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** From 1 (equal) to 21 (black on white). */
export function contrast(a: Colour, b: Colour): number {
  const dark = Math.min(luminance(a), luminance(b));
  const light = Math.max(luminance(a), luminance(b));
  return (light + 0.05) / (dark + 0.05);
}
