/** Finds the OAuth client for a vendor: the tenant's own, or the operator's. */
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import {
  type CustomValue,
  findRegistrations,
  type Registration,
  saveRegistration,
} from "../../store/connecting/registrations.ts";
import type { Database } from "../../store/postgres/database.ts";
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
  const column = valuesColumn(tenantId, targetSystem);
  const values = customValues.map(({ name, value }) => ({ name, value: vault.seal(column, value).toString("base64") }));
  await saveRegistration(database, { ...rest, clientSecret: sealed, customValues: values });
}

/** All values are encrypted, because any of them may be a secret. */
export const valuesColumn = (tenantId: string, targetSystem: string) =>
  columnOf(tenantId, targetSystem, "custom_values");

/** The name of the value with the vendor portal's key for the tenant's webhook URL. */
const webhookSecret = "webhookSecret";

export function webhookSecretOf(vault: Vault, { tenantId, targetSystem, customValues }: Registration) {
  const sealed = customValues.find(({ name }) => name === webhookSecret)?.value;
  if (sealed === undefined) return undefined;
  return vault.open(valuesColumn(tenantId, targetSystem), Buffer.from(sealed, "base64"));
}

/** The values for display. */
export const maskedValues = (values: readonly CustomValue[], mask: string): CustomValue[] =>
  values.map(({ name }) => ({ name, value: mask }));

export function makeClientFor(database: Database, vault: Vault, operators: ReadonlyMap<string, OAuthClient>) {
  return async (tenantId: string, { id, name }: Connector): Promise<OAuthClient> => {
    const [registration] = await findRegistrations(database, tenantId, id);
    if (registration !== undefined) {
      const { clientId, clientSecret } = registration;
      return { clientId, clientSecret: new Secret(vault.open(columnOf(tenantId, id), clientSecret)) };
    }
    const client = operators.get(id);
    if (client !== undefined) return client;
    const variable = `OAUTH_CLIENT_ID_${id.toUpperCase().replaceAll("-", "_")}`;
    throw new Failure(
      "invalid_request",
      `There is no OAuth client for ${name}. Register yours with POST /tenants/register-system, or ask the operator to set ${variable}.`,
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
