/** A link that opens the console once. */
import { localUrl } from "../config.ts";
import { makeConsoleLink } from "../core/accounts/consoleAccess.ts";
import { addAudit } from "../store/log/auditLog.ts";
import { readServiceFile } from "../store/serviceFile.ts";
import { listTenants } from "../store/tenants.ts";
import { inHouse } from "./callers.ts";
import { CannotDo, type Command } from "./command.ts";

export const consoleCommand: Command = {
  name: "console",
  summary: "Print a link that signs in to the console",
  details: `It works once, for 15 minutes, and opens a session of eight hours that sees all tenants.
With --tenant it is for people of that tenant, who see nothing else.`,
  options: {
    tenant: { takes: "tenant-id", about: "For people of this tenant" },
    "read-only": { about: "Who may look, and change nothing; with --tenant" },
    person: { takes: "name", about: "Whom the audit log names" },
  },
  run: (call) =>
    inHouse(call, async ({ database, config }) => {
      const tenantId = textOf(call.options["tenant"]) ?? null;
      if (tenantId !== null && !(await listTenants(database)).some(({ id }) => id === tenantId))
        throw new CannotDo(`There is no tenant ${tenantId}. "kontor tenants list" shows the tenants.`);
      const role = tenantId === null ? "operator" : call.options["read-only"] === true ? "viewer" : "member";
      const person = textOf(call.options["person"]) ?? (tenantId === null ? "operator" : "member");
      const note = await readServiceFile(config.dataFolder);
      const baseUrl = config.baseUrl ?? note?.url ?? localUrl(config.host, config.port);
      const { url } = await makeConsoleLink(database, baseUrl, { role, tenantId, person });
      await addAudit(database, { role: "shell", person: "shell", tenantId, action: "console.link", subject: person });
      call.terminal.print(url);
    }),
};

const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === "string" && value !== "" ? value.slice(0, 100) : undefined;
