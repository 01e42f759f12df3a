/**
 * Tries the tokens of all connections after a restore. Refresh tokens that were replaced after the backup are lost, and only
 * the vendor knows which: it refuses them, and the connection then needs a new sign-in.
 */
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { listConnectionsToTry } from "../../store/backup/restored.ts";
import { findConnection } from "../../store/connections.ts";
import { openConnection } from "../accounts/connection.ts";
import type { UpkeepDeps } from "./upkeep.ts";

/** Target systems whose connections have refresh tokens. */
export const systemsWithRefreshTokens = (connectors: Iterable<Connector>): string[] =>
  [...connectors].filter(({ signIn }) => signIn.kind === "oauth2").map(({ id }) => id);

const atOnce = 8;

export async function tryRestoredConnections(deps: UpkeepDeps): Promise<void> {
  const systems = systemsWithRefreshTokens(deps.connectors.values());
  const pending = await listConnectionsToTry(deps.database, systems);
  const work = async (): Promise<void> => {
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) await tryConnection(deps, next.id);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function tryConnection({ database, vault, connectors, tokens, onFault }: UpkeepDeps, id: string): Promise<void> {
  try {
    const row = await findConnection(database, id);
    const connector = connectors.get(row?.targetSystem ?? "");
    if (row === undefined || connector === undefined || row.state !== "active" || !row.isEnabled) return;
    const connection = openConnection(row, vault);
    if (connection.credentials["refreshToken"] !== undefined) await tokens.renew(connector, connection);
  } catch (error) {
    // A refusal has set the connection's state. If the vendor is not available, the next request tries again.
    if (!(error instanceof Failure)) onFault(error);
  }
}
