/** Verifies the chain of the audit log, and deletes its oldest entries so that the rest can still be verified. */
import { createHash } from "node:crypto";
import { type Database, type Queryable, transaction } from "../postgres/database.ts";
import { deleteInBatches } from "../postgres/deleteInBatches.ts";
import { type AuditRow, addAudit, personErasure, readAudit } from "./auditLog.ts";

/** The end of a chain: the number and the hash of an entry. */
export interface AuditHead {
  readonly id: string;
  /** Hex digits. Empty before the first entry. */
  readonly hash: string;
}

export interface AuditFault {
  /** The first entry that is not as it was written. */
  readonly entryId: string;
  readonly kind: "changed" | "removed" | "inserted" | "truncated" | "names" | "checkpoint";
  readonly message: string;
}

export interface AuditReport {
  readonly entries: number;
  /** Entries whose names were erased with their tenant or their person. */
  readonly erasedNames: number;
  /** Older entries were deleted because of their age, up to this one. */
  readonly checkpoint: AuditHead | null;
  readonly head: AuditHead;
  readonly fault: AuditFault | null;
}

/** `known` is a head that was noted earlier, in another place. */
export const verifyAudit = (database: Database, known?: AuditHead): Promise<AuditReport> =>
  transaction(database, async (client) => {
    // All tables as of one moment, while others write.
    await client.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    const checkpoint = await findCheckpoint(client);
    const head = await readHead(client);
    const erased: Erased = { tenants: await readTenants(client), people: await readErasedPeople(client) };
    const pruned = Number(checkpoint?.id ?? 0);
    let last: AuditHead = checkpoint ?? { id: "0", hash: "" };
    let entries = 0;
    let erasedNames = 0;
    let isCheckpointRecorded = checkpoint === null;
    let isKnownSeen = known === undefined;
    const report = (fault: AuditFault | null): AuditReport => ({ entries, erasedNames, checkpoint, head, fault });
    for await (const entry of readAudit(client)) {
      // The rest of entries that are being deleted.
      if (Number(entry.id) <= pruned) continue;
      const fault = faultOf(entry, last) ?? faultOfNames(entry, erased) ?? faultOfKnown(entry, known);
      if (fault !== undefined) return report(fault);
      if (Number(entry.id) > Number(head.id))
        return report({
          entryId: entry.id,
          kind: "inserted",
          message: `Entry ${entry.id} follows the last entry that Kontor wrote (${head.id}).`,
        });
      entries += 1;
      if (entry.namesHash !== null && entry.salt === null) erasedNames += 1;
      if (entry.action === pruneAction && entry.subject === subjectOf(checkpoint)) isCheckpointRecorded = true;
      if (entry.id === known?.id) isKnownSeen = true;
      last = entry;
    }
    if (last.id !== head.id || last.hash !== head.hash)
      return report({
        entryId: String(Number(last.id) + 1),
        kind: "truncated",
        message: `The log ends with entry ${last.id}, but Kontor wrote entries up to ${head.id}.`,
      });
    if (!isKnownSeen && Number(known?.id) > pruned)
      return report({
        entryId: String(Number(last.id) + 1),
        kind: "truncated",
        message: `The log ends with entry ${last.id}, but it had an entry ${known?.id} before.`,
      });
    if (!isCheckpointRecorded)
      return report({
        entryId: checkpoint?.id ?? "0",
        kind: "checkpoint",
        message: `Entries up to ${checkpoint?.id} are missing, and no entry says that they were deleted because of their age.`,
      });
    return report(null);
  });

function faultOf(entry: AuditRow, last: AuditHead): AuditFault | undefined {
  const expected = Number(last.id) + 1;
  if (Number(entry.id) !== expected)
    return {
      entryId: String(expected),
      kind: "removed",
      message: `Entry ${expected} is missing: entry ${last.id} is followed by entry ${entry.id}.`,
    };
  if (hashOf(entry) !== entry.hash)
    return {
      entryId: entry.id,
      kind: "changed",
      message: `Entry ${entry.id} does not match its hash: it was changed.`,
    };
  if (entry.previousHash !== last.hash)
    return {
      entryId: last.id === "0" ? entry.id : last.id,
      kind: "changed",
      message: `Entry ${entry.id} was written after another entry ${last.id} than the stored one: it was replaced.`,
    };
  return undefined;
}

/** Whose names may be missing. */
interface Erased {
  /** Those that still exist. */
  readonly tenants: ReadonlySet<string>;
  /** The ids of people who were erased, and of their sessions. */
  readonly people: ReadonlySet<string>;
}

