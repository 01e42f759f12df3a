/** What a write carries, as bytes. */
import { CredentialPlaceholder, type VendorRequest } from "../../contract/session.ts";
import type { OutboundRequest } from "../outbound/client.ts";
import { multipart } from "../outbound/multipart.ts";
import type { ValueOf } from "./template.ts";

/** A stream is opened anew for every attempt. */
export interface Payload {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: () => OutboundRequest["body"];
  readonly length?: number;
}

/** `placed` has the credentials that may stand in the body, where the vendor wants any there: those of that moment. */
export function payloadOf({ headers = {}, body, form, file }: VendorRequest, placed?: ValueOf): Payload {
  if (file !== undefined) {
    const about = { "content-type": file.contentType, "content-length": String(file.size) };
    return { headers: { ...about, ...headers }, body: () => file.open(), length: file.size };
  }
  if (form !== undefined) {
    const { contentType, length, open } = multipart(form);
    const about = { "content-type": contentType, "content-length": String(length) };
    return { headers: { ...headers, ...about }, body: open, length };
  }
  if (body === undefined) return { headers, body: () => undefined };
  const about = { ...headers, "content-type": "application/json" };
  if (placed !== undefined) return { headers: about, body: () => JSON.stringify(body, putIn(placed)) };
  const text = JSON.stringify(body);
  return { headers: about, body: () => text };
}

/** `JSON.stringify` hands over what `toJSON` made of a place; the place itself is still where it was found. */
const putIn = (placed: ValueOf) =>
  function replaced(this: unknown, key: string, value: unknown): unknown {
    const place: unknown = (this as Readonly<Record<string, unknown>>)[key];
    return place instanceof CredentialPlaceholder ? placed(place.name) : value;
  };
