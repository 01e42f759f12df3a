/** The example receivers of the guide accept our deliveries and nothing else. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { startDeliverer } from "../../src/core/delivering/deliverer.ts";
import { openHttpClient } from "../../src/core/outbound/client.ts";
import { newSigningSecret } from "../../src/core/secrets/signature.ts";
import { migrate, openDatabase } from "../../src/store/postgres/database.ts";
import { databaseForTest } from "../support/database.ts";
import { hmac } from "../support/platform.ts";
import { ledgerOf, recordEvents, rigVault, subscribe } from "./deliveries/rig.ts";

const file = (name: string): string => new URL(`../../docs/snippets/${name}`, import.meta.url).pathname;

const languages = [
  { name: "TypeScript", snippet: "receive.ts", run: () => [process.execPath, file("receive.ts")] },
  { name: "Python", snippet: "receive.py", run: () => ["python3", file("receive.py")] },
  {
    name: "PHP",
    snippet: "receive.php",
    run: (port: string) => ["php", "-S", `127.0.0.1:${port}`, file("receive.php")],
  },
] as const;

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return String(typeof address === "object" ? address?.port : "");
}

async function start([program = "", ...parameters]: readonly string[], settings: Record<string, string>) {
  const child = spawn(program, parameters, {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  return () => printed.trim().split("\n");
}

async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(url, { method: "POST", body, headers }).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.status ?? 0;
}

/** Stops when the test ends. */
function deliver(databaseUrl: string): void {
  const database = openDatabase({ url: databaseUrl, connections: 5, onLost: () => {} });
  const outbound = openHttpClient({ allowPrivate: true });
  const deliverer = startDeliverer({
    database,
    outbound,
    vault: rigVault(),
    now: Date.now,
    random: Math.random,
    batches: () => false,
    onFault: () => {},
    onLeaseLost: () => {},
  });
  onTestFinished(async () => {
    await deliverer.stop();
    await outbound.close();
    await database.end();
  });
}

describe.each(languages)("$name", ({ run }) => {
  const [program = ""] = run("");
  test("accepts our deliveries and refuses forged ones", async (context) => {
    const isInstalled = spawnSync("which", [program]).status === 0;
    context.skip(!isInstalled, `${program} is not installed on this machine`);
    const { database, url: databaseUrl } = await databaseForTest();
    await migrate(database);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/events`;
    const { id, connectionId, secret } = await subscribe(database, url);
    const printed = await start(run(port), { PORT: port, WEBHOOK_SECRET: secret });

    const forged = (hex: string) => post(url, "{}", { "x-service-signature": hex });
    await expect.poll(() => forged(hmac(newSigningSecret(), "{}")), { timeout: 10_000 }).toBe(401);
    expect(await forged("")).toBe(401);
    expect(await post(url, "{}", {})).toBe(401);
    // After a rotation, for a receiver that still has the previous secret.
    const overlap = { "x-service-signature": hmac(newSigningSecret(), "{}"), "webhook-id": "old" };
    expect(await post(url, "{}", { ...overlap, "x-service-signature-previous": hmac(secret, "{}") })).toBe(204);

    await recordEvents(database, connectionId, { events: 3, records: 1 });
    deliver(databaseUrl);
    await expect.poll(() => ledgerOf(database), { timeout: 10_000 }).toMatchObject({ done: 3, attempts: 3 });
    await expect
      .poll(() => printed().map((line) => line.split(" ")[0]))
      .toEqual(["old", ...[1, 2, 3].map((sequence) => `msg_${id}_${sequence}`)]);
    expect(printed()[1]).toContain('"resource":"INVOICE","resourceId":"record-0"');
  });
});

test("the guide contains the source of each receiver", () => {
  const guide = readFileSync(new URL("../../docs/guides/events.md", import.meta.url), "utf8");
  for (const { snippet } of languages) expect(guide).toContain(`\n${readFileSync(file(snippet), "utf8").trim()}\n`);
});
