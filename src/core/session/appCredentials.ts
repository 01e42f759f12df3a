/**
 * What of the credentials is our app's rather than the end user's. No connection keeps it: it is looked up when it is
 * needed, so that the operator changes it in one place.
 */
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { SignInField } from "../../contract/signIn.ts";
import type { Credentials } from "../accounts/connection.ts";
import type { OAuthClient } from "../accounts/oauthClients.ts";

type ClientFor = (tenantId: string, connector: Connector) => Promise<OAuthClient>;

const isOfApp = ({ belongsToApp }: SignInField): boolean => belongsToApp === true;

/** What the end user has to give: our app's own only where nobody registered any. */
export async function asksOf(
  clientFor: ClientFor,
  tenantId: string,
  connector: Connector,
): Promise<readonly SignInField[]> {
  const { asks } = connector.signIn;
  if (!asks.some(isOfApp)) return asks;
  return (await clientIfAny(clientFor, tenantId, connector)) === undefined ? asks : asks.filter((ask) => !isOfApp(ask));
}

/** Our app at the vendor, where one is registered. */
export async function clientIfAny(clientFor: ClientFor, tenantId: string, connector: Connector) {
  try {
    return await clientFor(tenantId, connector);
  } catch (error) {
    if (error instanceof Failure && error.code === "invalid_request") return undefined;
    throw error;
  }
}

/** Credentials with the app's own beside them; what was given goes first. */
export type WithApp = (tenantId: string, connector: Connector, given: Credentials) => Promise<Credentials>;

export const makeWithApp =
  (clientFor: ClientFor): WithApp =>
  async (tenantId, connector, given) => {
    const missing = connector.signIn.asks.filter((ask) => isOfApp(ask) && given[ask.name] === undefined);
    if (missing.length === 0) return given;
    const client = await clientIfAny(clientFor, tenantId, connector);
    if (client === undefined) return given;
    return { ...given, ...Object.fromEntries(missing.map((ask) => [ask.name, client.clientSecret])) };
  };
