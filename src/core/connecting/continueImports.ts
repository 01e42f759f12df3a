/**
 * Tries imported credentials at their vendors and connects the end users. Progress is stored for each entry, so a process
 * that is killed loses nothing, and the next one continues. A refresh token is sent once: the entry is marked before, and
 * an entry whose answer was lost fails, because the vendor may have replaced the token.
 */
import { monotonicNow } from "../../contract/clocks.ts";
import type { Connector } from "../../contract/connector.ts";
import { type ErrorEntry, errorEntries, Failure, failures } from "../../contract/failure.ts";
import type { Scope, Session } from "../../contract/session.ts";
import {
  endConnected,
  endFailed,
  endRenewing,
  endTurn,
  failInterrupted,
  type Import,
  type ImportEntry,
  listDueEntries,
  listDueImports,
  markRenewing,
  postponeEntry,
  postponeImport,
} from "../../store/connecting/imports.ts";
import { addAudit } from "../../store/log/auditLog.ts";
import type { AdvisoryLocks } from "../../store/postgres/advisoryLocks.ts";
import { transaction } from "../../store/postgres/database.ts";
import { type PlainCredentials, secretsOf } from "../accounts/connection.ts";
import { OutboundFault } from "../outbound/exchange.ts";
import { Secret } from "../secrets/secret.ts";
import { asVendorFailure } from "../session/asVendorFailure.ts";
import { checkChoice } from "../session/checkChoice.ts";
import { clientIn } from "../session/oauth.ts";
import { visibleCredentialsOf } from "../session/target.ts";
import { connectCompany } from "./connectCompany.ts";
import { type ConnectingDeps, isOfOneCompany } from "./context.ts";
import { prove, readCredentials, UserFixableError } from "./credentials.ts";
import { type ImportRequest, importedKeyColumn, requestColumn } from "./importConnections.ts";

export interface ImportDeps extends ConnectingDeps {
  readonly advisoryLocks: AdvisoryLocks;
  /** Opens sessions whose calls count against the vendor's limits. */
  readonly openImportSession: (
    connector: Connector,
    candidate: ImportCandidate,
  ) => Promise<(credentials: PlainCredentials) => Session>;
  readonly onFault: (error: unknown) => void;
}

/** Whose credentials are tried. */
export interface ImportCandidate {
  readonly tenantId: string;
  /** Of the entry. */
  readonly id: string;
  readonly scope: Scope;
}

/** In one process. */
const importsAtOnce = 4;
/** Of one import. */
const entriesAtOnce = 4;
/** Milliseconds after which a run starts no more entries, so that a process can stop. */
const longestRun = 2000;

export async function continueImports(deps: ImportDeps): Promise<void> {
  const due = await listDueImports(deps.database, importsAtOnce);
  await Promise.all(due.map((row) => continueImport(deps, row)));
}

async function continueImport(deps: ImportDeps, row: Import): Promise<void> {
  const { database, advisoryLocks, connectors } = deps;
  const lock = `import ${row.id}`;
  if (!(await advisoryLocks.tryAcquire(lock))) return;
  try {
    await failInterrupted(database, row.id, interrupted(row));
    const connector = connectors.get(row.targetSystem);
    if (connector !== undefined) await tryEntries({ deps, row, connector });
    await endTurn(database, row.id);
  } finally {
    await advisoryLocks.release(lock);
  }
}

interface Run {
  readonly deps: ImportDeps;
  readonly row: Import;
  readonly connector: Connector;
}

async function tryEntries(run: Run): Promise<void> {
  const { deps, row } = run;
  const until = monotonicNow() + longestRun;
  while (monotonicNow() < until) {
    const waiting = [...(await listDueEntries(deps.database, row.id, entriesAtOnce * 10))];
    if (waiting.length === 0) return;
    /** Returns whether the vendor's limit is reached. */
    const work = async (): Promise<boolean> => {
      for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
        const isLimited = (await tryEntry(run, entry)) === "limited";
        if (isLimited || monotonicNow() >= until) waiting.length = 0;
        if (isLimited) return true;
      }
      return false;
    };
    const limited = await Promise.all(Array.from({ length: entriesAtOnce }, work));
    if (limited.includes(true)) return;
  }
}

