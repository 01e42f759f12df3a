/** Whose OAuth client goes to a vendor: the caller's own, or the one that the operator set for everybody. */
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Database } from "../../store/postgres/database.ts";
import { type CustomValue, findRegistrations, type Registration, saveRegistration } from "../../store/registrations.ts";
import { Secret } from "../secrets/secret.ts";
import type { Vault } from "../secrets/vault.ts";

const columnOf = (tenantId: string, targetSystem: string, column = "client_secret") => ({
  table: "registrations",
  row: `${tenantId} ${targetSystem}`,
  column,
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
  { clientSecret, customValues, ...rest }: NewRegistration,
): Promise<void> {
  const { tenantId, targetSystem } = rest;
  const sealed = vault.seal(columnOf(tenantId, targetSystem), clientSecret);
  const place = valuesColumn(tenantId, targetSystem);
  const values = customValues.map(({ name, value }) => ({ name, value: vault.seal(place, value).toString("base64") }));
  await saveRegistration(database, { ...rest, clientSecret: sealed, customValues: values });
}

/** What a value is for is not known here, so each of them is sealed. */
export const valuesColumn = (tenantId: string, targetSystem: string) =>
  columnOf(tenantId, targetSystem, "custom_values");

/** The key that a vendor's portal gave for the tenant's own address. */
const webhookSecret = "webhookSecret";

export function webhookSecretOf(vault: Vault, { tenantId, targetSystem, customValues }: Registration) {
  const kept = customValues.find(({ name }) => name === webhookSecret)?.value;
  if (kept === undefined) return undefined;
  return vault.open(valuesColumn(tenantId, targetSystem), Buffer.from(kept, "base64"));
}

/** As they are shown. */
export const maskedValues = (values: readonly CustomValue[], mask: string): CustomValue[] =>
  values.map(({ name }) => ({ name, value: mask }));

export function makeClientFor(database: Database, vault: Vault, operators: ReadonlyMap<string, OAuthClient>) {
  return async (tenantId: string, { id, name }: Connector): Promise<OAuthClient> => {
    const [own] = await findRegistrations(database, tenantId, id);
    if (own !== undefined)
      return { clientId: own.clientId, clientSecret: new Secret(vault.open(columnOf(tenantId, id), own.clientSecret)) };
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

export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: Secret;
}

export const signingSecretColumn = (tenantId: string) => ({
  table: "tenants",
  row: tenantId,
  column: "signing_secret",
});
