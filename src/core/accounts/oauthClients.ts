/** Finds the OAuth client for a vendor: the tenant's own, or the operator's. */
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { AppKey } from "../../contract/signIn.ts";
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

/** The name of the value with the key of the app that every call carries. */
export const appKeyName = "appKey";

function customValueOf(vault: Vault, { tenantId, targetSystem, customValues }: Registration, wanted: string) {
  const sealed = customValues.find(({ name }) => name === wanted)?.value;
  if (sealed === undefined) return undefined;
  return vault.open(valuesColumn(tenantId, targetSystem), Buffer.from(sealed, "base64"));
}

export const webhookSecretOf = (vault: Vault, registration: Registration): string | undefined =>
  customValueOf(vault, registration, webhookSecret);

/** The connector's key of the app, if it needs one. */
export const appKeyOf = ({ signIn }: Pick<Connector, "signIn">): AppKey | undefined =>
  signIn.kind === "oauth2" ? signIn.appKey : undefined;

/** Refuses a client without the key that every call needs. */
export function checkAppKey(connector: Connector, values: readonly CustomValue[]): void {
  const needed = appKeyOf(connector);
  if (needed === undefined || values.some(({ name, value }) => name === appKeyName && value !== "")) return;
  throw new Failure(
    "invalid_request",
    `The custom value ${appKeyName}, the app's ${needed.label.en.toLowerCase()}, is required by ${connector.name}: every call carries it.`,
    { field: "customValues" },
  );
}

/** The values for display. */
export const maskedValues = (values: readonly CustomValue[], mask: string): CustomValue[] =>
  values.map(({ name }) => ({ name, value: mask }));

export function makeClientFor(database: Database, vault: Vault, operators: ReadonlyMap<string, OAuthClient>) {
  return async (tenantId: string, connector: Connector): Promise<OAuthClient> => {
    const { id, name } = connector;
    const [registration] = await findRegistrations(database, tenantId, id);
    if (registration !== undefined) {
      const { clientId, clientSecret } = registration;
      const appKey = customValueOf(vault, registration, appKeyName);
      return withNeededKey(connector, {
        clientId,
        clientSecret: new Secret(vault.open(columnOf(tenantId, id), clientSecret)),
        ...(appKey !== undefined && { appKey: new Secret(appKey) }),
      });
    }
    const client = operators.get(id);
    if (client !== undefined) return withNeededKey(connector, client);
    const variable = `OAUTH_CLIENT_ID_${settingOf(id)}`;
    throw new Failure(
      "invalid_request",
      `There is no OAuth client for ${name}. Register yours with POST /tenants/register-system, or ask the operator to set ${variable}.`,
      { field: "targetSystem" },
    );
  };
}

const settingOf = (slug: string): string => slug.toUpperCase().replaceAll("-", "_");

/** Without the key the vendor refuses every call, which would look like an expired sign-in. */
function withNeededKey(connector: Connector, client: OAuthClient): OAuthClient {
  const needed = appKeyOf(connector);
  if (needed === undefined || client.appKey !== undefined) return client;
  throw new Failure(
    "invalid_request",
    `The OAuth client for ${connector.name} lacks the app's ${needed.label.en.toLowerCase()}. Register the client again with the custom value ${appKeyName}, or ask the operator to set OAUTH_APP_KEY_${settingOf(connector.id)}.`,
    { field: "targetSystem" },
  );
}

export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** The key of the app, if the vendor wants one with every call. */
  readonly appKey?: Secret;
}

export const signingSecretColumn = (tenantId: string) => ({
  table: "tenants",
  row: tenantId,
  column: "signing_secret",
});
