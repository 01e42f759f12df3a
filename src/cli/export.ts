/** The command `connections export`: everything that is stored about an end user. */
import { timestampOf } from "../contract/clocks.ts";
import { findConnection, listConnections } from "../store/connections.ts";
import { exportConnections } from "../store/erasure/export.ts";
import { auditShell, withStorage } from "./callers.ts";
import { CannotDo, type Command, jsonOption } from "./command.ts";

export const exportCommand: Command = {
  name: "connections export",
  takes: ["connection-id"],
  summary: "Print everything that is stored about an end user",
  details: `As JSON, by table, without secrets: credentials, keys and signing secrets are left out, and so are URLs that may contain
some. Encrypted content, such as the bodies of writes, is decrypted. Handle the output with care.`,
  options: {
    "end-user": { about: "All connections of the same end user, by the id that the platform sent" },
    ...jsonOption,
  },
  run: (call) =>
    withStorage(call, async ({ database, vault }) => {
      const [id = ""] = call.arguments;
      const connection = await findConnection(database, id);
      if (connection === undefined) throw new CannotDo(`Connection ${id} does not exist.`);
      const { tenantId, endUserId } = connection;
      if (call.options["end-user"] === true && endUserId === null)
        throw new CannotDo(`The platform sent no id of the end user for connection ${id}. Run it without --end-user.`);
      const connections =
        call.options["end-user"] === true && endUserId !== null
          ? (await listConnections(database, { tenantId, endUserId })).map((found) => found.id)
          : [id];
      const tables = await exportConnections(database, connections, vault.openBytes);
      await auditShell(database, { tenantId, action: "connection.export", subject: id });
      const document = { tenantId, connectionIds: connections, exportedDate: timestampOf(new Date()), tables };
      call.terminal.print(JSON.stringify(document, null, 2));
    }),
};
