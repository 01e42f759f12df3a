/** The commands of the audit log: verify its chain, export it. */
import { timestampOf } from "../contract/clocks.ts";
import { type AuditHead, verifyAudit } from "../store/log/auditChain.ts";
import { type AuditRow, readAudit } from "../store/log/auditLog.ts";
import { withStorage } from "./callers.ts";
import { type Call, CannotDo, type Command, jsonOption, WrongUsage } from "./command.ts";

export const auditCommands: readonly Command[] = [
  {
    name: "audit verify",
    summary: "Verify that no entry was changed or removed",
    details: `Computes the hash of every entry again, and names the first one that is not as it was written. Keep the printed head
in another place: with --head, the command also notices if the whole log was written again since then.`,
    options: { head: { takes: "id:hash", about: "A head that an earlier run printed" }, ...jsonOption },
    run: (call) => {
      const known = readHead(call.options["head"]);
      return withStorage(call, async ({ database }) => {
        const report = await verifyAudit(database, known);
        const { entries, erasedNames, checkpoint, head, fault } = report;
        if (call.options["json"] === true) call.terminal.print(JSON.stringify(report, null, 2));
        if (fault !== null) throw new CannotDo(`The audit log is not as it was written. ${fault.message}`);
        if (call.options["json"] === true) return;
        const erased =
          erasedNames === 0 ? "" : `, ${erasedNames} of them without names (their tenant or person was erased)`;
        const since =
          checkpoint === null ? "" : ` after entry ${checkpoint.id}; older ones were deleted by AUDIT_LOG_DAYS`;
        call.terminal.print(
          `The audit log is complete: ${entries} entries${erased}${since}.\nHead: ${head.id}:${head.hash}`,
        );
      });
    },
  },
  {
    name: "audit export",
    summary: "Print the audit log as JSON lines",
    details: "One entry a line, oldest first, with its hash and that of the entry before it.",
    options: {
      tenant: { takes: "tenant-id", about: "Only entries about this tenant" },
      from: { takes: "time", about: "Only entries at or after this time, such as 2026-11-18T03:00:00Z" },
      to: { takes: "time", about: "Only entries before this time" },
      action: { takes: "action", about: "Only this action, such as connection.end, or a group, such as connection" },
      ...jsonOption,
    },
    run: (call) => {
      const query = {
        tenantId: textOf(call, "tenant"),
        from: readTime(call, "from"),
        to: readTime(call, "to"),
        action: textOf(call, "action"),
      };
      return withStorage(call, async ({ database }) => {
        for await (const entry of readAudit(database, query)) call.terminal.print(JSON.stringify(exported(entry)));
      });
    },
  },
];

function readHead(value: string | boolean | undefined): AuditHead | undefined {
  if (typeof value !== "string") return undefined;
  const [, id, hash] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(value) ?? [];
  if (id === undefined || hash === undefined)
    throw new WrongUsage(`--head must be the id and hash that "kontor audit verify" printed, such as 42:9f…`);
  return { id, hash };
}

function readTime(call: Call, name: string): Date | undefined {
  const text = textOf(call, name);
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime()))
    throw new WrongUsage(`--${name} must be a time such as 2026-11-18T03:00:00Z.`);
  return time;
}

const textOf = ({ options }: Call, name: string): string | undefined => {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
};

/** All that the hashes are made of. */
const exported = ({ at, ...entry }: AuditRow) => ({ ...entry, at: timestampOf(at) });