/** Seconds. */
const firstWait = 5;
const longestWait = 300;
/** An outage of about ten minutes. */
const mostAttempts = 8;

/** Returns "limited" if the vendor's limit is reached, so that the other entries wait, too. */
async function tryEntry(run: Run, entry: ImportEntry): Promise<"ended" | "postponed" | "limited"> {
  const { database, onFault } = run.deps;
  const name = { importId: run.row.id, position: entry.position };
  try {
    await connectEntry(run, entry);
    return "ended";
  } catch (error) {
    const failure = failureOf(error, run.connector);
    if (!(error instanceof Failure || error instanceof UserFixableError)) onFault(error);
    const { retryAfter } = failure.details;
    const isLimited = failure.code === "target_rate_limited";
    const mayPass = failures[failure.code].next === "wait" && !(failure instanceof TokenSpent);
    if (mayPass && (isLimited || entry.attempts + 1 < mostAttempts)) {
      const seconds = retryAfter ?? Math.min(longestWait, firstWait * 2 ** entry.attempts);
      await postponeEntry(database, { ...name, seconds, countsAsAttempt: !isLimited });
      if (isLimited) await postponeImport(database, run.row.id, seconds);
      return isLimited ? "limited" : "postponed";
    }
    await endFailed(database, { ...name, failure: entryOf(failure) });
    return "ended";
  }
}

/** The refresh token was sent, and its replacement did not arrive. */
class TokenSpent extends Failure {}

function failureOf(error: unknown, { name }: Connector): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof UserFixableError && error.cause instanceof Failure) return error.cause;
  if (error instanceof UserFixableError && error.field !== undefined)
    return new Failure("invalid_request", `${error.field} is required by ${name}.`, { field: error.field });
  // Faults of this service: tried again.
  return new Failure("unavailable", "Kontor could not try these credentials. It will try again.", { cause: error });
}

/** With the remedy, which the caller of an import reads later than that of a request. */
function entryOf(failure: Failure): ErrorEntry {
  const [entry = { code: failure.code, message: failure.message }] = errorEntries(failure);
  return { ...entry, next: failures[failure.code].next };
}

const interrupted = ({ targetSystem }: Import): ErrorEntry =>
  entryOf(
    new Failure(
      "connection_needs_reauth",
      "Kontor was stopped after it had sent the refresh token and before it stored the new one. Let the end user sign in again.",
      { targetSystem },
    ),
  );

async function connectEntry(run: Run, entry: ImportEntry): Promise<void> {
  const { deps, row, connector } = run;
  const { vault } = deps;
  const opened = vault.open(requestColumn(row.id, entry.position), entry.request);
  const request = JSON.parse(opened) as ImportRequest;
  const credentials = await usableCredentials(run, entry, request);
  await transaction(deps.database, async (client) => {
    const { company, environment, endUserName } = request;
    const { tenantId, targetSystem } = row;
    const { endUserId } = entry;
    const connection = { tenantId, targetSystem, credentials, company, environment, endUserId, endUserName };
    const { id, accountKey } = await connectCompany(client, vault, connector, connection);
    const sealed = vault.seal(importedKeyColumn(row.id, entry.position), accountKey);
    const ended = { importId: row.id, position: entry.position, connectionId: id, accountKey: sealed };
    if (!(await endConnected(client, ended))) throw new Error(`Entry ${entry.position} of import ${row.id} has ended.`);
    await addAudit(client, { role: "api", tenantId, action: "connection.create", subject: id });
  });
}

