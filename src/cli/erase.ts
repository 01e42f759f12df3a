/** The commands `connections erase` and `tenants delete`, which print a receipt of what was erased. */
import { timestampOf } from "../contract/clocks.ts";
import { findConnection, listConnections } from "../store/connections.ts";
import { eraseConnection, eraseTenant, listReceipts, type Receipt, startDeletion } from "../store/erasure/erase.ts";
import { listTenants } from "../store/tenants.ts";
import { auditShell, withStorage } from "./callers.ts";
import { type Call, CannotDo, type Command, jsonOption } from "./command.ts";
import { formatTable, printList, printResult } from "./table.ts";

const options = {
  force: { about: "Erase even if access at the vendors was not revoked" },
  ...jsonOption,
} as const;

const isForced = ({ options: { force } }: Call): boolean => force === true;

export const eraseConnectionCommand: Command = {
  name: "connections erase",
  takes: ["connection-id"],
  summary: "Erase everything that is stored about a connection",
  details: `The worker does this by itself, ENDED_CONNECTION_MINUTES after a connection ended. To do it now, end the connection
first, in the console or with DELETE /auth/connection, so that its access at the vendor is revoked. Prints a receipt. The
audit log is kept, and backups keep what they contain.`,
  options,
  run: (call) =>
    withStorage(call, async ({ database }) => {
      const [id = ""] = call.arguments;
      const connection = await findConnection(database, id);
      if (connection === undefined) throw new CannotDo(`Connection ${id} does not exist.`);
      if (connection.state !== "disabled" && !isForced(call))
        throw new CannotDo(
          `Connection ${id} has not ended. End it first, so that its access at the vendor is revoked, or add --force.`,
        );
      const receipt = await eraseConnection(database, id, "shell");
      if (receipt === undefined) throw new CannotDo(`Another process is erasing connection ${id}.`);
      printReceipt(call, { connectionId: id }, receipt);
    }),
};

export const deleteTenantCommand: Command = {
  name: "tenants delete",
  takes: ["tenant-id"],
  summary: "Delete a tenant and everything that is stored about it",
  details: `Disable the tenant and end its connections first, so that vendors' access is revoked, or let the worker do all of it
with "kontor tenants end". Prints a receipt. The audit log is kept, and backups keep what they contain.`,
  options,
  run: (call) =>
    withStorage(call, async ({ database }) => {
      const [id = ""] = call.arguments;
      const tenant = (await listTenants(database)).find((candidate) => candidate.id === id);
      if (tenant === undefined)
        throw new CannotDo(`Tenant ${id} does not exist. Run "kontor tenants list" to see all tenants.`);
      if (tenant.disabledAt === null)
        throw new CannotDo(`Tenant ${id} is not disabled. Run: kontor tenants disable ${id}`);
      const open = await listConnections(database, { tenantId: id, isOpen: true });
      if (open.length > 0 && !isForced(call))
        throw new CannotDo(
          `Tenant ${id} has ${open.length} connections that have not ended. End them first, so that access at the vendors is revoked, or add --force.`,
        );
      const receipt = await eraseTenant(database, id, "shell");
      if (receipt === undefined) throw new CannotDo(`Another process is erasing tenant ${id}.`);
      printReceipt(call, { tenantId: id }, receipt);
    }),
};

export const endTenantCommand: Command = {
  name: "tenants end",
  takes: ["tenant-id"],
  summary: "Let the worker disconnect and erase a tenant",
  details: `Disable the tenant first. The worker revokes the access at the vendors, then erases everything, usually within a
minute. "kontor erasures list" shows the receipt. "kontor tenants enable" stops it only if the worker has not begun.`,
  options: jsonOption,
  run: (call) =>
    withStorage(call, async ({ database }) => {
      const [id = ""] = call.arguments;
      if (!(await startDeletion(database, id)))
        throw new CannotDo(`Tenant ${id} does not exist, or is not disabled. Run: kontor tenants disable ${id}`);
      await auditShell(database, { tenantId: id, action: "tenant.end", subject: id });
      printResult(call, { id, state: "ending" }, `The worker erases tenant ${id} now.`);
    }),
};

export const erasuresCommand: Command = {
  name: "erasures list",
  summary: "List the receipts of erasures",
  options: { tenant: { takes: "tenant-id", about: "Only erasures of this tenant and its connections" }, ...jsonOption },
  run: (call) =>
    withStorage(call, async ({ database }) => {
      const { tenant } = call.options;
      printList(call, {
        items: await listReceipts(database, { tenantId: typeof tenant === "string" ? tenant : undefined }),
        columns: {
          ERASED: ({ erasedAt }) => timestampOf(erasedAt),
          KIND: ({ kind }) => kind,
          ID: ({ subject }) => subject,
          TENANT: ({ tenantId }) => tenantId,
          ROWS: ({ erasedRows }) => String(Object.values(erasedRows).reduce((sum, count) => sum + count, 0)),
        },
        empty: "Nothing was erased yet.",
      });
    }),
};

function printReceipt(
  { options: { json }, terminal }: Call,
  about: Readonly<Record<string, string>>,
  { erasedAt, erasedRows }: Receipt,
) {
  const receipt = { ...about, erasedDate: timestampOf(erasedAt), erasedRows, kept: ["audit_log"] };
  if (json === true) return terminal.print(JSON.stringify(receipt, null, 2));
  const rows = Object.entries(erasedRows).map(([table, count]) => [table, `${count} rows`]);
  const facts = Object.entries(about).map(([name, id]) => `${name}: ${id}`);
  terminal.print(
    [
      "Receipt of an erasure",
      ...facts,
      `erasedDate: ${receipt.erasedDate}`,
      rows.length === 0 ? "Nothing was stored." : formatTable(rows, "  "),
      "Kept: the audit log. Backups keep what they contain until you delete them.",
    ].join("\n"),
  );
}
