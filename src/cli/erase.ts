/** The commands `connections erase` and `tenants delete`, which print a receipt of what was erased. */
import { timestampOf } from "../contract/timestamp.ts";
import { findConnection, listConnections } from "../store/connections.ts";
import { type ErasedRows, eraseConnection, eraseTenant } from "../store/erasure/erase.ts";
import { listTenants } from "../store/tenants.ts";
import { auditShell, withStorage } from "./callers.ts";
import { type Call, CannotDo, type Command, jsonOption } from "./command.ts";
import { formatTable } from "./table.ts";

const options = {
  force: { about: "Erase even if access at the vendors was not revoked" },
  ...jsonOption,
} as const;

const isForced = ({ options: { force } }: Call): boolean => force === true;

export const eraseConnectionCommand: Command = {
  name: "connections erase",
  takes: ["connection-id"],
  summary: "Erase everything that is stored about a connection",
  details: `End the connection first, in the console or with DELETE /auth/connection, so that its access at the vendor is
revoked. Prints a receipt. The audit log is kept, and backups keep what they contain.`,
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
      const erased = await eraseConnection(database, id);
      await auditShell(database, { tenantId: connection.tenantId, action: "connection.erase", subject: id });
      printReceipt(call, { connectionId: id }, erased);
    }),
};

export const deleteTenantCommand: Command = {
  name: "tenants delete",
  takes: ["tenant-id"],
  summary: "Delete a tenant and everything that is stored about it",
  details: `Disable the tenant and end its connections first, so that vendors' access is revoked. Prints a receipt. The audit log
is kept, and backups keep what they contain.`,
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
      const erased = await eraseTenant(database, id);
      await auditShell(database, { tenantId: id, action: "tenant.delete", subject: id });
      printReceipt(call, { tenantId: id }, erased);
    }),
};

function printReceipt(
  { options: { json }, terminal }: Call,
  about: Readonly<Record<string, string>>,
  erased: ErasedRows,
) {
  const receipt = { ...about, erasedDate: timestampOf(new Date()), erasedRows: erased, kept: ["audit_log"] };
  if (json === true) return terminal.print(JSON.stringify(receipt, null, 2));
  const rows = Object.entries(erased).map(([table, count]) => [table, `${count} rows`]);
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
