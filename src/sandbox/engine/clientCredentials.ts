/** How a client authenticates at the token endpoint (RFC 6749, 2.3.1). */
import type { Parameters } from "./forms.ts";
import { TokenError } from "./tokenError.ts";

/** The place of the client's secret: in the Authorization header, in the body, or in either of them. */
export type ClientAuth = "basic" | "body" | "either";

export interface ClientCredentials {
  readonly id: string;
  readonly secret: string;
}

export function readClientCredentials(
  authorization: string | undefined,
  form: Parameters,
  clientAuth: ClientAuth,
): ClientCredentials {
  const inBody = { id: form["client_id"] ?? "", secret: form["client_secret"] ?? "" };
  if (authorization === undefined && clientAuth !== "basic") return inBody;
  if (clientAuth === "body") throw new TokenError("invalid_client", "The client's secret has to be in the body.");
  const inHeader = readBasic(authorization ?? "");
  if (inBody.secret !== "")
    throw new TokenError("invalid_request", "The client's secret is in the header and in the body. Send it once.");
  if (inBody.id !== "" && inBody.id !== inHeader.id)
    throw new TokenError("invalid_request", "The client's id differs between header and body.");
  return inHeader;
}

function readBasic(header: string): ClientCredentials {
  const [, encoded = ""] = /^Basic ([\w+/=-]+)$/i.exec(header) ?? [];
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  const unreadable = new TokenError("invalid_client", "The Authorization header cannot be read.");
  if (colon < 0) throw unreadable;
  try {
    return { id: formDecoded(text.slice(0, colon)), secret: formDecoded(text.slice(colon + 1)) };
  } catch {
    throw unreadable;
  }
}

/** Both halves are form-encoded before they are joined. */
const formDecoded = (text: string): string => decodeURIComponent(text.replaceAll("+", " "));
