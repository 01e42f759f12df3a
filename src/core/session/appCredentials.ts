/**
 * Credentials that belong to the operator's app rather than to the end user. Connections do not store them: they are
 * looked up when needed, so that the operator changes them in one place.
 */
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { SignInField } from "../../contract/signIn.ts";
import type { Credentials } from "../accounts/connection.ts";
import { appKeyOf, type OAuthClient } from "../accounts/oauthClients.ts";
import { Secret } from "../secrets/secret.ts";

type ClientFor = (tenantId: string, connector: Connector) => Promise<OAuthClient>;

const belongsToApp = ({ belongsToApp }: SignInField): boolean => belongsToApp === true;

/** The credentials to ask the end user for; those of the app only if no app is registered. */
export async function asksOf(
  clientFor: ClientFor,
  tenantId: string,
  connector: Connector,
): Promise<readonly SignInField[]> {
  const { asks } = connector.signIn;
  if (!asks.some(belongsToApp)) return asks;
  return (await clientIfAny(clientFor, tenantId, connector)) === undefined
    ? asks
    : asks.filter((ask) => !belongsToApp(ask));
}

/** The app at the vendor; undefined if none is registered. */
export async function clientIfAny(clientFor: ClientFor, tenantId: string, connector: Connector) {
  try {
    return await clientFor(tenantId, connector);
  } catch (error) {
    if (error instanceof Failure && error.code === "invalid_request") return undefined;
    throw error;
  }
}

/** Adds the app's credentials; those of the connection take precedence. */
export type WithApp = (tenantId: string, connector: Connector, credentials: Credentials) => Promise<Credentials>;

export const makeWithApp =
  (clientFor: ClientFor): WithApp =>
  async (tenantId, connector, credentials) => {
    if (appKeyOf(connector) !== undefined) {
      const { appKey } = await clientFor(tenantId, connector);
      return { ...credentials, ...(appKey !== undefined && { appKey }) };
    }
    const missing = connector.signIn.asks.filter((ask) => belongsToApp(ask) && credentials[ask.name] === undefined);
    if (missing.length === 0) return credentials;
    const client = await clientIfAny(clientFor, tenantId, connector);
    if (client === undefined) return credentials;
    const ofApp = missing.map(({ name }) => [
      name,
      name === "username" ? new Secret(client.clientId) : client.clientSecret,
    ]);
    return { ...credentials, ...Object.fromEntries(ofApp) };
  };
