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

const refuse = (what: string): never => {
  throw new Error(`The SVG cannot be taken: ${what}.`);
};

export function checkSvg(svg: string): void {
  if (/(?![\t\r\n])\p{Cc}|\p{Cs}/u.test(svg)) refuse("it holds control characters");
  const text = svg
    .replace(/^\uFEFF/, "")
    .replace(/^<\?xml version="1\.0"(?: encoding="utf-8")?(?: standalone="(?:yes|no)")?\s*\?>/i, "");
  const token =
    /<!--(?:(?!--)[^])*-->|<\/([A-Za-z][\w:.-]*)\s*>|<([A-Za-z][\w:.-]*)((?:\s+[A-Za-z][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y;
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
  for (const [, attribute = "", double, single] of list.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
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

/** Only to parts of the same drawing. */
function checkReferences(value: string): void {
  if (/[\\@]/.test(value)) refuse("it has styles that load or hide something");
  const rest = value.replace(/url\(\s*(?:#[\w.-]+|'#[\w.-]+'|"#[\w.-]+"|&quot;#[\w.-]+&quot;)\s*\)/g, "");
  if (/url\s*\(|src\s*\(|image[\w-]*\s*\(|expression|javascript|data:|https?:|\/\//i.test(rest))
    refuse("it points outside of itself");
}

function checkCss(text: string): void {
  const plain = text.replace(/\/\*[^]*?\*\//g, " ");
  if (!/^(?:[\w\s.,#%:;{}()>+*'"!-]|&quot;)*$/.test(plain)) refuse("its styles hold signs that are not allowed");
  checkReferences(plain);
}
