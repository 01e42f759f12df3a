/** The body and content headers of a request to a vendor. */
import { CredentialPlaceholder, type VendorRequest, XmlDocument } from "../../contract/session.ts";
import { writeXml } from "../../kit/xml/writeXml.ts";
import type { OutboundRequest } from "../outbound/client.ts";
import { multipart } from "../outbound/multipart.ts";
import type { ValueOf } from "./template.ts";

export interface Payload {
  readonly headers: Readonly<Record<string, string>>;
  /** Called for every attempt, because a stream can be read only once. */
  readonly body: () => OutboundRequest["body"];
  readonly length?: number;
  /** Set if the body is XML, and the reply has to be. */
  readonly isXml?: true;
}

/** `credentialOf` returns the current credentials for vendors that require them in the body. */
export function payloadOf(
  { headers = {}, body, urlEncoded, form, file }: VendorRequest,
  credentialOf?: ValueOf,
): Payload {
  if (file !== undefined) {
    const contentHeaders = { "content-type": file.contentType, "content-length": String(file.size) };
    return { headers: { ...contentHeaders, ...headers }, body: () => file.open(), length: file.size };
  }
  if (form !== undefined) {
    const { contentType, length, open } = multipart(form);
    const contentHeaders = { "content-type": contentType, "content-length": String(length) };
    return { headers: { ...headers, ...contentHeaders }, body: open, length };
  }
  if (urlEncoded !== undefined) {
    const text = new URLSearchParams(urlEncoded).toString();
    return { headers: { ...headers, "content-type": "application/x-www-form-urlencoded" }, body: () => text };
  }
  if (body === undefined) return { headers, body: () => undefined };
  if (body instanceof XmlDocument) return xmlPayload(body, headers, credentialOf);
  const jsonHeaders = { "content-type": "application/json", ...headers };
  if (credentialOf !== undefined)
    return { headers: jsonHeaders, body: () => JSON.stringify(body, replacePlaceholders(credentialOf)) };
  const text = JSON.stringify(body);
  return { headers: jsonHeaders, body: () => text };
}

function xmlPayload({ content }: XmlDocument, headers: Payload["headers"], credentialOf: ValueOf | undefined): Payload {
  const replace = (value: object) =>
    value instanceof CredentialPlaceholder ? (credentialOf?.(value.name) ?? value.toJSON()) : value;
  return {
    headers: { ...headers, "content-type": "text/xml; charset=utf-8" },
    body: () => writeXml(content, replace),
    isXml: true,
  };
}

/** `JSON.stringify` passes the result of `toJSON` as `value`; the placeholder itself is still in the object, `this`. */
const replacePlaceholders = (credentialOf: ValueOf) =>
  function replacer(this: unknown, key: string, value: unknown): unknown {
    const original: unknown = (this as Readonly<Record<string, unknown>>)[key];
    return original instanceof CredentialPlaceholder ? credentialOf(original.name) : value;
  };
