/** The client as users get it: packed, installed in an empty project, type-checked and run against the service. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { failures } from "../../src/contract/failure.ts";
import { serveHttp } from "../support/loopback.ts";
import { type Service, startService } from "../support/service.ts";
import { runtimes } from "./runtimes.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

let service: Service;
let folder: string;
let tarball: string;
beforeAll(async () => {
  service = await startService({}, { worker: true });
  folder = await mkdtemp(join(tmpdir(), "kontor-client-"));
  await run("npm", ["pack", "--pack-destination", folder], { cwd: join(root, "packages/client") });
  [tarball = ""] = await readdir(folder);
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, tarball)], { cwd: folder });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The settings that the programs read from the environment. */
const settings = () => ({
  KONTOR_API_KEY: service.keys.apiKey,
  KONTOR_ACCOUNT_KEY: service.keys.accountKey,
  URL: service.url,
});

const resultIn = (stdout: string): unknown => JSON.parse(stdout.trim().split("\n").at(-1) ?? "");

async function runProgram(text: string, env: Readonly<Record<string, string>> = {}): Promise<unknown> {
  await writeFile(join(folder, "program.js"), text);
  const { stdout } = await run(process.execPath, ["program.js"], {
    cwd: folder,
    env: { ...process.env, ...settings(), ...env },
  });
  return resultIn(stdout);
}

const head = `import { createClient, KontorError, verifyWebhook } from "@kontor/client";
const kontor = createClient({
  baseUrl: process.env.URL,
  apiKey: process.env.KONTOR_API_KEY,
  accountKey: process.env.KONTOR_ACCOUNT_KEY,
});
`;

test("holds only what is needed", async () => {
  const files = await readdir(join(folder, "node_modules/@kontor/client"), { recursive: true });
  expect(files.filter((file) => !file.startsWith("dist")).toSorted()).toEqual(["README.md", "package.json"]);
  expect(files).toContain(join("dist", "index.js"));
  expect(await readdir(join(folder, "node_modules"))).toEqual(expect.arrayContaining(["@kontor"]));
});

test("is a package that tools understand, and its types fit its program", async () => {
  const tool = (name: string) => join(root, "node_modules/.bin", name);
  // Both end with an error if they find one.
  const { stdout } = await run(tool("publint"), [join(folder, tarball), "--strict"]);
  expect(stdout).toContain("All good!");
  const checked = await run(tool("attw"), [join(folder, tarball), "--profile", "esm-only", "--format", "json"]);
  expect(JSON.parse(checked.stdout)).toMatchObject({ analysis: { packageName: "@kontor/client" } });
});

/** Bytes. */
const mostMinified = 12_000;

test("is small", async () => {
  const bundle = await rolldown({ input: join(folder, "node_modules/@kontor/client/dist/index.js") });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  expect(output).toHaveLength(1);
  expect(Buffer.byteLength(output[0].code)).toBeLessThanOrEqual(mostMinified);
});

test("the program of its README creates an invoice and lists it", async () => {
  const readme = await readFile(join(root, "packages/client/README.md"), "utf8");
  const [, sample = ""] = /```js\n([^]*?)```/.exec(readme) ?? [];
  const program = sample.replace("http://127.0.0.1:3000", service.url);
  await writeFile(join(folder, "readme.js"), program);
  const keys = { KONTOR_API_KEY: service.keys.apiKey, KONTOR_ACCOUNT_KEY: service.keys.accountKey };
  const { stdout } = await run(process.execPath, ["readme.js"], { cwd: folder, env: { ...process.env, ...keys } });
  const [created = "", ...listed] = stdout.trim().split("\n");
  expect(created).toMatch(/ stored as sent$/);
  expect(listed).toContain(created.split(" ")[0]);
});