/** Credentials that the vendor has accepted in a call. */
async function usableCredentials(run: Run, entry: ImportEntry, request: ImportRequest): Promise<PlainCredentials> {
  const { deps, row, connector } = run;
  if (connector.signIn.kind !== "oauth2") {
    const candidate = { tenantId: row.tenantId, connector };
    return tryAtVendor(run, entry, request, await readCredentials(deps, candidate, request.credentials));
  }
  const { accessToken, refreshToken, expiresAt } = request.credentials;
  const own = clientIn(connector.signIn, await deps.clientFor(row.tenantId, connector));
  const given = { ...request.credentials, ...own };
  if (refreshToken === undefined || request.isRenewed) return tryAtVendor(run, entry, request, given);
  // Tried first, because it costs nothing: a wrong company is found before the refresh token is used.
  const isFresh = expiresAt === undefined || Date.parse(expiresAt) > deps.now() + 60_000;
  const isTried = accessToken !== undefined && isFresh && (await isAccepted(run, entry, request, given));
  const renewed = await renewOnce(run, entry, { ...request, credentials: given });
  return isTried ? renewed : tryAtVendor(run, entry, request, renewed);
}

/** False if the vendor no longer accepts the access token. */
async function isAccepted(run: Run, entry: ImportEntry, request: ImportRequest, given: PlainCredentials) {
  try {
    await tryAtVendor(run, entry, request, given);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === "connection_needs_reauth") return false;
    throw error;
  }
}

async function tryAtVendor(
  { deps, row, connector }: Run,
  entry: ImportEntry,
  { company, environment }: ImportRequest,
  credentials: PlainCredentials,
): Promise<PlainCredentials> {
  const { tenantId } = row;
  const scope = { environment, company };
  const id = `${row.id} ${entry.position}`;
  const open = await deps.openImportSession(connector, { tenantId, id, scope });
  return asVendorFailure(connector, async () => {
    const openSession: ConnectingDeps["openSession"] = (_connector, plain) => open(plain);
    const proven = await prove({ ...deps, openSession }, { tenantId, connector }, credentials);
    // The vendor issues a token for one company only if the end user has access to it.
    if (!isOfOneCompany(connector)) await checkChoice(connector, open(proven), scope);
    return proven;
  });
}

/** Takes the grant over: afterwards, the refresh token of the old provider no longer works at vendors that replace it. */
async function renewOnce(run: Run, { position }: ImportEntry, request: ImportRequest): Promise<PlainCredentials> {
  const { deps, row, connector } = run;
  const { database, vault } = deps;
  const { refreshToken = "", ...otherCredentials } = request.credentials;
  const client = await deps.clientFor(row.tenantId, connector);
  const name = { importId: row.id, position };
  const seal = (changed: ImportRequest) => vault.seal(requestColumn(row.id, position), JSON.stringify(changed));
  if (!(await markRenewing(database, name))) throw new Error(`Entry ${position} of import ${row.id} has changed.`);
  const signInInput = visibleCredentialsOf(connector, secretsOf(otherCredentials));
  const renewal = { refreshToken: new Secret(refreshToken), owner: { tenant: row.tenantId }, signInInput };
  const answer = await deps.oauth.refresh(connector, client, renewal).catch(async (error: unknown) => {
    const isUnused = isSurelyUnused(error);
    if (isUnused) await endRenewing(database, { ...name, request: seal(request) }, true);
    throw isUnused ? error : spent(connector, error);
  });
  // The vendor replaces tokens only shortly before they expire.
  const { accessToken: _old, expiresAt: _past, ...lasting } = otherCredentials;
  const credentials = answer === undefined ? request.credentials : { ...lasting, ...answer };
  const renewed = { ...request, credentials, isRenewed: true };
  await endRenewing(database, { ...name, request: seal(renewed) }, false);
  return credentials;
}

/** The vendor refused before it looked at the token, or the request never reached it. */
function isSurelyUnused(error: unknown): boolean {
  if (!(error instanceof Failure)) return false;
  const { cause, targetStatus } = error.details;
  if (cause instanceof OutboundFault) return !cause.sent;
  if (error.code === "target_rejected") return true;
  return failures[error.code].next === "wait" && targetStatus !== undefined;
}

function spent(connector: Connector, error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  if (error.code === "connection_needs_reauth")
    return new TokenSpent(
      error.code,
      `${connector.name} does not accept the refresh token: it was used or revoked, or belongs to another OAuth client. Let the end user sign in again.`,
      error.details,
    );
  return new TokenSpent(
    "connection_needs_reauth",
    `${connector.name} did not answer after the refresh token was sent, so it may have been replaced. Let the end user sign in again.`,
    error.details,
  );
}
