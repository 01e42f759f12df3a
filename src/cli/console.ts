/** Commands about people in the console: sign-in links, sessions, and erasing a person. */
import { localUrl } from "../config.ts";
import { timestampOf } from "../contract/clocks.ts";
import { makeConsoleLink } from "../core/accounts/consoleAccess.ts";
import { erasePerson } from "../store/log/consolePeople.ts";
import {
  type ConsoleRole,
  consoleRoles,
  endSessionOf,
  endSessionsLike,
  listSessions,
  type ShownSession,
} from "../store/log/consoleSessions.ts";
import { readServiceFile } from "../store/serviceFile.ts";
import { listTenants } from "../store/tenants.ts";
import { auditShell, withStorage } from "./callers.ts";
import { type Call, CannotDo, type Command, jsonOption, WrongUsage } from "./command.ts";
import { printList, printResult } from "./table.ts";

const consoleCommand: Command = {
  name: "console",
  summary: "Print a link that signs in to the console",
  details: `The link works once, expires after 15 minutes, and opens an eight-hour session with access to all tenants.
With --tenant, the session only has access to that tenant. The roles are in docs/operate/people.md.`,
  options: {
    tenant: { takes: "tenant-id", about: "Give access to this tenant only" },
    role: { takes: "role", about: `One of ${consoleRoles.join(", ")}. Default: owner` },
    "read-only": { about: "The same as --role read-only" },
    person: { takes: "name", about: "The name in the audit log" },
    ...jsonOption,
  },
  run: (call) => {
    const role = readRole(call);
    return withStorage(call, async ({ database, config }) => {
      if (!config.signIn.links)
        throw new CannotDo("Sign-in links are turned off. Set CONSOLE_LINKS=on here and for the service to use them.");
      const tenantId = textOf(call.options["tenant"]) ?? null;
      if (tenantId !== null && !(await listTenants(database)).some(({ id }) => id === tenantId))
        throw new CannotDo(`Tenant ${tenantId} does not exist. Run "kontor tenants list" to see all tenants.`);
      const person = textOf(call.options["person"]) ?? (tenantId === null ? role : "member");
      const note = await readServiceFile(config.dataFolder);
      const baseUrl = config.baseUrl ?? note?.url ?? localUrl(config.host, config.port);
      const { id, url, expiresAt } = await makeConsoleLink(database, baseUrl, { role, tenantId, person });
      await auditShell(database, { tenantId, action: "console.link", subject: id, subjectName: person });
      printResult(call, { id, url, role, expiresDate: timestampOf(expiresAt) }, url);
    });
  },
};

function readRole({ options }: Call): ConsoleRole {
  const role = options["role"] ?? (options["read-only"] === true ? "read-only" : "owner");
  const known = consoleRoles.find((name) => name === role);
  if (known === undefined) throw new WrongUsage(`--role must be one of ${consoleRoles.join(", ")}.`);
  return known;
}

const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === "string" && value !== "" ? value.slice(0, 100) : undefined;

const seeSessions = `Run "kontor sessions list" to see all sessions and links.`;

export const peopleCommands: readonly Command[] = [
  consoleCommand,
  {
    name: "sessions list",
    summary: "List who is signed in to the console",
    details: "Includes sign-in links that nobody has used yet.",
    options: { tenant: { takes: "tenant-id", about: "Only people of this tenant" }, ...jsonOption },
    run: (call) =>
      withStorage(call, async ({ database }) => {
        const { tenant } = call.options;
        const sessions = await listSessions(database, typeof tenant === "string" ? tenant : null);
        printList(call, {
          items: sessions.map(shown),
          columns: {
            ID: ({ id }) => id,
            PERSON: ({ person }) => person,
            ROLE: ({ role }) => role,
            TENANT: ({ tenantName }) => tenantName ?? "all",
            SINCE: ({ createdDate }) => createdDate,
            "LAST SEEN": ({ kind, seenDate }) => (kind === "link" ? "link, not used yet" : seenDate),
            ADDRESS: ({ address }) => address,
          },
          empty: "Nobody is signed in.",
        });
      }),
  },
  {
    name: "sessions end",
    takes: ["session-id"],
    summary: "End a session, or withdraw a sign-in link",
    details: "The person is signed out within a second, by all processes.",
    options: { all: { about: "End all sessions of the same person" }, ...jsonOption },
    run: (call) =>
      withStorage(call, async ({ database }) => {
        const [id = ""] = call.arguments;
        const found =
          call.options["all"] === true
            ? await endSessionsLike(database, null, id)
            : [await endSessionOf(database, null, id)];
        const ended = found.filter((session) => session !== undefined);
        if (ended.length === 0) throw new CannotDo(`Session ${id} does not exist. ${seeSessions}`);
        for (const { id: subject, person, tenantId } of ended)
          await auditShell(database, { tenantId, action: "console.sessionEnded", subject, subjectName: person });
        printResult(
          call,
          { ended },
          `Ended ${ended.length === 1 ? "the session" : `${ended.length} sessions`} of ${ended[0]?.person}.`,
        );
      }),
  },
  {
    name: "people erase",
    takes: ["person"],
    summary: "Sign a person out, and erase their name",
    details: `Takes the e-mail address or the id of a person who signed in at the OpenID Connect provider, or the name of a sign-in link.
Erases their names and IP addresses in the audit log, whose entries stay, with ids. They can sign in again as long as the provider
and the settings allow it.`,
    options: jsonOption,
    run: (call) => erase(call),
  },
];

const erase = (call: Call): Promise<number> =>
  withStorage(call, async ({ database }) => {
    const [person = ""] = call.arguments;
    const { ids, auditEntries } = await erasePerson(database, person);
    if (ids.length === 0)
      throw new CannotDo(
        `Nobody called ${person} has used the console. Give the e-mail address or the id from the audit log.`,
      );
    const text = `Erased the person, and the names in ${auditEntries} entries of the audit log.`;
    printResult(call, { erasedIds: ids, auditEntries }, text);
  });

const shown = ({ createdAt, seenAt, expiresAt, name, email, address, apiKeyId, ...session }: ShownSession) => ({
  ...session,
  name: name ?? "",
  email: email ?? "",
  address: address ?? "",
  fromApiKey: apiKeyId !== null && apiKeyId !== undefined,
  createdDate: timestampOf(createdAt),
  seenDate: seenAt === null ? "" : timestampOf(seenAt),
  expiresDate: timestampOf(expiresAt),
});
