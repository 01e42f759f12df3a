/** Starts a session at vendors that sign in with sessions, from the end user's credentials. */

import type { Connector } from "../../contract/connector.ts";
import { Failure, type FailureCode } from "../../contract/failure.ts";
import type { VendorRequest } from "../../contract/session.ts";
import type { SessionSignIn } from "../../contract/signIn.ts";
import type { Credentials, PlainCredentials } from "../accounts/connection.ts";
import type { SlotOwner } from "../outbound/slots.ts";
import type { TokenRequest } from "./oauth.ts";
import { createSession, type SessionOptions } from "./session.ts";
import { type ResolveSite, valuesOf } from "./target.ts";
import { fill, fillAll, type ValueOf } from "./template.ts";
import { targetFailure } from "./vendorError.ts";

/** Returns the credentials that the session adds, such as its token; none for vendors without sessions. */
export type StartSession = (
  connector: Connector,
  credentials: Credentials,
  owner?: SlotOwner,
) => Promise<PlainCredentials>;

type Deps = Pick<SessionOptions, "outbound" | "log" | "onCall" | "clock"> & {
  readonly resolveSite: ResolveSite;
  /** Called for each request that starts a session of a connection. */
  readonly onTokenRequest?: (request: TokenRequest, owner: SlotOwner) => void;
};

export function makeStartSession({ resolveSite, onTokenRequest, ...deps }: Deps): StartSession {
  return async (connector, credentials, owner) => {
    const { signIn } = connector;
    if (signIn.kind !== "session") return {};
    // The request that starts the session cannot be signed in yet.
    const unsigned: Connector = { ...connector, signIn: { kind: "apiKey", asks: signIn.asks, headers: {} } };
    const sites = resolveSite(connector, credentials);
    const onCall: SessionOptions["onCall"] = (call) => {
      deps.onCall?.(call);
      if (owner !== undefined) onTokenRequest?.(call, owner);
    };
    const connection = { credentials };
    const session = createSession({ ...deps, ...sites, onCall, connector: unsigned, connection, owner });
    const start = typeof signIn.start === "function" ? signIn.start(new Date(deps.clock())) : signIn.start;
    try {
      const reply = await session.sendWithHeaders(filled(start, valuesOf(credentials)));
      return tokenIn(connector, signIn.started, reply);
    } catch (error) {
      if (error instanceof Failure && refusalCodes.has(error.code))
        throw targetFailure(connector, "connection_needs_reauth", error.details);
      throw error;
    }
  };
}

/** Vendors differ in the status they send for wrong credentials. */
const refusalCodes: ReadonlySet<FailureCode> = new Set(["target_rejected", "target_forbidden", "not_found"]);

const filled = (
  { path, query, headers, body, urlEncoded, ...rest }: VendorRequest,
  valueOf: ValueOf,
): VendorRequest => ({
  ...rest,
  path: fill(path, (name) => encodeURIComponent(valueOf(name) ?? "")),
  ...(query && { query: fillAll(query, valueOf) }),
  ...(headers && { headers: fillAll(headers, valueOf) }),
  ...(body !== undefined && { body: fillAll(body, valueOf) }),
  ...(urlEncoded && { urlEncoded: fillAll(urlEncoded, valueOf) }),
});

function tokenIn(
  connector: Connector,
  started: SessionSignIn["started"],
  reply: Parameters<SessionSignIn["started"]>[0],
): PlainCredentials {
  try {
    const facts = Object.entries(started(reply)).filter(([, value]) => typeof value === "string" && value !== "");
    const credentials = Object.fromEntries(facts) as PlainCredentials;
    if (credentials["sessionToken"] !== undefined) return credentials;
  } catch {
    // Unexpected reply. It may still contain a token, so it is not part of the error.
  }
  throw targetFailure(connector, "target_bad_response");
}
