/** `verify`: proves a live connection, changes nothing, and writes down what it found. */
import { type Command, jsonOption } from "./command.ts";

export const verifyCommand: Command = {
  name: "verify",
  summary: "Prove a connection: read and check every list",
  details: `Asks the running service for everything that the connection's target system offers, only with GET, and checks
records, pages, totals, filters, orders, ledgers and documents. Exits with 1 when something is wrong.
Without keys it takes those of the demo. With --connect it makes the connection: it shows an address to sign in at.`,
  options: {
    url: { takes: "address", about: "The service, unless it is this installation's own" },
    "api-key": { takes: "key", about: "The platform's key" },
    "account-key": { takes: "key", about: "The key of the connection to prove" },
    connect: { takes: "target-system", about: "Make a connection first, with a browser on this machine" },
    report: { takes: "folder", about: "Write the report there, as Markdown and JSON" },
    record: { takes: "folder", about: "Keep the answers there, without anything personal in them" },
    replay: { takes: "folder", about: "Check such a folder instead of a connection" },
    ...jsonOption,
  },
  run: async (call) => {
    // Whoever makes a key does not carry the schemas of all records along: that is half of the time.
    const { runVerify } = await import("./runVerify.ts");
    return runVerify(call);
  },
};
