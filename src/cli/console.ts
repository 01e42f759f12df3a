/** The `console` command: creates a one-time sign-in link. */
import { localUrl } from "../config.ts";
import { timestampOf } from "../contract/timestamp.ts";
import { makeConsoleLink } from "../core/accounts/consoleAccess.ts";
import { readServiceFile } from "../store/serviceFile.ts";
import { listTenants } from "../store/tenants.ts";
import { auditShell, withStorage } from "./callers.ts";
import { CannotDo, type Command, jsonOption } from "./command.ts";
import { printResult } from "./table.ts";

export const consoleCommand: Command = {
  name: "console",
  summary: "Print a link that signs in to the console",
  details: `The link works once, expires after 15 minutes, and opens an eight-hour session with access to all tenants.
With --tenant, the session only has access to that tenant.`,
  options: {
    tenant: { takes: "tenant-id", about: "Give access to this tenant only" },
    "read-only": { about: "Read-only access; with --tenant" },
    person: { takes: "name", about: "The name in the audit log" },
    ...jsonOption,
  },
  run: (call) =>
    withStorage(call, async ({ database, config }) => {
      const tenantId = textOf(call.options["tenant"]) ?? null;
      if (tenantId !== null && !(await listTenants(database)).some(({ id }) => id === tenantId))
        throw new CannotDo(`Tenant ${tenantId} does not exist. Run "kontor tenants list" to see all tenants.`);
      const role = tenantId === null ? "operator" : call.options["read-only"] === true ? "viewer" : "member";
      const person = textOf(call.options["person"]) ?? (tenantId === null ? "operator" : "member");
      const note = await readServiceFile(config.dataFolder);
      const baseUrl = config.baseUrl ?? note?.url ?? localUrl(config.host, config.port);
      const { id, url, expiresAt } = await makeConsoleLink(database, baseUrl, { role, tenantId, person });
      await auditShell(database, { tenantId, action: "console.link", subject: id, subjectName: person });
      printResult(call, { id, url, expiresDate: timestampOf(expiresAt) }, url);
    }),
};

const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === "string" && value !== "" ? value.slice(0, 100) : undefined;
