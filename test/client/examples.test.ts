/** The small platforms of examples/, run as their README says, in the languages that are installed. */
import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hrefOf, openPlatform, type Platform } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

let service: Service;
let platform: Platform;
let folder: string;
beforeAll(async () => {
  service = await startService({}, { worker: true });
  platform = await openPlatform(service);
  folder = await mkdtemp(join(tmpdir(), "kontor-examples-"));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Example {
  readonly language: string;
  /** Why it cannot run here. */
  readonly missing: string | undefined;
  readonly start: (port: number) => Promise<readonly string[]>;
  readonly env?: Readonly<Record<string, string>>;
}

const lacks = (command: string, parameters: readonly string[]): string | undefined =>
  spawnSync(command, parameters).status === 0 ? undefined : `${command} is not installed`;

const examples: readonly Example[] = [
  { language: "TypeScript", missing: undefined, start: async () => [process.execPath, await installedExample()] },
  {
    language: "Python",
    missing: lacks("python3", ["--version"]),
    start: async () => ["python3", "-B", join(root, "examples/python/small_platform.py")],
    env: { PYTHONPATH: join(root, "packages/python") },
  },
  {
    language: "PHP",
    missing: lacks("php", ["-r", "exit(extension_loaded('curl') ? 0 : 1);"]),
    start: async (port) => ["php", "-S", `127.0.0.1:${port}`, join(root, "examples/php/platform.php")],
  },
];

/** The example beside the built client, as npm would install it. */
async function installedExample(): Promise<string> {
  const client = join(folder, "node_modules/@kontor/client");
  await mkdir(client, { recursive: true });
  await copyFile(join(root, "packages/client/package.json"), join(client, "package.json"));
  await run(process.execPath, [join(root, "packages/client/build.ts"), join(client, "dist")]);
  await copyFile(join(root, "examples/typescript/platform.ts"), join(folder, "platform.ts"));
  const compilerOptions = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2024", "--types", "node"];
  const types = ["--typeRoots", join(root, "node_modules/@types"), "--skipLibCheck"];
  await run(join(root, "node_modules/.bin/tsc"), [...compilerOptions, ...types, "platform.ts"], { cwd: folder });
  return join(folder, "platform.ts");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

interface Call {
  readonly status: number;
  readonly location: string | null;
  readonly data: unknown;
}

for (const example of examples)
  test.skipIf(example.missing !== undefined)(
    `the platform in ${example.language} connects an end user, lists, creates once and verifies webhooks`,
    async () => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const [command = "", ...parameters] = await example.start(port);
      const child: ChildProcess = spawn(command, parameters, {
        env: {
          ...process.env,
          ...example.env,
          KONTOR_URL: service.url,
          KONTOR_API_KEY: service.keys.apiKey,
          PORT: String(port),
          OWN_URL: url,
          STATE_FILE: join(folder, `${example.language}.json`),
        },
        stdio: ["ignore", "inherit", "inherit"],
      });
      const ended = once(child, "exit");
      const call = async (method: string, path: string, request: RequestInit = {}): Promise<Call> => {
        const answer = await fetch(`${url}${path}`, { method, redirect: "manual", ...request });
        const text = await answer.text();
        const data: unknown = text === "" ? undefined : JSON.parse(text);
        return { status: answer.status, location: answer.headers.get("location"), data };
      };
      try {
        await expect.poll(() => call("GET", "/events").catch(() => undefined), { timeout: 20_000 }).toBeDefined();

        const begun = await call("GET", "/connect");
        const browser = platform.browser();
        const back = await platform.signIn(browser, begun.location ?? "");
        const connected = await finishSelection(browser, back);
        expect(await call("GET", `/connected${connected.search}`)).toMatchObject({
          status: 302,
          location: "/invoices",
        });

        expect((await call("GET", "/invoices")).data).toHaveLength(20);

        const created = await call("POST", "/orders/7/invoice");
        expect(created).toMatchObject({ status: 200, data: { invoiceId: expect.any(String) } });
        expect((await call("POST", "/orders/7/invoice")).data).toEqual(created.data);
        const other = await call("POST", "/orders/8/invoice");
        expect(invoiceIdOf(other)).not.toBe(invoiceIdOf(created));

        const accountKey = connected.searchParams.get("accountKey") ?? "";
        const [subscription] = (await platform.call("GET", "/webhooks/subscriptions", { accountKey })).rows;
        await platform.call("POST", `/webhooks/${subscription?.["id"]}/test`, { accountKey });
        const events = async () => (await call("GET", "/events")).data;
        await expect
          .poll(events, { timeout: 20_000 })
          .toEqual(expect.arrayContaining([expect.objectContaining({ resource: "INVOICE" })]));

        const received = await events();
        const forged = {
          "webhook-id": "forged",
          "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
          "webhook-signature": "v1,AAAA",
        };
        expect((await call("POST", "/webhooks", { headers: forged, body: "{}" })).status).toBe(401);
        expect(JSON.stringify(await events())).toContain(JSON.stringify((received as unknown[])[0]));
      } finally {
        child.kill();
        await ended;
      }
    },
  );

const invoiceIdOf = ({ data }: Call): string => (data as { readonly invoiceId: string }).invoiceId;

type Browser = ReturnType<Platform["browser"]>;

/** Chooses environment and company, until the browser returns to the platform. */
async function finishSelection(browser: Browser, back: URL): Promise<URL> {
  let page = await browser.open(hrefOf(await browser.open(back.href)));
  for (const choice of ["production", "bergblick"]) {
    const next = new URL(hrefOf(await browser.submit(page, { choice })));
    if (next.pathname === "/connected") return next;
    page = await browser.open(next.href);
  }
  throw new Error(`The flow did not end: ${page.text}`);
}
