/** Writes plain objects as XML, in the form in which `readXml` reads it. */

/** What can be an element: text, or elements by name, attributes by `@name` and text beside them as `#text`. */
export type XmlContent = string | number | boolean | null | undefined | object;

/** Replaces a value before it is written, such as a placeholder of a credential. */
export type ReplaceValue = (value: object) => XmlContent;

/** Null and undefined leave an element or attribute out; empty text writes an empty one. */
export function writeXml(document: object, replace: ReplaceValue = (value) => value): string {
  return `<?xml version="1.0" encoding="utf-8"?>${contentOf(document, replace)}`;
}

const contentOf = (content: object, replace: ReplaceValue): string =>
  Object.entries(content)
    .filter(([name]) => !name.startsWith("@"))
    .map(([name, value]: [string, XmlContent]) =>
      name === "#text" && typeof value !== "object" ? escapedText(String(value)) : elementsOf(name, value, replace),
    )
    .join("");

function elementsOf(name: string, value: XmlContent, replace: ReplaceValue): string {
  if (Array.isArray(value)) return value.map((entry: XmlContent) => elementsOf(name, entry, replace)).join("");
  const replaced = typeof value === "object" && value !== null ? replace(value) : value;
  if (replaced === null || replaced === undefined) return "";
  const checked = checkedName(name);
  if (typeof replaced !== "object") return element(checked, "", escapedText(String(replaced)));
  return element(checked, attributesOf(replaced), contentOf(replaced, replace));
}

const element = (name: string, attributes: string, content: string): string =>
  content === "" ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;

const attributesOf = (content: object): string =>
  Object.entries(content)
    .filter(([name, value]) => name.startsWith("@") && value !== undefined && value !== null)
    .map(([name, value]) => ` ${checkedName(name.slice(1))}="${escapedAttribute(String(value))}"`)
    .join("");

/** Names come from connectors. One from elsewhere could bring markup with it. */
function checkedName(name: string): string {
  if (!/^[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?$/.test(name)) throw new Error(`${name} is no name of an XML element.`);
  return name;
}

/** XML cannot hold these, not even escaped. */
// oxlint-disable-next-line no-control-regex -- control characters are the point
const impossible = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** A carriage return would be read as a line feed if it were not escaped. */
const escapedText = (text: string): string =>
  text
    .replaceAll(impossible, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");

/** Line feeds and tabs in attributes would be read as spaces. */
const escapedAttribute = (text: string): string =>
  escapedText(text).replaceAll('"', "&quot;").replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
