/** Exports everything that is stored about connections, without secrets. It follows the data map, as erasure does. */
import { type SealedColumn, sealedColumns } from "../masterKeys.ts";
import { type Database, type Queryable, transaction } from "../postgres/database.ts";
import { dataMap } from "./dataMap.ts";

/**
 * What becomes of values that are not plain: `open` decrypts JSON, `file` decrypts bytes, `secret` leaves out credentials and
 * URLs that may contain some, `hash` leaves out what has no meaning elsewhere. Every such column has to be here.
 */
export const exportedColumns: Readonly<Record<string, Readonly<Record<string, "open" | "file" | "secret" | "hash">>>> =
  {
    account_keys: { hash: "hash" },
    ambiguous_notices: { notice: "open" },
    assistant_codes: { hash: "hash" },
    assistant_grants: { person_hash: "hash" },
    assistant_questions: { token_hash: "hash", subject: "hash", message: "open" },
    assistant_requests: { token_hash: "hash", browser_hash: "hash", code_hash: "hash", person_hash: "hash" },
    assistant_tokens: { hash: "hash" },
    connections: { credentials: "secret" },
    end_user_pages: { token_hash: "hash", browser_hash: "hash", return_url: "secret" },
    events: { change: "hash" },
    import_entries: { request: "secret", token_hash: "hash", account_key: "secret" },
    flows: { token_hash: "hash", state_hash: "hash", browser_hash: "hash", secrets: "secret" },
    operations: { fingerprint: "hash", request: "open", reply: "open", answer: "open", stored: "open" },
    record_snapshots: { fingerprint: "hash" },
    request_bodies: { bodies: "open" },
    search_terms: { hash: "hash" },
    subscriptions: { secret: "secret", previous_secret: "secret", address: "secret", address_hash: "hash" },
    task_blocks: { body: "open" },
    task_files: { bytes: "file" },
    task_results: { body: "open" },
    tasks: { request: "open", job: "secret" },
    vendor_subscriptions: { token_hash: "hash", address: "secret", facts: "secret" },
  };

export type ExportedRow = Readonly<Record<string, unknown>>;
export type Export = Readonly<Record<string, readonly ExportedRow[]>>;

export type OpenValue = (
  column: { readonly table: string; readonly row: string; readonly column: string },
  blob: Buffer,
) => Buffer;

/** The rows of all tables, as of one moment. Tables without any are left out. */
export const exportConnections = (database: Database, ids: readonly string[], open: OpenValue): Promise<Export> =>
  transaction(database, async (client) => {
    await client.query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    await client.query("SET LOCAL statement_timeout = 0");
    const tables: Record<string, ExportedRow[]> = {};
    for (const { table, ofConnections } of dataMap) {
      if (ofConnections === undefined) continue;
      const rows = await exportTable(client, { table, condition: ofConnections, ids, open });
      if (rows.length > 0) tables[table] = rows;
    }
    return tables;
  });

interface TableExport {
  readonly table: string;
  readonly condition: string;
  readonly ids: readonly string[];
  readonly open: OpenValue;
}

async function exportTable(client: Queryable, { table, condition, ids, open }: TableExport): Promise<ExportedRow[]> {
  const columns = exportedColumns[table] ?? {};
  const { rows } = await client.query<{ row: ExportedRow }>(
    `SELECT to_jsonb(r) AS row FROM (SELECT * FROM ${table} WHERE ${condition}) AS r`,
    [ids],
  );
  return rows.map(({ row }) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
        const kind = columns[name];
        if (kind === undefined) return [[name, value]];
        if (kind === "secret" || kind === "hash" || typeof value !== "string") return [];
        const opened = openValue(row, sealedColumn(table, name), bytesOf(value), open);
        return [[name, kind === "file" ? opened.toString("base64") : asJson(opened.toString("utf8"))]];
      }),
    ),
  );
}

function openValue(row: ExportedRow, sealed: SealedColumn, blob: Buffer, open: OpenValue): Buffer {
  const { table, placeTable = table, column, key } = sealed;
  return open({ table: placeTable, row: key.map((name) => String(row[name])).join(" "), column }, blob);
}

function sealedColumn(table: string, column: string): SealedColumn {
  const sealed = sealedColumns.find((candidate) => candidate.table === table && candidate.column === column);
  if (sealed === undefined) throw new Error(`The column ${table}.${column} is not in the list of encrypted columns.`);
  return sealed;
}

/** PostgreSQL writes bytes in JSON as `\x` and hex digits. */
const bytesOf = (text: string): Buffer => Buffer.from(text.slice(2), "hex");

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
