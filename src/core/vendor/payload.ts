/** What a write carries, as bytes. */
import type { VendorRequest } from "../../contract/session.ts";
import type { OutboundRequest } from "../outbound/client.ts";
import { multipart } from "../outbound/multipart.ts";

/** A stream is opened anew for every attempt. */
export interface Payload {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: () => OutboundRequest["body"];
  readonly length?: number;
}

export function payloadOf({ headers = {}, body, form, file }: VendorRequest): Payload {
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
  const text = JSON.stringify(body);
  return { headers: { ...headers, "content-type": "application/json" }, body: () => text };
}
