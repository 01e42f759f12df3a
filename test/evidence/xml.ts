/**
 * XML in evidence files: a document is written as the object that `readXml` makes of it. Vendors that put a document into an
 * envelope, such as SOAP, have the envelope of each path in `replies.json`, with `{document}` where the document stands. A
 * document that is sent as text within another one is below `#xml`.
 */
import { readXml } from "../../src/kit/xml/readXml.ts";
import { writeXml } from "../../src/kit/xml/writeXml.ts";

const embedded = "#xml";
const placeholder = "{document}";

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const mapped = (value: unknown, change: (value: unknown) => unknown): unknown => {
  const changed = change(value);
  if (changed !== value) return changed;
  if (Array.isArray(value)) return value.map((entry: unknown) => mapped(entry, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapped(inner, change)]));
};

/** The document with the documents below `#xml` as texts. */
export const withTexts = (document: unknown): object =>
  mapped(document, (value) =>
    isObject(value) && isObject(value[embedded]) ? xmlText(value[embedded]) : value,
  ) as object;

export const xmlText = (document: unknown): string => writeXml(withTexts(document));

/** The document, with documents in its texts below `#xml`. Undefined if the text is no XML. */
export function xmlIn(text: string): unknown {
  if (!/^\s*</.test(text)) return undefined;
  try {
    return mapped(readXml(text), (value) => {
      const inner = typeof value === "string" ? xmlIn(value) : undefined;
      return inner === undefined ? value : { [embedded]: inner };
    });
  } catch {
    return undefined;
  }
}

/** The document in its envelope. */
export const enveloped = (document: unknown, envelope: unknown): unknown =>
  envelope === undefined ? document : mapped(envelope, (value) => (value === placeholder ? document : value));

/** The names on the way to the document in its envelope. */
export function pathInEnvelope(envelope: unknown): readonly string[] | undefined {
  if (envelope === placeholder) return [];
  if (!isObject(envelope)) return undefined;
  for (const [name, inner] of Object.entries(envelope)) {
    const below = pathInEnvelope(inner);
    if (below !== undefined) return [name, ...below];
  }
  return undefined;
}

/** The name of the innermost document: a SOAP service gets every request at one path. */
export function documentName(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  for (const [name, inner] of Object.entries(body)) {
    if (name === embedded) return isObject(inner) ? Object.keys(inner)[0] : undefined;
    const isBody = /(?:^|:)Body$/.test(name) && isObject(inner);
    const found = documentName(inner) ?? (isBody ? Object.keys(inner)[0] : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}
