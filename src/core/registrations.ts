/** Whose OAuth client goes to a vendor: the caller's own, or the one that the operator set for everybody. */
import type { Connector } from "../contract/connector.ts";
import { Failure } from "../contract/failure.ts";
import type { Database } from "../store/database.ts";
import { type CustomValue, findRegistrations, saveRegistration } from "../store/registrations.ts";
import type { OAuthClient } from "./oauth.ts";
import { Secret } from "./secret.ts";
import type { Vault } from "./vault.ts";

const placeOf = (tenantId: string, targetSystem: string) => ({
  table: "registrations",
  row: `${tenantId} ${targetSystem}`,
  column: "client_secret",
});

export interface NewRegistration {
  readonly tenantId: string;
  readonly targetSystem: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly customValues: readonly CustomValue[];
}

export async function register(
  database: Database,
  vault: Vault,
  { clientSecret, ...rest }: NewRegistration,
): Promise<void> {
  const place = placeOf(rest.tenantId, rest.targetSystem);
  await saveRegistration(database, { ...rest, clientSecret: vault.seal(place, clientSecret) });
}

export function makeClientFor(database: Database, vault: Vault, operators: ReadonlyMap<string, OAuthClient>) {
  return async (tenantId: string, { id, name }: Connector): Promise<OAuthClient> => {
    const [own] = await findRegistrations(database, tenantId, id);
    if (own !== undefined)
      return { clientId: own.clientId, clientSecret: new Secret(vault.open(placeOf(tenantId, id), own.clientSecret)) };
    const client = operators.get(id);
    if (client !== undefined) return client;
    const variable = `OAUTH_CLIENT_ID_${id.toUpperCase().replaceAll("-", "_")}`;
    throw new Failure(
      "invalid_request",
      `There is no OAuth client for ${name}: register yours with POST /tenants/register-system, or have the operator set ${variable}.`,
      { field: "targetSystem" },
    );
  };
}
