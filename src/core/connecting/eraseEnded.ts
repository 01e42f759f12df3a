/** The worker's duty: erases ended connections, and tenants that are to be deleted with all their connections. */
import type { Connector } from "../../contract/connector.ts";
import { endConnection, findConnection, listConnections } from "../../store/connections.ts";
import { eraseConnection, eraseTenant, findEndedConnections, findEndingTenants } from "../../store/erasure/erase.ts";
import { addAudit } from "../../store/log/auditLog.ts";
import { openConnection } from "../accounts/connection.ts";
import type { Vault } from "../secrets/vault.ts";
import { type ConnectionDeps, disconnect } from "./manageConnection.ts";

export interface ErasureDeps extends ConnectionDeps {
  readonly vault: Vault;
  readonly connectors: ReadonlyMap<string, Connector>;
  /** How long an ended connection is kept, so that the last events can be delivered. */
  readonly endedMinutes: number;
  readonly onFault: (error: unknown) => void;
}

export async function eraseEnded(deps: ErasureDeps): Promise<void> {
  const { database, endedMinutes, onFault } = deps;
  // One that cannot be erased must not keep the others; it is tried again in the next run.
  for (const id of await findEndedConnections(database, endedMinutes))
    await eraseConnection(database, id, "service").catch(onFault);
  for (const id of await findEndingTenants(database)) {
    await endConnections(deps, id);
    await eraseTenant(database, id, "service").catch(onFault);
  }
}

/** Revokes the access at the vendors first. A vendor that cannot be reached does not stop the erasure. */
async function endConnections(deps: ErasureDeps, tenantId: string): Promise<void> {
  const { database, vault, connectors, onFault } = deps;
  for (const { id } of await listConnections(database, { tenantId, isOpen: true })) {
    const connection = await findConnection(database, id);
    if (connection === undefined) continue;
    try {
      await disconnect(deps, connectors.get(connection.targetSystem), openConnection(connection, vault));
    } catch (error) {
      onFault(error);
      await endConnection(database, id);
    }
    await addAudit(database, { role: "service", tenantId, action: "connection.end", subject: id });
  }
}