test("a repeated write is written once, a refusal names its field, and all pages are read", async () => {
  const found = await runProgram(`${head}
const body = { contactType: "COMPANY", companyName: "Einmal GmbH" };
const first = await kontor.customers.create(body, { idempotencyKey: "client-1" });
const second = await kontor.customers.create(body, { idempotencyKey: "client-1" });
const atOnce = await Promise.all(
  [1, 2, 3, 4].map(() => kontor.customers.create(body, { idempotencyKey: "client-2" })),
);
const refusal = await kontor.invoices.list({ limit: 7 }).catch((error) => error);
let entries = 0;
for await (const entry of kontor.journalEntries.all()) if (entry.id) entries += 1;
const { meta } = await kontor.journalEntries.list({ limit: 5 });
const { data } = await kontor.auth.link("sandbox", { endUserId: "u-1", callbackUrl: "http://127.0.0.1:9/back" });
console.log(JSON.stringify({
  same: first.data.id === second.data.id,
  atOnce: new Set(atOnce.map(({ data }) => data.id)).size,
  refusal: [refusal instanceof KontorError, refusal.code, refusal.field],
  entries: entries === meta.pagination.total && entries > 100,
  link: data.url.startsWith(process.env.URL),
}));`);
  expect(found).toEqual({
    same: true,
    atOnce: 1,
    refusal: [true, "invalid_request", "limit"],
    entries: true,
    link: true,
  });
});

test("lists that exist only as a task are read to their end", async () => {
  const exportKey = await service.connect("sandbox-export", { environment: "production", company: "bergblick" });
  const found = await runProgram(
    `${head}
let entries = 0;
for await (const entry of kontor.journalEntries.all({ fiscalYearStartDate: "2026-01-01" })) if (entry.id) entries += 1;
console.log(JSON.stringify(entries > 100));`,
    { KONTOR_ACCOUNT_KEY: exportKey },
  );
  expect(found).toBe(true);
});

test("a delivered webhook is verified", async () => {
  const received: { readonly headers: unknown; readonly body: string }[] = [];
  const receiver = await serveHttp((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.end();
    });
  });
  try {
    const subscribed = (await runProgram(`${head}
const { data } = await kontor.webhooks.create({ callbackUrl: ${JSON.stringify(receiver.url)}, resource: "CUSTOMER" });
await kontor.webhooks.test(data.id);
console.log(JSON.stringify(data));`)) as { readonly secret: string };
    await expect.poll(() => received.length).toBeGreaterThan(0);
    const checked = await runProgram(
      `${head}
const received = JSON.parse(process.env.RECEIVED);
const event = await verifyWebhook(received, process.env.SECRET);
const forged = await verifyWebhook({ ...received, body: received.body + " " }, process.env.SECRET).catch((error) => error.name);
console.log(JSON.stringify({ event: typeof event, forged }));`,
      { RECEIVED: JSON.stringify(received[0]), SECRET: subscribed.secret },
    );
    expect(checked).toEqual({ event: "object", forged: "WebhookVerificationError" });
  } finally {
    await receiver.close();
  }
});

