/** Runs in a network of its own, where this machine has a public address. Prints how each URL of a server on it ends. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openHttpClient } from "../../../src/core/outbound/client.ts";

const server = createServer((_request, response) => response.end("reached"));
await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
const { port } = server.address() as AddressInfo;

async function reach(allowPrivate: readonly string[]): Promise<string> {
  const outbound = openHttpClient({ allowPrivate });
  const request = { method: "GET", deadlineMs: 3000, maxBytes: 1000, purpose: "supplied" } as const;
  try {
    const { bytes } = await outbound.fetchBytes({ ...request, url: `http://${process.argv[2]}:${port}/` });
    return bytes.toString();
  } catch (error) {
    return (error as Error).name === "Error" ? String(error) : ((error as { reason?: string }).reason ?? String(error));
  } finally {
    await outbound.close();
  }
}

process.stdout.write(`${await reach([])} ${await reach([process.argv[2] ?? ""])}\n`);
server.close();
