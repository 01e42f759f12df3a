/**
 * An SVG can contain scripts. This parser accepts only the elements and attributes that a drawing needs, and names
 * everything else in its error, so that the sender can remove it.
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
/** Attributes whose values never load anything. */
const plainAttributes = words("xmlns xmlns:xlink id class role aria-label aria-hidden aria-labelledby data-name");
const mayHoldText = words("title desc text tspan style");
const maxDepth = 64;
const functions =
  words(`rgb rgba hsl hsla matrix translate translatex translatey scale scalex scaley rotate skewx skewy calc
  not is where nth-child first-child last-child`);

const refuse = (what: string): never => {
  throw new Error(`The SVG is not accepted: ${what}.`);
};

export function checkSvg(svg: string): void {
  if (/(?![\t\r\n])\p{Cc}|\p{Cs}/u.test(svg)) refuse("it contains control characters");
  const text = svg
    .replace(/^\uFEFF/, "")
    .replace(/^<\?xml version="1\.0"(?: encoding="utf-8")?(?: standalone="(?:yes|no)")?\s*\?>/i, "");
  const token =
    /<!--(?:[^-]|-[^-])*-->|<\/([A-Za-z][\w:.-]*)\s*>|<([A-Za-z][\w:.-]*)((?:\s+[A-Za-z][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y;
  const open: string[] = [];
  let roots = 0;
  for (let position = 0; position < text.length; position = token.lastIndex) {
    token.lastIndex = position;
    const [match, closed, opened, list = "", selfClosing] =
      token.exec(text) ?? refuse(syntaxFault(text.slice(position)));
    if (opened !== undefined) {
      if (open.length === 0) roots += 1;
      if (open.length === 0 && (opened !== "svg" || roots > 1)) refuse("it must be one `svg` element");
      if (open.at(-1) === "style") refuse("`style` contains an element");
      checkElement(opened, list);
      if (selfClosing === "") open.push(opened);
      if (open.length > maxDepth) refuse("it is nested too deeply");
    } else if (closed !== undefined) {
      if (open.pop() !== closed) refuse(`\`${closed}\` is closed but was not open`);
    } else if (!match.startsWith("<!--")) checkText(match, open.at(-1));
  }
  if (roots === 0 || open.length > 0) refuse("it is not complete");
}

function syntaxFault(rest: string): string {
  if (/^<!DOCTYPE/i.test(rest)) return "it has a DOCTYPE; please save it without";
  if (rest.startsWith("<![")) return "it has a CDATA section; please save it without";
  if (rest.startsWith("<?")) return "it has a processing instruction; please save it without";
  return `it is not well-formed at \`${rest.slice(0, 30)}\``;
}

function checkElement(name: string, list: string): void {
  if (!elements.has(name)) refuse(`the element \`${name}\` is not allowed`);
  const seen = new Set<string>();
  // The list is well-formed, so every match starts where the previous one ended.
  for (const [, attribute = "", double, single] of list.matchAll(
    /\s*([\w:.-]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)')/gy,
  )) {
    if (seen.has(attribute)) refuse(`the attribute \`${attribute}\` appears twice`);
    seen.add(attribute);
    checkAttribute(name, attribute, double ?? single ?? "");
  }
  if (name === "svg" && !seen.has("xmlns")) refuse("`svg` has no `xmlns`");
}

function checkAttribute(element: string, name: string, value: string): void {
  if (!attributes.has(name)) refuse(`the attribute \`${name}\` is not allowed`);
  checkEntities(value);
  const namespace = namespaces[name];
  if (namespace !== undefined && value !== namespace) refuse(`\`${name}\` must be \`${namespace}\``);
  if (name.endsWith("href")) {
    if (!element.endsWith("Gradient") || !/^#[\w.-]+$/.test(value)) refuse(`\`${name}\` may only refer to a gradient`);
  } else if (name === "style") checkCss(value);
  else if (!plainAttributes.has(name)) checkReferences(value);
}

function checkText(text: string, parent: string | undefined): void {
  checkEntities(text);
  if (parent === "style") checkCss(text);
  else if (/[^ \t\r\n]/.test(text) && !mayHoldText.has(parent ?? "")) refuse("it has text outside a text element");
}

function checkEntities(text: string): void {
  const entity = /&(?!(?:amp|lt|gt|quot|apos);)[^;\s]{0,20};?/.exec(text)?.[0];
  if (entity !== undefined) refuse(`the entity \`${entity}\` is not allowed`);
}

const maxFunctionName = 20;
/** Allowed after a function's name and around a reference. */
const blanks = /[ \t\r\n]/;

/** Allows only drawing functions, and `url` with an id of the same drawing. */
function checkReferences(value: string): void {
  if (/[\\@]/.test(value)) refuse("it has styles that load or hide something");
  if (/expression|javascript|data:|https?:|\/\//i.test(value)) refuse("it refers to an external resource");
  for (let open = value.indexOf("("); open !== -1; open = value.indexOf("(", open + 1)) {
    let end = open;
    while (end > 0 && blanks.test(value.charAt(end - 1))) end--;
    let start = end;
    while (start > 0 && end - start < maxFunctionName && /[\w-]/.test(value.charAt(start - 1))) start--;
    const name = value.slice(start, end).toLowerCase();
    if (name === "url" ? !isReference(value, open + 1) : !functions.has(name))
      refuse("it refers to an external resource");
    // Bounds the work for a long run of blanks.
    if (open - end > maxFunctionName) refuse("it has too many blanks");
  }
}

function isReference(value: string, start: number): boolean {
  const close = value.indexOf(")", start);
  const inner = value.slice(start, Math.min(close, start + 200)).trim();
  return close !== -1 && /^(?:#[\w.-]+|'#[\w.-]+'|"#[\w.-]+"|&quot;#[\w.-]+&quot;)$/.test(inner);
}

function withoutComments(css: string): string {
  const [first = "", ...rest] = css.split("/*");
  return [
    first,
    ...rest.map((part) => {
      const end = part.indexOf("*/");
      return end === -1 ? refuse("a comment in its styles is not closed") : part.slice(end + 2);
    }),
  ].join(" ");
}

function checkCss(text: string): void {
  const plain = withoutComments(text);
  if (!/^(?:[\w\s.,#%:;{}()>+*'"!-]|&quot;)*$/.test(plain))
    refuse("its styles contain characters that are not allowed");
  checkReferences(plain);
}
