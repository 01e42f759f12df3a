/**
 * An SVG is a program as much as a picture. This reads it sign by sign and takes only what a drawing needs; whatever is
 * not on the lists is refused with its name, so that whoever sent it can take it out.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const elements = words(`svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop
  clipPath mask title desc text tspan style`);

const attributes = words(`xmlns xmlns:xlink xml:space version id class style role aria-label aria-hidden aria-labelledby
  data-name viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points pathLength transform
  dx dy rotate textLength lengthAdjust text-anchor font-family font-size font-weight font-style letter-spacing
  word-spacing dominant-baseline baseline-shift enable-background offset stop-color stop-opacity gradientUnits
  gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits clip-path clip-rule mask mask-type fill
  fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color display visibility overflow vector-effect paint-order
  shape-rendering text-rendering color-interpolation isolation mix-blend-mode href xlink:href`);

const namespaces: Readonly<Record<string, string>> = {
  xmlns: "http://www.w3.org/2000/svg",
  "xmlns:xlink": "http://www.w3.org/1999/xlink",
};
/** Attributes that only name something: whatever they say, nothing is loaded. */
const names = words("xmlns xmlns:xlink id class role aria-label aria-hidden aria-labelledby data-name");
const mayHoldText = words("title desc text tspan style");
const deepest = 64;
const functions =
  words(`rgb rgba hsl hsla matrix translate translatex translatey scale scalex scaley rotate skewx skewy calc
  not is where nth-child first-child last-child`);

const refuse = (what: string): never => {
  throw new Error(`The SVG cannot be taken: ${what}.`);
};

export function checkSvg(svg: string): void {
  if (/(?![\t\r\n])\p{Cc}|\p{Cs}/u.test(svg)) refuse("it holds control characters");
  const text = svg
    .replace(/^\uFEFF/, "")
    .replace(/^<\?xml version="1\.0"(?: encoding="utf-8")?(?: standalone="(?:yes|no)")?\s*\?>/i, "");
  const token =
    /<!--(?:[^-]|-[^-])*-->|<\/([A-Za-z][\w:.-]*)\s*>|<([A-Za-z][\w:.-]*)((?:\s+[A-Za-z][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y;
  const open: string[] = [];
  let roots = 0;
  for (let place = 0; place < text.length; place = token.lastIndex) {
    token.lastIndex = place;
    const [whole, closed, opened, list = "", alone] = token.exec(text) ?? refuse(strange(text.slice(place)));
    if (opened !== undefined) {
      if (open.length === 0) roots += 1;
      if (open.length === 0 && (opened !== "svg" || roots > 1)) refuse("it must be one `svg` element");
      if (open.at(-1) === "style") refuse("`style` holds an element");
      checkElement(opened, list);
      if (alone === "") open.push(opened);
      if (open.length > deepest) refuse("it is nested too deeply");
    } else if (closed !== undefined) {
      if (open.pop() !== closed) refuse(`\`${closed}\` is closed but was not open`);
    } else if (!whole.startsWith("<!--")) checkText(whole, open.at(-1));
  }
  if (roots === 0 || open.length > 0) refuse("it is not complete");
}

function strange(rest: string): string {
  if (/^<!DOCTYPE/i.test(rest)) return "it has a DOCTYPE; please save it without";
  if (rest.startsWith("<![")) return "it has a CDATA section; please save it without";
  if (rest.startsWith("<?")) return "it has a processing instruction; please save it without";
  return `it is not well-formed at \`${rest.slice(0, 30)}\``;
}

function checkElement(name: string, list: string): void {
  if (!elements.has(name)) refuse(`the element \`${name}\` is not allowed`);
  const seen = new Set<string>();
  // The list is well-formed, so every match begins where the one before ended.
  for (const [, attribute = "", double, single] of list.matchAll(
    /\s*([\w:.-]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)')/gy,
  )) {
    if (seen.has(attribute)) refuse(`the attribute \`${attribute}\` is given twice`);
    seen.add(attribute);
    checkAttribute(name, attribute, double ?? single ?? "");
  }
  if (name === "svg" && !seen.has("xmlns")) refuse("`svg` needs its `xmlns`");
}

function checkAttribute(element: string, name: string, value: string): void {
  if (!attributes.has(name)) refuse(`the attribute \`${name}\` is not allowed`);
  checkEntities(value);
  const namespace = namespaces[name];
  if (namespace !== undefined && value !== namespace) refuse(`\`${name}\` has another value than usual`);
  if (name.endsWith("href")) {
    if (!element.endsWith("Gradient") || !/^#[\w.-]+$/.test(value))
      refuse(`\`${name}\` may only name another gradient`);
  } else if (name === "style") checkCss(value);
  else if (!names.has(name)) checkReferences(value);
}

function checkText(text: string, parent: string | undefined): void {
  checkEntities(text);
  if (parent === "style") checkCss(text);
  else if (/[^ \t\r\n]/.test(text) && !mayHoldText.has(parent ?? "")) refuse("there is text outside of a text element");
}

function checkEntities(text: string): void {
  const entity = /&(?!(?:amp|lt|gt|quot|apos);)[^;\s]{0,20};?/.exec(text)?.[0];
  if (entity !== undefined) refuse(`the entity \`${entity}\` is not allowed`);
}

const longestFunction = 20;
/** What a function's name may be followed by, and a reference be surrounded with. */
const blanks = /[ \t\r\n]/;

/** Only to parts of the same drawing: of functions, those that draw, and `url` with the id of something in it. */
function checkReferences(value: string): void {
  if (/[\\@]/.test(value)) refuse("it has styles that load or hide something");
  if (/expression|javascript|data:|https?:|\/\//i.test(value)) refuse("it points outside of itself");
  for (let open = value.indexOf("("); open !== -1; open = value.indexOf("(", open + 1)) {
    let end = open;
    while (end > 0 && blanks.test(value.charAt(end - 1))) end--;
    let start = end;
    while (start > 0 && end - start < longestFunction && /[\w-]/.test(value.charAt(start - 1))) start--;
    const name = value.slice(start, end).toLowerCase();
    if (name === "url" ? !isReference(value, open + 1) : !functions.has(name)) refuse("it points outside of itself");
    // Blanks before the next one are its own.
    if (open - end > longestFunction) refuse("it has too many blanks");
  }
}

function isReference(value: string, start: number): boolean {
  const close = value.indexOf(")", start);
  const inner = value.slice(start, Math.min(close, start + 200)).trim();
  return close !== -1 && /^(?:#[\w.-]+|'#[\w.-]+'|"#[\w.-]+"|&quot;#[\w.-]+&quot;)$/.test(inner);
}

function withoutComments(css: string): string {
  const [first = "", ...others] = css.split("/*");
  return [
    first,
    ...others.map((part) => {
      const end = part.indexOf("*/");
      return end === -1 ? refuse("a comment in its styles does not end") : part.slice(end + 2);
    }),
  ].join(" ");
}

function checkCss(text: string): void {
  const plain = withoutComments(text);
  if (!/^(?:[\w\s.,#%:;{}()>+*'"!-]|&quot;)*$/.test(plain)) refuse("its styles hold signs that are not allowed");
  checkReferences(plain);
}
