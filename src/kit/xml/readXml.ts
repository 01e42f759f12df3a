/**
 * Reads XML into plain objects. Every value stays text, so that no amount loses a digit. Document types are refused, so no
 * entity can be declared, expanded or fetched; depth, elements, attributes and length are limited.
 */
import { SaxesParser } from "saxes";

/** The content of an element: its text, or an object if it has attributes or elements. */
export type XmlValue = string | XmlNode | readonly XmlValue[];

/**
 * Elements by name, attributes by `@name`, and text beside them as `#text`. Elements of the same name are a list. Comments,
 * processing instructions and white space between elements are left out.
 */
export interface XmlNode {
  readonly [name: string]: XmlValue;
}

export interface XmlLimits {
  readonly characters: number;
  readonly depth: number;
  /** Elements and attributes of the whole document. */
  readonly nodes: number;
  /** Attributes of one element. */
  readonly attributes: number;
}

/** Large enough for a vendor's largest responses, and shallow enough for recursive code. */
const defaultLimits: XmlLimits = { characters: 32 * 1024 * 1024, depth: 100, nodes: 250_000, attributes: 50 };

/** The text is no XML, or XML that Kontor does not read. */
export class XmlFault extends Error {
  /** Whether a limit was exceeded. */
  readonly isTooLarge: boolean;
  constructor(message: string, { isTooLarge = false }: { readonly isTooLarge?: boolean } = {}) {
    super(message);
    this.name = "XmlFault";
    this.isTooLarge = isTooLarge;
  }
}

const tooLarge = (what: string): XmlFault => new XmlFault(`The XML has more than ${what}.`, { isTooLarge: true });

interface OpenElement {
  readonly name: string;
  readonly content: Record<string, XmlValue>;
  readonly texts: string[];
}

/** The document with its root element: `{ invoice: { "@id": "7", total: "119.00" } }`. Throws an `XmlFault`. */
export function readXml(text: string, limits: Partial<XmlLimits> = {}): XmlNode {
  const { characters, depth, nodes, attributes } = { ...defaultLimits, ...limits };
  if (text.length > characters) throw tooLarge(`${characters} characters`);
  const root: OpenElement = { name: "", content: {}, texts: [] };
  const open: OpenElement[] = [root];
  let count = 0;
  // With more handlers than these, V8 keeps the parser's properties in a dictionary, which takes six times as long.
  const parser = new SaxesParser({ position: false });
  parser.on("doctype", () => {
    throw new XmlFault("The XML has a document type, which Kontor does not read.");
  });
  parser.on("opentag", ({ name, attributes: found }) => {
    const content: Record<string, XmlValue> = {};
    let own = 0;
    for (const attribute in found) {
      content[`@${attribute}`] = found[attribute] as string;
      own++;
    }
    count += own + 1;
    if (own > attributes) throw tooLarge(`${attributes} attributes in one element`);
    if (count > nodes) throw tooLarge(`${nodes} elements and attributes`);
    if (open.length > depth) throw tooLarge(`${depth} levels`);
    open.push({ name, content, texts: [] });
  });
  const addText = (part: string): void => {
    open.at(-1)?.texts.push(part);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const closed = open.pop();
    const parent = open.at(-1);
    if (closed !== undefined && parent !== undefined) add(parent.content, closed.name, valueOf(closed));
  });
  try {
    parser.write(text).close();
  } catch (cause) {
    if (cause instanceof XmlFault) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new XmlFault(`This is no well-formed XML: ${reason}`);
  }
  const [name, ...others] = Object.keys(root.content);
  if (name === undefined) throw new XmlFault("The XML has no element.");
  if (others.length > 0 || Array.isArray(root.content[name])) throw new XmlFault("The XML has several root elements.");
  return root.content;
}

function valueOf({ content, texts }: OpenElement): XmlValue {
  const joined = texts.join("");
  const text = joined.trim() === "" ? "" : joined;
  if (Object.keys(content).length === 0) return text;
  return text === "" ? content : { ...content, "#text": text };
}

function add(content: Record<string, XmlValue>, name: string, value: XmlValue): void {
  if (name === "__proto__") throw new XmlFault("The XML has an element __proto__, which Kontor does not read.");
  const earlier = content[name];
  if (earlier === undefined) content[name] = value;
  else if (Array.isArray(earlier)) (earlier as XmlValue[]).push(value);
  else content[name] = [earlier, value];
}
