/** The `verify` command: checks a live connection with read requests and reports the results. */
import { type Command, jsonOption } from "./command.ts";

export const verifyCommand: Command = {
  name: "verify",
  summary: "Verify a connection by reading and checking every list",
  details: `Reads everything that the connection's target system supports through the running service, with GET only, and checks
records, pages, totals, filters, sort orders, ledgers and documents. Exits with 1 if a check fails.
Default keys: the demo's. With --connect, it prints a URL to sign in at and creates the connection first.`,
  options: {
    url: { takes: "url", about: "The URL of the service, if it is not this installation" },
    "api-key": { takes: "key", about: "The tenant's API key" },
    "account-key": { takes: "key", about: "The account key of the connection to verify" },
    company: { takes: "id", about: "The company to verify, if the connection has none" },
    environment: { takes: "name", about: "The environment to verify, if the connection has none" },
    connect: { takes: "target-system", about: "Create a connection first, with a browser on this machine" },
    report: { takes: "folder", about: "Write the report to this folder, as Markdown and JSON" },
    record: { takes: "folder", about: "Save the responses to this folder, without personal data" },
    replay: { takes: "folder", about: "Check a recorded folder instead of a connection" },
    ...jsonOption,
  },
  run: async (call) => {
    // Loaded on demand, because loading all schemas takes half of the start time.
    const { runVerify } = await import("./runVerify.ts");
    return runVerify(call);
  },
};
