/** A process that adds entries to the audit log, several at a time. */

import { addAudit } from "../../../src/store/log/auditLog.ts";
import { openDatabase } from "../../../src/store/postgres/database.ts";

const [url = "", name = "", count = "0"] = process.argv.slice(2);
const writers = 4;
const database = openDatabase({ url, connections: writers, onLost: () => {} });

async function write(writer: number): Promise<void> {
  for (let index = 0; index < Number(count); index++)
    await addAudit(database, { role: "shell", tenantId: null, action: "test", subject: `${name}-${writer}-${index}` });
}

await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
await database.end();
