/**
 * Starts an import of connections that another service has made, and returns its outcome. A worker tries the credentials:
 * see `continueImports.ts`.
 */
import type { Connector } from "../../contract/connector.ts";
import { type ErrorEntry, Failure, type Fault } from "../../contract/failure.ts";
import {
  addImport,
  eraseImportedKeys,
  findImport,
  findSameImport,
  findTakenTokens,
  type ImportOutcome,
  type ImportProgress,
  listOutcomes,
  lockImports,
  type OutcomeState,
} from "../../store/connecting/imports.ts";
import { findRegistrations } from "../../store/connecting/registrations.ts";
import { transaction } from "../../store/postgres/database.ts";
import type { PlainCredentials } from "../accounts/connection.ts";
import { newId } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";
import { asksOf } from "../session/appCredentials.ts";
import type { ConnectingDeps } from "./context.ts";

/** One connection of the body: who it belongs to, its choices, and the credentials that the connector asks for. */
export interface ImportedConnection extends Readonly<Record<string, string | undefined>> {
  readonly endUserId: string;
  readonly endUserName: string;
  readonly companyId?: string;
  readonly environmentName?: string;
}

/** What a worker needs for one connection. Stored encrypted until the entry has ended. */
export interface ImportRequest {
  readonly credentials: PlainCredentials;
  readonly endUserName: string;
  readonly company?: string;
  readonly environment?: string;
  /** Whether the credentials are already those that the vendor issued to Kontor. */
  readonly isRenewed: boolean;
}

export const requestColumn = (importId: string, position: number) => ({
  table: "import_entries",
  row: `${importId} ${position}`,
  column: "request",
});
export const importedKeyColumn = (importId: string, position: number) => ({
  ...requestColumn(importId, position),
  column: "account_key",
});

export const mostImported = 10_000;

type StartDeps = Pick<ConnectingDeps, "database" | "vault" | "clientFor">;

export async function startImport(
  deps: StartDeps,
  tenantId: string,
  connector: Connector,
  connections: readonly ImportedConnection[],
): Promise<string> {
  const { database, vault } = deps;
  const targetSystem = connector.id;
  await checkOwnClient(deps, tenantId, connector);
  checkCredentials(await neededFields(deps, tenantId, connector), connector, connections);
  const id = newId();
  const [bodyHash, ...earlierHashes] = vault.hashes("import", JSON.stringify(connections));
  if (bodyHash === undefined) throw new Error("There is no master key.");
  const entries = connections.map((connection, position) => ({
    endUserId: connection.endUserId,
    request: vault.seal(requestColumn(id, position), JSON.stringify(requestOf(connector, connection))),
    tokenHash: tokenHashesOf(vault, connection)[0] ?? null,
  }));
  return transaction(database, async (client) => {
    await lockImports(client, { tenantId, targetSystem });
    const bodyHashes = [bodyHash, ...earlierHashes];
    const same = await findSameImport(client, { tenantId, targetSystem, bodyHashes });
    if (same !== undefined) return same;
    const hashes = connections.flatMap((connection) => tokenHashesOf(vault, connection));
    refuseTaken(vault, connections, await findTakenTokens(client, { tenantId, targetSystem }, hashes));
    await addImport(client, { id, tenantId, targetSystem, bodyHash }, entries);
    return id;
  });
}

const tokenHashesOf = (vault: Vault, { refreshToken }: ImportedConnection): Buffer[] =>
  refreshToken === undefined ? [] : vault.hashes("imported token", refreshToken);

/** A refresh token is valid for the OAuth client that it was issued to, and for no other. */
async function checkOwnClient({ database }: StartDeps, tenantId: string, { id, name, signIn }: Connector) {
  if (signIn.kind !== "oauth2") return;
  const [registration] = await findRegistrations(database, tenantId, id);
  if (registration !== undefined) return;
  throw new Failure(
    "invalid_request",
    `Tokens of ${name} work only with the OAuth client that requested them. If it is yours, register it with POST /tenants/register-system first. If it belongs to your old provider, the end users have to sign in again: GET /auth/${id}.`,
    { field: "targetSystem" },
  );
}

async function neededFields({ clientFor }: StartDeps, tenantId: string, connector: Connector): Promise<string[]> {
  const asks = await asksOf(clientFor, tenantId, connector);
  return asks.filter(({ optional }) => optional !== true).map(({ name }) => name);
}

const choices = new Set(["endUserId", "endUserName", "companyId", "environmentName"]);
const tokenFields = ["accessToken", "refreshToken", "expiresAt"];

const mostFaults = 100;

