/** Makes a session at a vendor that signs in by one, from what the end user gave. */

import type { Connector } from "../../contract/connector.ts";
import { Failure, type FailureCode } from "../../contract/failure.ts";
import type { VendorRequest } from "../../contract/session.ts";
import type { SessionSignIn } from "../../contract/signIn.ts";
import type { Credentials, PlainCredentials } from "../accounts/connection.ts";
import type { Owner } from "../outbound/slots.ts";
import { openSession, type SessionOptions } from "./session.ts";
import { valuesOf, type WhereOf } from "./target.ts";
import { fill, fillAll, type ValueOf } from "./template.ts";
import { targetFailure } from "./vendorError.ts";

/** What the credentials have besides once there is a session: nothing at vendors that know none. */
export type StartSession = (connector: Connector, credentials: Credentials, owner?: Owner) => Promise<PlainCredentials>;

type Deps = Pick<SessionOptions, "outbound" | "log" | "onCall" | "clock"> & {
  readonly whereOf: WhereOf;
};

export function makeStartSession({ whereOf, ...means }: Deps): StartSession {
  return async (connector, credentials, owner) => {
    const { signIn } = connector;
    if (signIn.kind !== "session") return {};
    // Nobody has signed in yet.
    const stranger: Connector = { ...connector, signIn: { kind: "apiKey", asks: signIn.asks, headers: {} } };
    const where = whereOf(connector, credentials);
    const session = openSession({ ...means, ...where, connector: stranger, connection: { credentials }, owner });
    const start = typeof signIn.start === "function" ? signIn.start(new Date(means.clock())) : signIn.start;
    try {
      const reply = await session.sendWithHeaders(filled(start, valuesOf(credentials)));
      return tokenIn(connector, signIn.started, reply);
    } catch (error) {
      if (error instanceof Failure && refused.has(error.code))
        throw targetFailure(connector, "connection_needs_reauth", error.details);
      throw error;
    }
  };
}

/** However the vendor puts it, it does not take what the end user gave. */
const refused: ReadonlySet<FailureCode> = new Set(["target_rejected", "target_forbidden", "not_found"]);

const filled = ({ path, query, headers, body, ...rest }: VendorRequest, valueOf: ValueOf): VendorRequest => ({
  ...rest,
  path: fill(path, (name) => encodeURIComponent(valueOf(name) ?? "")),
  ...(query && { query: fillAll(query, valueOf) }),
  ...(headers && { headers: fillAll(headers, valueOf) }),
  ...(body !== undefined && { body: fillAll(body, valueOf) }),
});

function tokenIn(
  connector: Connector,
  started: SessionSignIn["started"],
  reply: Parameters<SessionSignIn["started"]>[0],
): PlainCredentials {
  try {
    const facts = Object.entries(started(reply)).filter(([, value]) => typeof value === "string" && value !== "");
    const made = Object.fromEntries(facts) as PlainCredentials;
    if (made["sessionToken"] !== undefined) return made;
  } catch {
    // The reply is not what this vendor's sessions look like; it may hold one, so nothing of it is told.
  }
  throw targetFailure(connector, "target_bad_response");
}
