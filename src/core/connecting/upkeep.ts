/**
 * Keeps connections usable while nobody calls. Refresh tokens expire if they are not used, so each grant is renewed when a
 * third of its lifetime has passed. A daily check with the vendor's cheapest call finds grants that were revoked.
 */
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import { findConnection, lacksCompanyName, saveCompanyName } from "../../store/connections.ts";
import type { Database } from "../../store/postgres/database.ts";
import {
  claimChecks,
  claimRenewals,
  endCheck,
  endRenewal,
  type FailedUpkeep,
  findUpkeep,
  type GrantLifetime,
  postponeUpkeep,
} from "../../store/upkeep/connectionUpkeep.ts";
import { type OpenConnection, openConnection } from "../accounts/connection.ts";
import { newId } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";
import { asVendorFailure } from "../session/asVendorFailure.ts";
import type { OpenSession } from "../session/sessionFactory.ts";
import type { Tokens } from "../session/tokens.ts";
import { readProof } from "./credentials.ts";
import { companiesOf } from "./manageConnection.ts";

export interface UpkeepDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly tokens: Pick<Tokens, "renew">;
  readonly openSession: OpenSession;
  readonly onFault: (error: unknown) => void;
}

/** At a time, so that connections of the same age are spread over several runs. */
const most = 8;
const leaseSeconds = 120;

/** Renews grants that are old enough, and returns how many there were. */
export async function renewGrants(deps: UpkeepDeps): Promise<number> {
  const ids = await claimRenewals(deps.database, grantLifetimes(deps.connectors), { most, leaseSeconds });
  await Promise.all(ids.map((id) => renewGrant(deps, id)));
  return ids.length;
}

/** The lifetimes of each vendor's grants if they are not used. */
export const grantLifetimes = (connectors: UpkeepDeps["connectors"]): GrantLifetime[] =>
  [...connectors.values()].flatMap(({ id: targetSystem, signIn }) =>
    signIn.kind === "oauth2" && signIn.unusedGrantSeconds !== undefined
      ? [{ targetSystem, seconds: signIn.unusedGrantSeconds }]
      : [],
  );

async function renewGrant(deps: UpkeepDeps, id: string): Promise<void> {
  await attempt(deps, id, "renewal", async (connector, connection) => {
    await deps.tokens.renew(connector, connection);
    await endRenewal(deps.database, id);
  });
}

/** Checks connections that were not checked for a day, and returns how many there were. */
export async function checkConnections(deps: UpkeepDeps): Promise<number> {
  const targetSystems = [...deps.connectors.keys()];
  const ids = await claimChecks(deps.database, targetSystems, { most, leaseSeconds });
  await Promise.all(ids.map((id) => checkConnection(deps, id)));
  return ids.length;
}

async function checkConnection(deps: UpkeepDeps, id: string): Promise<void> {
  await attempt(deps, id, "check", async (connector, connection) => {
    const session = await deps.openSession(connector, connection, {
      requestId: newId(),
      priority: "background",
      cause: "renewal",
    });
    await asVendorFailure(connector, () => readProof(connector, session));
    await learnCompanyName(deps, connector, { connection, session });
    await endCheck(deps.database, id);
  });
}

/** The platform may have chosen the company by its id. The connection works without the name, too. */
async function learnCompanyName(
  { database }: UpkeepDeps,
  connector: Connector,
  { connection, session }: { readonly connection: OpenConnection; readonly session: Session },
): Promise<void> {
  const { id, environment } = connection;
  if (!(await lacksCompanyName(database, id))) return;
  try {
    const companies = await asVendorFailure(connector, () =>
      companiesOf(connector, connection, session, environment ?? undefined),
    );
    await saveCompanyName(database, id, companies);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

/** Seconds. A vendor that is down for a day does not cost the connection anything. */
const firstWait = 60;
const longestWait = 3600;

/** A refusal of the grant has set the connection's state already, so it is not tried again until the end user signs in. */
async function attempt(
  deps: UpkeepDeps,
  id: string,
  work: FailedUpkeep["work"],
  run: (connector: Connector, connection: OpenConnection) => Promise<void>,
): Promise<void> {
  const { database, vault, connectors, onFault } = deps;
  try {
    const row = await findConnection(database, id);
    const connector = row && connectors.get(row.targetSystem);
    if (row === undefined || connector === undefined || row.state !== "active") return;
    await run(connector, openConnection(row, vault));
  } catch (error) {
    if (!(error instanceof Failure)) onFault(error);
    const fault = error instanceof Failure ? error.code : "internal";
    const retryAfter = error instanceof Failure ? (error.details.retryAfter ?? 0) : 0;
    const failures = (await findUpkeep(database, id))?.failures ?? 0;
    const wait = Math.min(longestWait, firstWait * 2 ** Math.min(failures, 20));
    await postponeUpkeep(database, id, { work, fault, seconds: Math.max(retryAfter, wait) });
  }
}
