/** Parses a vendor's XML, and rejects input that is too wide, too deep, or not XML. */
import { readXml, XmlFault, type XmlNode } from "../../kit/xml/readXml.ts";
import { textOf } from "./parseJson.ts";

/** Throws an `XmlFault`. `widest` is the number of elements and attributes. */
export function parseVendorXml(bytes: Buffer, contentType: string, widest?: number): XmlNode {
  const text = textOf(bytes, contentType);
  if (text === undefined) throw new XmlFault("The XML is not in UTF-8.");
  return readXml(text, widest === undefined ? {} : { nodes: widest, characters: text.length });
}