function checkCredentials(
  needed: readonly string[],
  { id, name, signIn }: Connector,
  connections: readonly ImportedConnection[],
): void {
  const isOAuth = signIn.kind === "oauth2";
  const known = new Set([...signIn.asks.map((ask): string => ask.name), ...(isOAuth ? tokenFields : [])]);
  const needsCompany = isOAuth && signIn.companyParameter !== undefined;
  const faultsOf = (connection: ImportedConnection, index: number): Fault[] => {
    const at = `connections[${index}]`;
    const missing = needed.filter((field) => isBlank(connection[field]));
    const unknown = Object.keys(connection).filter((field) => !choices.has(field) && !known.has(field));
    return [
      ...missing.map((field) =>
        fault(`${at}.${field}`, `is required by ${name}. GET /targetSystems/${id} lists the fields`),
      ),
      ...unknown.map((field) =>
        fault(`${at}.${field}`, `is not a credential of ${name}; it uses ${[...known].join(", ")}`),
      ),
      ...(isOAuth && isBlank(connection["accessToken"]) && isBlank(connection["refreshToken"])
        ? [fault(`${at}.refreshToken`, `or accessToken is required: the end user's tokens at ${name}`)]
        : []),
      ...(needsCompany && isBlank(connection.companyId)
        ? [fault(`${at}.companyId`, `is required: tokens of ${name} are valid for one company`)]
        : []),
    ];
  };
  const faults = [...connections.flatMap(faultsOf), ...repeatedTokens(connections)];
  if (faults.length > 0) throw refusal(faults);
}

/** The first ones, because nobody reads more. */
function refusal(all: readonly Fault[]): Failure {
  const faults = all.slice(0, mostFaults);
  return new Failure("invalid_request", faults.map(({ message }) => message).join("; "), { faults });
}

const isBlank = (value: string | undefined): boolean => value === undefined || value.trim() === "";

const fault = (field: string, what: string): Fault => ({ field, message: `${field} ${what}` });

function repeatedTokens(connections: readonly ImportedConnection[]): Fault[] {
  const first = new Map<string, number>();
  return connections.flatMap(({ refreshToken }, index) => {
    if (refreshToken === undefined) return [];
    const earlier = first.get(refreshToken);
    if (earlier === undefined) first.set(refreshToken, index);
    return earlier === undefined
      ? []
      : [fault(`connections[${index}].refreshToken`, `is the same as that of connections[${earlier}]`)];
  });
}

function refuseTaken(vault: Vault, connections: readonly ImportedConnection[], taken: readonly Buffer[]): void {
  if (taken.length === 0) return;
  const known = new Set(taken.map((hash) => hash.toString("hex")));
  const faults = connections.flatMap((connection, index) =>
    tokenHashesOf(vault, connection).some((hash) => known.has(hash.toString("hex")))
      ? [
          fault(
            `connections[${index}].refreshToken`,
            "was imported before, and may be used only once. Leave this connection out; if its import failed, the end user has to sign in again",
          ),
        ]
      : [],
  );
  throw refusal(faults);
}

function requestOf({ signIn }: Connector, connection: ImportedConnection): ImportRequest {
  const { companyId, environmentName, endUserName } = connection;
  const credentials = Object.fromEntries(
    Object.entries(connection).flatMap(([name, value]): [string, string][] =>
      choices.has(name) || value === undefined || isBlank(value) ? [] : [[name, value.trim()]],
    ),
  );
  const isOfOneCompany = signIn.kind === "oauth2" && signIn.companyParameter !== undefined;
  return {
    credentials: { ...credentials, ...(isOfOneCompany && companyId !== undefined && { grantedCompany: companyId }) },
    endUserName,
    isRenewed: false,
    ...(companyId !== undefined && { company: companyId }),
    ...(environmentName !== undefined && { environment: environmentName }),
  };
}

export interface ShownImport extends ImportProgress {
  readonly outcomes: readonly ShownOutcome[];
}

export interface ShownOutcome {
  readonly index: number;
  readonly state: OutcomeState;
  readonly endUserId: string;
  readonly connectionId?: string;
  readonly accountKey?: string;
  readonly error?: ErrorEntry;
}

interface OutcomePage {
  readonly state: OutcomeState | undefined;
  readonly page: number;
  readonly limit: number;
}

export async function showImport(
  { database, vault }: Pick<ConnectingDeps, "database" | "vault">,
  tenantId: string,
  taskId: string,
  window: OutcomePage,
): Promise<ShownImport> {
  const progress = await findImport(database, tenantId, taskId);
  if (progress === undefined) throw unknownImport();
  const outcomes = await listOutcomes(database, { id: taskId, ...window });
  return { ...progress, outcomes: outcomes.map((outcome) => shownOutcome(vault, taskId, outcome)) };
}

function shownOutcome(
  vault: Vault,
  importId: string,
  { position, state, endUserId, connectionId, accountKey, failure }: ImportOutcome,
): ShownOutcome {
  return {
    index: position,
    state: state === "renewing" ? "waiting" : state,
    endUserId,
    ...(connectionId !== null && { connectionId }),
    ...(accountKey !== null && { accountKey: vault.open(importedKeyColumn(importId, position), accountKey) }),
    ...(failure !== null && { error: failure }),
  };
}

/** Erases the account keys, once the platform has stored them. */
export async function eraseKeysOfImport(
  { database }: Pick<ConnectingDeps, "database">,
  tenantId: string,
  taskId: string,
): Promise<void> {
  const progress = await findImport(database, tenantId, taskId);
  if (progress === undefined) throw unknownImport();
  if (progress.endedAt === null)
    throw new Failure("invalid_request", "The import is still running. Erase its account keys after it has ended.", {
      field: "taskId",
    });
  await eraseImportedKeys(database, taskId);
}

const unknownImport = (): Failure => new Failure("not_found", "There is no import with this id. Check taskId.");