for (const { name, isHere, missing, install, parameters, receiver } of runtimes)
  test.skipIf(!isHere)(`runs in ${name}${isHere ? "" : ` (skipped: ${missing})`}`, async () => {
    const project = join(folder, name);
    await mkdir(project);
    await writeFile(join(project, "package.json"), JSON.stringify({ type: "module", private: true }));
    await install(project, join(folder, tarball));
    await writeFile(
      join(project, "program.js"),
      `${head}
const body = {
  contactId: "cus-1",
  currency: "EUR",
  invoiceDate: "2026-09-15",
  dueDate: "2026-09-30",
  invoiceType: "STANDARD",
  reference: ${JSON.stringify(name)},
  lineItems: [{ description: "Beratung", quantity: 2, unitAmount: 100, accountCode: "8400", taxCode: "UST19" }],
};
const key = { idempotencyKey: ${JSON.stringify(`invoice-${name}`)} };
const first = await kontor.invoices.create(body, key);
const repeated = await kontor.invoices.create(body, key);
const listed = [];
for await (const invoice of kontor.invoices.all()) if (invoice.reference === body.reference) listed.push(invoice.id);

const subscription = Promise.withResolvers();
const delivery = Promise.withResolvers();
async function verify(request) {
  const { secret } = await subscription.promise;
  const { url, headers } = request;
  const forged = new Request(url, { method: "POST", headers, body: (await request.clone().text()) + " " });
  return {
    event: typeof (await verifyWebhook(request, secret)),
    forged: await verifyWebhook(forged, secret).catch((error) => error.name),
  };
}
async function receive(request) {
  const verified = verify(request);
  delivery.resolve(verified);
  await verified;
  return new Response();
}
${receiver}
const { data } = await kontor.webhooks.create({ callbackUrl: "http://127.0.0.1:" + port, resource: "CUSTOMER" });
subscription.resolve(data);
await kontor.webhooks.test(data.id);
const verified = await delivery.promise;
await kontor.webhooks.delete(data.id);
await close();
const refusal = await kontor.invoices.list({ limit: 7 }).catch((error) => error);
console.log(JSON.stringify({
  isSame: first.data.id === repeated.data.id,
  isListed: listed.length === 1 && listed[0] === first.data.id,
  verified,
  refusal: [refusal instanceof KontorError, refusal.code],
}));`,
    );
    const [program, ...rest] = parameters(new URL(service.url).host, Object.keys(settings()));
    const { stdout } = await run(program, [...rest, "program.js"], {
      cwd: project,
      env: { ...process.env, ...settings() },
    });
    expect(resultIn(stdout)).toEqual({
      isSame: true,
      isListed: true,
      verified: { event: "object", forged: "WebhookVerificationError" },
      refusal: [true, "invalid_request"],
    });
  });

test("its types accept what the API accepts, and refuse the rest", async () => {
  await writeFile(
    join(folder, "typed.ts"),
    `import { createClient, type ErrorCode, type Invoice, KontorError } from "@kontor/client";
const kontor = createClient({ baseUrl: "http://127.0.0.1:1", apiKey: "a" });
export const codes: readonly ErrorCode[] = ${JSON.stringify(Object.keys(failures))};
export function isLocked(error: KontorError): boolean {
  // @ts-expect-error: not an error code
  if (error.problems[0]?.code === "nonsense") return false;
  return error.code === "document_locked";
}
export async function use(): Promise<Invoice | undefined> {
  const { data, meta } = await kontor.invoices.list({ limit: 100, lastModifiedAt: new Date() });
  const total: number | undefined = meta.pagination?.total;
  for await (const line of kontor.invoices.lineItems.all("7")) console.log(line.quantity, total);
  await kontor.payments.delete("7", {}, { idempotencyKey: "delete-7" });
  // @ts-expect-error: Kontor journals only writes to the books
  await kontor.webhooks.delete("7", {}, { idempotencyKey: "delete-8" });
  const task = await kontor.expenses.createAsync({ expenseLines: [] }, { files: [new File([], "a.pdf")] });
  await kontor.tasks.wait(task.data.taskId);
  // @ts-expect-error: not one of the allowed limits
  await kontor.invoices.list({ limit: 7 });
  // @ts-expect-error: not a field of invoices
  await kontor.invoices.create({ nonsense: true });
  // @ts-expect-error: invoices cannot be deleted
  await kontor.invoices.delete("7");
  return data[0] ?? (new KontorError({} as never) && undefined);
}
`,
  );
  const compilerOptions = {
    target: "es2024",
    lib: ["es2024", "dom"],
    module: "nodenext",
    strict: true,
    noEmit: true,
    types: [],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["typed.ts"] }));
  const { stdout } = await run(join(root, "node_modules/.bin/tsc"), ["--project", folder]).catch(
    (error: { readonly stdout: string }) => error,
  );
  expect(stdout).toBe("");
});
