/** Connections whose end users have to consent again, because their connector requests more scopes than they granted. */
import type { RequestedScopes } from "../../store/connections.ts";
import type { ConnectingDeps } from "./context.ts";

/** Requested for the protocol. Vendors often leave them out when they list what was granted. */
const protocolScopes = new Set(["offline_access", "openid", "profile", "email"]);

/** The scopes that each connector with OAuth requests now. */
export const requestedScopes = ({ connectors, oauth }: Pick<ConnectingDeps, "connectors" | "oauth">): RequestedScopes =>
  [...connectors.values()]
    .filter(({ signIn }) => signIn.kind === "oauth2")
    .map((connector) => ({
      targetSystem: connector.id,
      scopes: oauth.requestedScopes(connector).filter((scope) => !protocolScopes.has(scope)),
    }));

/** The requested scopes that the end user has not granted. */
export function missingScopes(
  requested: RequestedScopes,
  { targetSystem, scopes }: { readonly targetSystem: string; readonly scopes: string | null },
): readonly string[] {
  if (scopes === null) return [];
  const granted = new Set(scopes.split(" "));
  const wanted = requested.find((system) => system.targetSystem === targetSystem)?.scopes ?? [];
  return wanted.filter((scope) => !granted.has(scope));
}
