/** Envelopes of SOAP 1.1, and Twinfield's documents in them. */
import { readXml } from "../../src/kit/xml/readXml.ts";
import { writeXml } from "../../src/kit/xml/writeXml.ts";
import { isRow, type Row, row, text } from "../engine/values.ts";
import type { Refused } from "../simulation.ts";

const namespaces = {
  "@xmlns:soap": "http://schemas.xmlsoap.org/soap/envelope/",
  "@xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
  "@xmlns:xsd": "http://www.w3.org/2001/XMLSchema",
};

export const enveloped = (body: Row): string => writeXml({ "soap:Envelope": { ...namespaces, "soap:Body": body } });

/** The reply to `ProcessXmlString`: a document as text. */
export const processed = (document: Row): string =>
  enveloped({
    ProcessXmlStringResponse: {
      "@xmlns": "http://www.twinfield.com/",
      ProcessXmlStringResult: writeXml(document).replace(/^<\?xml[^>]*\?>/, ""),
    },
  });

export const asRefused = (
  status: number,
  content: string,
  headers: Readonly<Record<string, string>> = {},
): Refused => ({
  status,
  headers: { "content-type": "text/xml; charset=utf-8", ...headers },
  body: content,
});

export const fault = (message: string): string =>
  enveloped({ "soap:Fault": { faultcode: "soap:Server", faultstring: message, detail: "" } });

export interface Sent {
  readonly token: string;
  readonly company: string;
  /** The document to process, with its root. */
  readonly document: Row;
  /** The parameters of a search, if it is one. */
  readonly search: Row | undefined;
}

const parsed = (source: string): Row => row(readXml(source));

/** Undefined if the request is no envelope that the services know. */
export function sentIn(body: Buffer): Sent | undefined {
  try {
    const envelope = row(parsed(body.toString())["soap:Envelope"]);
    const header = row(row(envelope["soap:Header"])["Header"]);
    const content = row(envelope["soap:Body"]);
    const request = row(content["ProcessXmlString"])["xmlRequest"];
    return {
      token: text(header["AccessToken"]),
      company: text(header["CompanyCode"]),
      document: request === undefined ? {} : parsed(text(request)),
      search: isRow(content["Search"]) ? content["Search"] : undefined,
    };
  } catch {
    return undefined;
  }
}

/** Elements of the same name, however many there are. */
export const every = (value: unknown): readonly unknown[] =>
  value === undefined || value === "" ? [] : Array.isArray(value) ? value : [value];