function faultOfNames(entry: AuditRow, { tenants, people }: Erased): AuditFault | undefined {
  const fault = (message: string): AuditFault => ({ entryId: entry.id, kind: "names", message });
  if (entry.salt === null) {
    if (entry.namesHash === null) return undefined;
    const isOfTenant = entry.tenantId !== null && !tenants.has(entry.tenantId);
    const isOfPerson = people.has(entry.actorId ?? "") || people.has(entry.subject ?? "");
    if (isOfTenant || isOfPerson) return undefined;
    return fault(`The names of entry ${entry.id} are missing, but neither its tenant was deleted nor a person erased.`);
  }
  if (namesHashOf(entry) === entry.namesHash) return undefined;
  return fault(`The names or the IP address of entry ${entry.id} were changed.`);
}

function faultOfKnown({ id, hash }: AuditRow, known: AuditHead | undefined): AuditFault | undefined {
  if (known === undefined || known.id !== id || known.hash === hash) return undefined;
  return { entryId: id, kind: "changed", message: `Entry ${id} had the hash ${known.hash} before.` };
}

const hashOf = (entry: AuditRow): string =>
  sha256([
    Number(entry.id),
    entry.time,
    entry.role,
    entry.actorId,
    entry.tenantId,
    entry.action,
    entry.subject,
    entry.isRefused,
    entry.namesHash,
    entry.previousHash,
  ]);

const namesHashOf = ({ salt, person, subjectName, address }: AuditRow): string =>
  sha256([salt, person, subjectName, address]);

/** PostgreSQL writes a space after each comma. */
const sha256 = (values: readonly unknown[]): string =>
  createHash("sha256")
    .update(`[${values.map((value) => JSON.stringify(value)).join(", ")}]`)
    .digest("hex");

async function readHead(client: Queryable): Promise<AuditHead> {
  const { rows } = await client.query<AuditHead>(
    "SELECT last_id::text AS id, encode(hash, 'hex') AS hash FROM audit_head",
  );
  return rows[0] ?? { id: "0", hash: "" };
}

async function findCheckpoint(client: Queryable): Promise<AuditHead | null> {
  const { rows } = await client.query<AuditHead>(
    "SELECT last_id::text AS id, encode(hash, 'hex') AS hash FROM audit_checkpoints ORDER BY last_id DESC LIMIT 1",
  );
  return rows[0] ?? null;
}

async function readTenants(client: Queryable): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>("SELECT id FROM tenants");
  return new Set(rows.map(({ id }) => id));
}

/** Entries that were added by hand would break the chain, which is verified as well. */
async function readErasedPeople(client: Queryable): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>("SELECT subject AS id FROM audit_log WHERE action = $1", [
    personErasure,
  ]);
  return new Set(rows.map(({ id }) => id));
}

const pruneAction = "audit.prune";
const subjectOf = (checkpoint: AuditHead | null): string => `${checkpoint?.id}:${checkpoint?.hash}`;

/** Deletes entries after this many days; 0 keeps all. A checkpoint and an entry say up to where. */
export async function pruneAudit(database: Database, days: number): Promise<void> {
  if (days === 0) return;
  const checkpoint = await transaction(database, async (client) => {
    const { rows } = await client.query<AuditHead>(
      `INSERT INTO audit_checkpoints (last_id, hash)
       SELECT id, hash FROM audit_log WHERE id = coalesce(
         (SELECT id - 1 FROM audit_log WHERE at >= cautious_now() - make_interval(days => $1) ORDER BY id LIMIT 1),
         (SELECT max(id) FROM audit_log))
         -- Otherwise every run would add an entry about the few that it deletes.
         AND (SELECT at FROM audit_log ORDER BY id LIMIT 1) < cautious_now() - make_interval(days => $1 + 1)
       ON CONFLICT DO NOTHING RETURNING last_id::text AS id, encode(hash, 'hex') AS hash`,
      [days],
    );
    const [made] = rows;
    if (made === undefined) return findCheckpoint(client);
    await client.query("DELETE FROM audit_checkpoints WHERE last_id < $1", [made.id]);
    await addAudit(client, { role: "service", tenantId: null, action: pruneAction, subject: subjectOf(made) });
    return made;
  });
  if (checkpoint === null) return;
  await deleteInBatches(database, { from: "audit_names", where: "entry_id <= $1", values: [checkpoint.id] });
  await deleteInBatches(database, { from: "audit_log", where: "id <= $1", values: [checkpoint.id] });
}
