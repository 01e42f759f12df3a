/**
 * Twinfield's two SOAP services. `ProcessXmlString` takes a document of Twinfield's own XML as text, and replies with one as
 * text. The finder replies with rows of texts.
 */
import { Failure } from "../../contract/failure.ts";
import { CredentialPlaceholder, type Session, type VendorHeaders, XmlDocument } from "../../contract/session.ts";
import { readXml, XmlFault, type XmlNode } from "../../kit/xml/readXml.ts";
import { writeXml } from "../../kit/xml/writeXml.ts";
import { entriesIn } from "../../kit/xml/xmlValues.ts";
import type { FinderReply, FinderRow, Reply } from "./types.ts";

const namespace = "http://www.twinfield.com/";
export const processPath = "/processxml.asmx";
const finderPath = "/finder.asmx";

const accessToken = new CredentialPlaceholder("accessToken");

/** The header needs its last element, even if it is empty: without it, Twinfield answers 400 (CodeMill-Solutions/twinfield-mcp). */
const envelope = (company: string | undefined, content: object): XmlDocument =>
  new XmlDocument({
    "soap:Envelope": {
      "@xmlns:soap": "http://schemas.xmlsoap.org/soap/envelope/",
      "@xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
      "soap:Header": {
        Header: {
          "@xmlns": namespace,
          AccessToken: accessToken,
          CompanyCode: company,
          CompanyId: { "@xsi:nil": "true" },
        },
      },
      "soap:Body": content,
    },
  });

const actionOf = (method: string): VendorHeaders => ({ soapaction: `"${namespace}${method}"` });
export const processAction = actionOf("ProcessXmlString");

/** The body of a request to process a document: `{ read: { type: "vat", code: "VH" } }`. */
export const processing = (company: string | undefined, document: object): XmlDocument =>
  envelope(company, { ProcessXmlString: { "@xmlns": namespace, xmlRequest: writeXml(document) } });

/** The prefix of the namespace is up to the service. */
const below = (node: unknown, name: string): unknown => {
  if (typeof node !== "object" || node === null) return undefined;
  return Object.entries(node).find(([found]) => found.replace(/^.*:/, "") === name)?.[1];
};
const bodyOf = (reply: unknown): unknown => below(below(reply, "Envelope"), "Body");

/** The fault of a request that no service understood. */
export function faultIn(reply: unknown): string | undefined {
  const fault = below(bodyOf(reply), "Fault");
  const text = below(fault, "faultstring") ?? below(below(fault, "Reason"), "Text");
  const plain = typeof text === "object" && text !== null ? (text as XmlNode)["#text"] : text;
  if (typeof plain === "string" && plain.trim() !== "") return plain;
  return fault === undefined ? undefined : "The request was refused with a SOAP fault.";
}

/** The text of the document in a reply. Undefined in replies of the finder. */
export function resultIn(reply: unknown): string | undefined {
  const result = below(below(bodyOf(reply), "ProcessXmlStringResponse"), "ProcessXmlStringResult");
  return typeof result === "string" ? result : undefined;
}

/** The document in a reply, with its root element. */
export function documentIn(reply: unknown): Reply {
  const text = resultIn(reply);
  try {
    if (text !== undefined) return readXml(text);
  } catch (cause) {
    if (!(cause instanceof XmlFault)) throw cause;
    throw new Failure("target_bad_response", `Twinfield sent XML that Kontor cannot read. ${cause.message}`, { cause });
  }
  throw new Failure("target_bad_response", "Twinfield's reply has no document in it.");
}

/** Reads with a document: `{ read: { type: "vat", code: "VH" } }`. */
export const ask = async (session: Session, document: object): Promise<Reply> =>
  documentIn(await session.readByPost(processPath, processing(session.company, document), {}, processAction));

/** The finder returns at most this many rows at once (the vendor's page on the finder has no limit, clients use up to 10,000). */
const finderPage = 1000;

const isTexts = (row: FinderRow | string): row is FinderRow => typeof row === "object";

/** A row of a finder. */
export interface Found {
  readonly code: string;
  readonly name: string | undefined;
  readonly row: FinderRow;
}

/** Rows of a finder, each with a code and a name. */
export async function find(
  session: Session,
  type: string,
  options: Readonly<Record<string, string>> = {},
): Promise<readonly Found[]> {
  const found: FinderRow[] = [];
  for (let first = 1; ; first += finderPage) {
    const search = {
      "@xmlns": namespace,
      type,
      pattern: "*",
      field: 0,
      firstRow: first,
      maxRows: finderPage,
      options: { ArrayOfString: Object.entries(options).map((pair) => ({ string: pair })) },
    };
    const body = envelope(session.company, { Search: search });
    const reply = await session.readByPost(finderPath, body, {}, actionOf("Search"));
    const { data } = (below(bodyOf(reply), "SearchResponse") ?? {}) as FinderReply;
    const items = typeof data === "object" && data !== null ? data.Items : undefined;
    const rows = entriesIn(typeof items === "object" && items !== null ? items.ArrayOfString : undefined);
    found.push(...rows.filter(isTexts));
    const total = Number((typeof data === "object" && data !== null && data.TotalRows) || Number.NaN);
    if (Number.isNaN(total))
      throw new Failure("target_bad_response", "Twinfield's finder did not say how many rows it has.");
    if (rows.length === 0 || found.length >= total) break;
  }
  return found.flatMap((row) => {
    const [code, name] = entriesIn(row.string);
    return code ? [{ code, name: name || undefined, row }] : [];
  });
}

/** What the finder says about a request that it refuses. */
export function finderFaultIn(reply: unknown): string | undefined {
  const { SearchResult: result } = (below(bodyOf(reply), "SearchResponse") ?? {}) as FinderReply;
  if (typeof result !== "object" || result === null) return undefined;
  const errors = entriesIn(result.MessageOfErrorCodes).filter(({ Type: type }) => type === "Error" || type === "Fatal");
  const texts = errors.flatMap(({ Text: text }) => text ?? []);
  return texts.length > 0 ? texts.join(" ") : undefined;
}
